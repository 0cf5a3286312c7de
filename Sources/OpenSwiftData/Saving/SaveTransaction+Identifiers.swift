extension SaveTransaction {
  /// Lets the identifiers that were handed out before the save stand for the rows, those of new models that changed a row
  /// too.
  ///
  /// Before `COMMIT`, because from then on others see the rows and hash their identifiers.
  func resolveIdentifiers() {
    let isMadeByStore = context.store.copy != nil
    for row in insertedKeys { resolve(row.model, row.entity, row.key, isKnown: isMadeByStore) }
    // The row was there before, and so may have been its identifier.
    for upsert in upserts { resolve(upsert.model, upsert.table.identity, upsert.key, isKnown: true) }
  }

  /// Takes that back after a failed `COMMIT`: another row will get the key.
  func forgetIdentifiers() {
    for model in insertedKeys.map(\.model) + upserts.map(\.model) {
      if let temporary = model._$record.temporaryIdentifier { TemporaryIdentifiers.forget(temporary) }
    }
  }

  private func resolve(_ model: any PersistentModel, _ entity: EntityIdentity, _ key: Int64, isKnown: Bool) {
    guard let temporary = model._$record.temporaryIdentifier else { return }
    TemporaryIdentifiers.resolve(temporary, to: PersistentIdentifier(entity: entity, key: key), isKnown: isKnown)
  }
}
