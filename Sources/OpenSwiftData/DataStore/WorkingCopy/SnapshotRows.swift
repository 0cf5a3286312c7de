/// Writes snapshots into the rows of a store, and notes what differs from before.
struct SnapshotRows {
  let store: SQLiteStore
  let connection: Connection
  private(set) var changes = ModelChanges()

  init(_ store: SQLiteStore, on connection: Connection) {
    self.store = store
    self.connection = connection
  }

  /// Takes snapshots over, and deletes the rows of the type that are not among them.
  mutating func takeAll<Model: PersistentModel>(_ snapshots: [DefaultSnapshot], of _: Model.Type) throws {
    let table = try store.table(for: Model.self)
    let keys = Set(snapshots.map(\.persistentIdentifier.resolved.key))
    let ofClass = table.classCondition.map { " WHERE \($0)" } ?? ""
    let known = try connection.integers("SELECT \(EntityTable.keyColumn) FROM \(table.name)\(ofClass)", [])
    try delete(known.filter { !keys.contains($0) }, table)
    try take(snapshots)
  }

  /// Takes snapshots over: all rows first, then the lists that lead to them.
  mutating func take(_ snapshots: [DefaultSnapshot]) throws {
    let rows = try snapshots.map { (try SnapshotRow($0, store), $0) }
    for (row, _) in rows { try write(row) }
    for (row, snapshot) in rows { try writeLists(of: row, snapshot) }
  }

  /// Deletes a row, if there is one.
  mutating func deleteIfThere(_ key: Int64, _ table: EntityTable) throws {
    try delete(keys(key...key, table), table)
  }

  /// The keys of the rows in a range.
  func keys(_ range: ClosedRange<Int64>, _ table: EntityTable) throws -> [Int64] {
    try connection.integers(
      "SELECT \(EntityTable.keyColumn) FROM \(table.name) WHERE \(EntityTable.keyColumn) BETWEEN ? AND ?",
      [.integer(range.lowerBound), .integer(range.upperBound)])
  }

  /// Deletes rows and the pairs that they are part of; what else refers to them is the caller's.
  mutating func delete(_ keys: [Int64], _ table: EntityTable) throws {
    let sql = "DELETE FROM \(table.name) WHERE \(EntityTable.keyColumn) = ?"
    for key in keys {
      try store.history.preserveValues(of: key, in: table, on: connection)
      try connection.run(sql, [.integer(key)])
      for relation in table.hierarchy.relations { try deletePairs(relation, of: key) }
      changes.append(.delete, table.identity, key)
    }
  }

  private func deletePairs(_ relation: Relation, of key: Int64) throws {
    guard case .joinTable(let join) = relation.storage else { return }
    try connection.run(
      "DELETE FROM \(EntityTable.quoted(join.name)) WHERE \(join.ownerColumn) = ?", [.integer(key)])
  }

  // MARK: - Rows

  private mutating func write(_ row: SnapshotRow) throws {
    guard let old = try row.stored(on: connection) else {
      try row.insert(on: connection)
      return changes.append(.insert, row.table.identity, row.key)
    }
    let names = row.namesOfDifferences(from: old)
    guard !names.isEmpty else { return }
    try row.update(on: connection)
    changes.append(.update, row.table.identity, row.key, properties: names)
  }

  // MARK: - Lists

  private mutating func writeLists(of row: SnapshotRow, _ snapshot: DefaultSnapshot) throws {
    for relation in row.table.relations where relation.isToMany {
      guard case .identifiers(let members) = snapshot.values[relation.property.name] else { continue }
      let wanted = members.map(\.resolved.key)
      let stored = try relation.lists(of: [row.key], on: connection)[row.key] ?? []
      guard wanted != stored else { continue }
      try write(wanted, relation, of: row.key)
      changes.append(.update, row.table.identity, row.key, properties: [relation.property.storedName])
    }
  }

  private func write(_ members: [Int64], _ relation: Relation, of owner: Int64) throws {
    switch relation.storage {
    case .foreignKey: break
    case .inverseForeignKey:
      // Who belongs to the list is said by the members; only the order is said here.
      guard let inverse = relation.inverse else { return }
      let (table, column) = (EntityTable.quoted(relation.destination.tableName), EntityTable.column(inverse))
      for (offset, key) in members.enumerated() {
        try connection.run(
          """
          UPDATE \(table) SET \(EntityTable.positionColumn(inverse)) = ? \
          WHERE \(EntityTable.keyColumn) = ? AND \(column) = ?
          """, [.integer(Int64(offset + 1)), .integer(key), .integer(owner)])
      }
    case .joinTable(let join):
      try PairRows(join, on: connection).write(members, of: owner, isSymmetric: relation.isSymmetric)
    }
  }
}

/// Writes the pairs of one relationship.
private struct PairRows {
  private let join: JoinTable
  private let name: String
  private let connection: Connection

  init(_ join: JoinTable, on connection: Connection) {
    self.join = join
    self.connection = connection
    name = EntityTable.quoted(join.name)
  }

  func write(_ members: [Int64], of owner: Int64, isSymmetric: Bool) throws {
    try connection.run(
      """
      DELETE FROM \(name) WHERE \(join.ownerColumn) = ? \
      AND \(join.targetColumn) NOT IN (SELECT value FROM json_each(?))
      """, [.integer(owner), .text(SQLiteValue.jsonList(members))])
    for (offset, member) in members.enumerated() {
      try insert(owner, member)
      if isSymmetric { try insert(member, owner) }
      try connection.run(
        "UPDATE \(name) SET \(join.positionColumn) = ? WHERE \(join.ownerColumn) = ? AND \(join.targetColumn) = ?",
        [.integer(Int64(offset + 1)), .integer(owner), .integer(member)])
    }
  }

  /// At the end of both lists, unless the pair is there.
  private func insert(_ owner: Int64, _ member: Int64) throws {
    let places = [join.positionColumn, join.inversePositionColumn].compactMap(\.self)
    let columns = ([join.ownerColumn, join.targetColumn] + places).joined(separator: ", ")
    let last = places.map { _ in SQLiteValue.integer(Int64(Int32.max)) }
    let parameters = Array(repeating: "?", count: 2 + places.count).joined(separator: ", ")
    try connection.run(
      "INSERT OR IGNORE INTO \(name)(\(columns)) VALUES(\(parameters))", [.integer(owner), .integer(member)] + last)
  }
}
