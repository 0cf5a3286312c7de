/// The identifiers that were handed out before a save for models that it makes rows of.
struct HandedOutIdentifiers {
  struct Row {
    let temporary: PersistentIdentifier
    let permanent: PersistentIdentifier
    /// Whether somebody may have hashed the permanent one already: a custom store that made it, or anybody if the row
    /// was there before.
    let isKnown: Bool
  }

  let rows: [Row]

  /// Lets them stand for the rows.
  func resolve() {
    for row in rows {
      if row.isKnown {
        TemporaryIdentifiers.lead(row.temporary, to: row.permanent)
      } else {
        TemporaryIdentifiers.resolve(row.temporary, to: row.permanent)
      }
    }
  }

  /// Takes that back after a failed `COMMIT`: another row will get the key, unless a custom store has given it away.
  func forget() {
    for row in rows {
      if row.isKnown {
        TemporaryIdentifiers.unlead(row.temporary)
      } else {
        TemporaryIdentifiers.forget(row.temporary, for: row.permanent)
      }
    }
  }
}
