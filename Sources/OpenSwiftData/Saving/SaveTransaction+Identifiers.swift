extension SaveTransaction {
  /// Lets the identifiers that were handed out before the save stand for the rows, those of new models that changed a row
  /// too.
  ///
  /// Before `COMMIT`, because from then on others see the rows and hash their identifiers.
  func resolveIdentifiers() {
    let isKnown = context.store.copy != nil
    for (temporary, permanent) in resolvedIdentifiers {
      TemporaryIdentifiers.resolve(temporary, to: permanent, isKnown: isKnown)
    }
  }

  /// Takes that back after a failed `COMMIT`: another row will get the key.
  func forgetIdentifiers() {
    for (temporary, permanent) in resolvedIdentifiers { TemporaryIdentifiers.forget(temporary, for: permanent) }
  }

  private var resolvedIdentifiers: [(PersistentIdentifier, PersistentIdentifier)] {
    let rows = insertedKeys + upserts.map { ($0.model, $0.table.identity, $0.key) }
    return rows.compactMap { model, entity, key in
      guard let temporary = model._$record.temporaryIdentifier else { return nil }
      return (temporary, PersistentIdentifier(entity: entity, key: key))
    }
  }
}
