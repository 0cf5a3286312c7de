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
    let inserts = insertedKeys.map { (model: $0.model, entity: $0.entity, key: $0.key, isKnown: isOfCustomStore) }
    let updates = upserts.map { (model: $0.model, entity: $0.table.identity, key: $0.key, isKnown: true) }
    return (inserts + updates).compactMap { row in
      guard let temporary = row.model._$record.temporaryIdentifier else { return nil }
      return ResolvedIdentifier(
        temporary: temporary, permanent: PersistentIdentifier(entity: row.entity, key: row.key), isKnown: row.isKnown)
    }
  }
}
