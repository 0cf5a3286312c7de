/// Reads rows of a store as snapshots.
struct SnapshotReader {
  private let store: SQLiteStore
  private let connection: Connection
  /// The identifiers of rows that have other ones in snapshots.
  var identifiers: [PersistentIdentifier: PersistentIdentifier] = [:]

  init(_ store: SQLiteStore, on connection: Connection) {
    self.store = store
    self.connection = connection
  }

  /// The snapshot of a row, with the properties of its class; nil if there is no such row.
  func snapshot(_ key: Int64, _ table: EntityTable) throws -> DefaultSnapshot? {
    let rows = try connection.rows(table.selectByKeySQL, [.integer(key)]) { row in
      let (table, columns) = try table.everything.resolved(of: row, table)
      return (table, try attributes(of: row, columns))
    }
    guard case (let table, var values)? = rows.first else { return nil }
    for relation in table.relations where relation.isToMany {
      guard let target = store.identity(of: relation.property.target) else { continue }
      let keys = try relation.lists(of: [key], on: connection)[key] ?? []
      values[relation.property.name] = .identifiers(keys.map { identifier(target, $0) })
    }
    return DefaultSnapshot(
      persistentIdentifier: identifier(table.identity, key), class: table.properties, values: values)
  }

  private func attributes(of row: Statement, _ columns: ColumnSelection) throws -> [String: SnapshotValue] {
    var values: [String: SnapshotValue] = [:]
    for place in columns.properties {
      values[place.property.name] = try value(of: place.property, ColumnReader(statement: row, column: place.column))
    }
    return values
  }

  private func value(of property: ModelProperty, _ column: ColumnReader) throws -> SnapshotValue {
    guard let relationship = property as? RelationshipProperty else {
      return .attribute(try property.encodedValue(in: column))
    }
    guard !column.isNull, let target = store.identity(of: relationship.target) else { return .attribute(.null) }
    return .identifier(identifier(target, column.integer))
  }

  private func identifier(_ entity: EntityIdentity, _ key: Int64) -> PersistentIdentifier {
    let own = PersistentIdentifier(entity: entity, key: key)
    return identifiers.isEmpty ? own : identifiers[own] ?? own
  }
}

/// Writes snapshots into rows of a store, and records the differences.
struct SnapshotWriter {
  private let store: SQLiteStore
  private let connection: Connection
  private(set) var changes = ModelChanges()

  init(_ store: SQLiteStore, on connection: Connection) {
    self.store = store
    self.connection = connection
  }

  /// Makes the snapshots all models of a type: also deletes the rows that are not among them.
  mutating func replaceAll<Model: PersistentModel>(with snapshots: [DefaultSnapshot], of _: Model.Type) throws {
    let table = try store.table(for: Model.self)
    let keys = Set(snapshots.map(\.persistentIdentifier.resolved.key))
    let ofClass = table.classCondition.map { " WHERE \($0)" } ?? ""
    let known = try connection.integers("SELECT \(EntityTable.keyColumn) FROM \(table.name)\(ofClass)")
    try delete(known.filter { !keys.contains($0) }, table)
    try apply(snapshots)
  }

  /// Writes snapshots: all rows first, then the lists of them.
  mutating func apply(_ snapshots: [DefaultSnapshot]) throws {
    let rows = try snapshots.map { (try SnapshotRow($0, store), $0) }
    for (row, _) in rows { try write(row) }
    for (row, snapshot) in rows { try writeLists(of: row, snapshot) }
  }

  mutating func deleteIfThere(_ key: Int64, _ table: EntityTable) throws {
    try delete(keys(key...key, table), table)
  }

  func keys(_ range: ClosedRange<Int64>, _ table: EntityTable) throws -> [Int64] {
    try connection.integers(
      "SELECT \(EntityTable.keyColumn) FROM \(table.name) WHERE \(EntityTable.keyColumn) BETWEEN ? AND ?",
      [.integer(range.lowerBound), .integer(range.upperBound)])
  }

  /// Deletes rows and their pairs in join tables; the caller updates what else refers to them.
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
    try connection.run("DELETE FROM \(SQL.quoted(join.name)) WHERE \(join.ownerColumn) = ?", [.integer(key)])
  }

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
      // The members' own columns say to which list they belong; only the order is written here.
      guard let inverse = relation.inverse else { return }
      let (table, column) = (SQL.quoted(relation.destination.tableName), EntityTable.column(inverse))
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

/// Writes the pairs of one relationship to its join table.
private struct PairRows {
  private let join: JoinTable
  private let name: String
  private let connection: Connection

  init(_ join: JoinTable, on connection: Connection) {
    self.join = join
    self.connection = connection
    name = SQL.quoted(join.name)
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

  /// Adds a pair at the end of both lists, unless it exists.
  private func insert(_ owner: Int64, _ member: Int64) throws {
    let places = [join.positionColumn, join.inversePositionColumn].compactMap(\.self)
    let columns = ([join.ownerColumn, join.targetColumn] + places).joined(separator: ", ")
    let last = places.map { _ in SQLiteValue.integer(Int64(Int32.max)) }
    let parameters = Array(repeating: "?", count: 2 + places.count).joined(separator: ", ")
    try connection.run(
      "INSERT OR IGNORE INTO \(name)(\(columns)) VALUES(\(parameters))", [.integer(owner), .integer(member)] + last)
  }
}

/// A snapshot as a row: its key and the values of its columns.
private struct SnapshotRow {
  let table: EntityTable
  let key: Int64
  private let values: [SQLiteValue]

  /// - Throws: `SwiftDataError` for a snapshot of another store, or a value that the schema can't read.
  init(_ snapshot: DefaultSnapshot, _ store: SQLiteStore) throws {
    let identifier = snapshot.persistentIdentifier.resolved
    guard !identifier.isTemporary, let table = store.table(for: identifier.entity)?.table(ofClass: snapshot.entityName)
    else { throw SwiftDataError.foreignSnapshot(identifier, store.history.storeIdentifier) }
    self.table = table
    key = identifier.key
    let defaults = table.properties.makeFault()
    values = try table.properties.stored.flatMap { property in
      try Self.columnValues(snapshot.values[property.name], property, defaults)
    }
  }

  private static func columnValues(
    _ value: SnapshotValue?, _ property: ModelProperty, _ defaults: any PersistentModel
  ) throws -> [SQLiteValue] {
    switch value {
    case .attribute(.null): property.columns.map { _ in .null }
    case .attribute(let value): try property.columnValues(of: value)
    case .identifier(let target): [.integer(target.resolved.key)]
    case .identifiers, nil: try missingValues(property, defaults)
    }
  }

  /// The value of a new model, for a property that the snapshot doesn't know.
  private static func missingValues(
    _ property: ModelProperty, _ defaults: any PersistentModel
  ) throws -> [SQLiteValue] {
    guard property.destination == nil else { return [.null] }
    property.loadPlaceholder(into: defaults)
    return try property.columnValues(in: defaults)
  }

  /// The values in the store; nil if there is no such row.
  func stored(on connection: Connection) throws -> [SQLiteValue]? {
    try connection.rows(table.selectByKeySQL, [.integer(key)]) { row in
      table.everything.properties.flatMap { place in
        place.property.columns.indices.map { row.value(place.column + Int32($0)) }
      }
    }.first
  }

  /// The names of the properties whose columns differ.
  func namesOfDifferences(from stored: [SQLiteValue]) -> [String] {
    var names: [String] = []
    var index = 0
    for property in table.properties.stored {
      let columns = index..<index + property.columns.count
      if !zip(values[columns], stored[columns]).allSatisfy({ $0.isStored(as: $1) }) {
        names.append(property.storedName)
      }
      index = columns.upperBound
    }
    return names
  }

  func insert(on connection: Connection) throws {
    let places = table.positions.map { _ in SQLiteValue.integer(Int64(Int32.max)) }
    try connection.run(table.insertSQL, [.integer(key)] + values + places)
  }

  func update(on connection: Connection) throws {
    try connection.run(table.updateSQL(table.properties.stored), values + [.integer(key)])
  }
}

extension SQLiteValue {
  /// Whether a column that was set to this value holds the other: a REAL column converts integers.
  fileprivate func isStored(as other: SQLiteValue) -> Bool {
    switch (self, other) {
    case (.integer(let integer), .real(let real)): Double(integer) == real
    default: self == other
    }
  }
}
