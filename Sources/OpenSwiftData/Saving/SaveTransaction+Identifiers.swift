extension SaveTransaction {
  /// Lets the identifiers that were handed out before the save stand for the rows, those of new models that changed a row
  /// too.
  ///
  /// Before `COMMIT`, because from then on others see the rows and hash their identifiers.
  func resolveIdentifiers() {
    for row in resolvedIdentifiers {
      if row.isKnown {
        TemporaryIdentifiers.lead(row.temporary, to: row.permanent)
      } else {
        TemporaryIdentifiers.resolve(row.temporary, to: row.permanent)
      }
    }
  }

  /// Takes that back after a failed `COMMIT`: another row will get the key, unless a custom store has given it away.
  func forgetIdentifiers() {
    for row in resolvedIdentifiers {
      if row.isKnown {
        TemporaryIdentifiers.unlead(row.temporary)
      } else {
        TemporaryIdentifiers.forget(row.temporary, for: row.permanent)
      }
    }
  }

  private struct ResolvedIdentifier {
    let temporary: PersistentIdentifier
    let permanent: PersistentIdentifier
    /// Whether somebody may have hashed the permanent one already: a custom store that made it, or anybody if the row
    /// was there before.
    let isKnown: Bool
  }

  private var resolvedIdentifiers: [ResolvedIdentifier] {
    let isOfCustomStore = context.store.copy != nil
    return insertedKeys.compactMap { resolved($0.model, $0.entity, $0.key, isKnown: isOfCustomStore) }
      + upserts.compactMap { resolved($0.model, $0.table.identity, $0.key, isKnown: true) }
  }

  /// Nil for a model whose identifier nobody asked for.
  private func resolved(
    _ model: any PersistentModel, _ entity: EntityIdentity, _ key: Int64, isKnown: Bool
  ) -> ResolvedIdentifier? {
    model._$record.temporaryIdentifier.map {
      ResolvedIdentifier(
        temporary: $0, permanent: PersistentIdentifier(entity: entity, key: key), isKnown: isKnown)
    }
  }
}
