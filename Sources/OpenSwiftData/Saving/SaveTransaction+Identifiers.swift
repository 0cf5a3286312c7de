extension SaveTransaction {
  /// Lets the identifiers that were handed out before the save stand for the rows, those of new models that changed a row
  /// too.
  ///
  /// Before `COMMIT`, because from then on others see the rows and hash their identifiers.
  ///
  /// - Returns: what takes that back.
  func resolveIdentifiers() -> HandedOutIdentifiers {
    let identifiers = HandedOutIdentifiers(rows: handedOut)
    identifiers.resolve()
    return identifiers
  }

  private var handedOut: [HandedOutIdentifiers.Row] {
    let isOfCustomStore = context.store.copy != nil
    return insertedKeys.compactMap { handedOut($0.model, $0.entity, $0.key, isKnown: isOfCustomStore) }
      + upserts.compactMap { handedOut($0.model, $0.table.identity, $0.key, isKnown: true) }
  }

  /// Nil for a model whose identifier nobody asked for.
  private func handedOut(
    _ model: any PersistentModel, _ entity: EntityIdentity, _ key: Int64, isKnown: Bool
  ) -> HandedOutIdentifiers.Row? {
    model._$record.temporaryIdentifier.map {
      HandedOutIdentifiers.Row(
        temporary: $0, permanent: PersistentIdentifier(entity: entity, key: key), isKnown: isKnown)
    }
  }
}
