/// What a save wrote: the context applies it to its models, and the hub publishes its changes.
struct SaveOutcome {
  let keys: SaveKeys
  let insertions: [SavePlan.Insertion]
  let upserts: [SavePlan.Upsert]
  /// What is published and written into the history.
  private(set) var changes: ModelChanges
  /// Those that the context has to merge like everybody else.
  private(set) var cascadedChanges: ModelChanges
  /// The number of the transaction in the history.
  private(set) var token: Int64

  init(_ plan: SavePlan, _ announcements: SaveAnnouncements, token: Int64) {
    keys = plan.keys
    insertions = plan.insertions
    upserts = plan.upserts
    changes = announcements.changes
    cascadedChanges = announcements.cascadedChanges
    self.token = token
  }

  /// Adds the changes that a custom store made to the saved rows.
  mutating func append(_ changes: ModelChanges, token: Int64) {
    for run in changes.runs {
      self.changes.append(run)
      cascadedChanges.append(run)
    }
    self.token = token
  }
}

/// The temporary identifiers that were issued for the models of a save, with the permanent ones.
struct IssuedIdentifiers {
  private struct Row {
    let temporary: PersistentIdentifier
    let permanent: PersistentIdentifier
    /// Whether the permanent one may have been hashed already: by the custom store that made it, or for an upsert.
    let isKnown: Bool

    /// Nil for a model without a temporary identifier.
    init?(_ model: any PersistentModel, _ table: EntityTable, _ key: Int64, isKnown: Bool) {
      guard let temporary = model._$record.temporaryIdentifier else { return nil }
      self.temporary = temporary
      permanent = PersistentIdentifier(entity: table.identity, key: key)
      self.isKnown = isKnown
    }
  }

  private let rows: [Row]

  /// - Parameter isOfCustomStore: whether the keys came from a custom store.
  init(_ outcome: SaveOutcome, isOfCustomStore: Bool) {
    rows =
      outcome.insertions.compactMap { Row($0.model, $0.table, $0.key, isKnown: isOfCustomStore) }
      + outcome.upserts.compactMap { Row($0.model, $0.table, $0.key, isKnown: true) }
  }

  /// Maps the temporary identifiers to the permanent ones.
  ///
  /// Call it before `COMMIT`: from then on others see the rows and hash their identifiers.
  func resolve() {
    for row in rows {
      if row.isKnown {
        TemporaryIdentifiers.map(row.temporary, to: row.permanent)
      } else {
        TemporaryIdentifiers.resolve(row.temporary, to: row.permanent)
      }
    }
  }

  /// Undoes `resolve` after a failed `COMMIT`: another row will get the key.
  func rollBack() {
    for row in rows {
      if row.isKnown {
        TemporaryIdentifiers.unmap(row.temporary)
      } else {
        TemporaryIdentifiers.unresolve(row.temporary, for: row.permanent)
      }
    }
  }
}
