extension SaveTransaction {
  /// Lets the identifiers that were handed out before the save stand for the rows, those of new models that changed a row
  /// too.
  ///
  /// Before `COMMIT`, because from then on others see the rows and hash their identifiers.
  func resolveIdentifiers() {
    let isOfCustomStore = context.store.copy != nil
    for (temporary, permanent) in resolvedIdentifiers {
      if isOfCustomStore {
        TemporaryIdentifiers.lead(temporary, to: permanent)
      } else {
        TemporaryIdentifiers.resolve(temporary, to: permanent)
      }
    }
  }

  /// Takes that back after a failed `COMMIT`: another row will get the key, unless a custom store has given it away.
  func forgetIdentifiers() {
    let isOfCustomStore = context.store.copy != nil
    for (temporary, permanent) in resolvedIdentifiers {
      if isOfCustomStore {
        TemporaryIdentifiers.unlead(temporary)
      } else {
        TemporaryIdentifiers.forget(temporary, for: permanent)
      }
    }
  }

  private var resolvedIdentifiers: [(PersistentIdentifier, PersistentIdentifier)] {
    let rows = insertedKeys + upserts.map { ($0.model, $0.table.identity, $0.key) }
    return rows.compactMap { model, entity, key in
      guard let temporary = model._$record.temporaryIdentifier else { return nil }
      return (temporary, PersistentIdentifier(entity: entity, key: key))
    }
  }
}
