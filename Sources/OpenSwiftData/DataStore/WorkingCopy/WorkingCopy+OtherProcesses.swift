extension WorkingCopy {
  /// Has the library's own stores behind the copy tell of the commits of others, and takes these over.
  func listenToOtherProcesses(_ store: SQLiteStore) {
    for member in backend.sqliteStores {
      member.tellOfOtherProcesses { [weak self, weak store, weak member] reading in
        guard let self, let store, let member else { return }
        takeOver(reading.changes, of: member, into: store)
        let token = DefaultHistoryToken(storeIdentifier: member.history.storeIdentifier, transaction: reading.token)
        ModelContainer.postRemoteChange(of: store, token: token)
      }
    }
  }

  private func takeOver(_ changes: ModelChanges, of member: SQLiteStore, into store: SQLiteStore) {
    do {
      if changes.isEverything {
        invalidate()
        try complete(store)
      } else {
        try bringUpToDate(store) { rows in try self.take(changes.runs, of: member, &rows) }
      }
    } catch {
      // What can't be read now is read before it is used.
      invalidate()
    }
  }

  /// Reads the rows of some runs while nobody saves to the copy, so that nothing older replaces what was saved.
  private func take(_ runs: [ModelChanges.Run], of member: SQLiteStore, _ rows: inout SnapshotRows) throws {
    var snapshots: [DefaultSnapshot] = []
    for run in runs {
      guard let table = member.table(for: run.entity) else { continue }
      let found = try member.read { connection in
        let there = RowSnapshots(member, on: connection)
        return try connection.withReadTransaction {
          try SnapshotRows(member, on: connection).keys(run.keys, table).compactMap { try there.snapshot($0, table) }
        }
      }
      let keys = Set(found.map(\.persistentIdentifier.key))
      try rows.delete(rows.keys(run.keys, table).filter { !keys.contains($0) }, table)
      snapshots += found
    }
    try rows.take(snapshots)
  }
}
