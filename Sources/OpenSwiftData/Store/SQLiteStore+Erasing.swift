extension SQLiteStore {
  /// Deletes the rows of all entities in one transaction, and announces it like any other deletion.
  ///
  /// Keys that were given out are not given out again.
  ///
  /// - Parameter forgetsHistory: whether the transactions before are forgotten too.
  func deleteAllRows(forgetsHistory: Bool) throws {
    let changes = try write { connection in
      let changes = try deleteRows(keepingTombstones: !forgetsHistory, on: connection)
      if forgetsHistory { try history.deleteAll(on: connection) }
      try history.append(changes, author: nil, on: connection)
      try copy?.backend.erase()
      return changes
    }
    hub.publish(changes)
  }

  /// Gives the space of deleted rows back, and overwrites what was in it.
  func vacuum() throws {
    try withWriter { connection in
      try connection.execute("VACUUM")
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  private func deleteRows(keepingTombstones: Bool, on connection: Connection) throws -> ModelChanges {
    var changes = ModelChanges()
    for table in schema.roots.compactMap({ self.table(named: $0.name) }) {
      let last = try connection.integer("SELECT max(id) FROM \(table.name)")
      guard last > 0 else { continue }
      let first = try connection.integer("SELECT min(id) FROM \(table.name)")
      let all = SQLText(sql: "TRUE", arguments: [])
      if keepingTombstones { try history.preserveValues(matching: all, in: table, to: nil, on: connection) }
      try connection.execute("DELETE FROM \(table.name)")
      for join in table.joinTables { try connection.execute("DELETE FROM \(EntityTable.quoted(join.name))") }
      changes.append(.init(entity: table.identity, kind: .delete, keys: first...last, properties: []))
    }
    return changes
  }
}
