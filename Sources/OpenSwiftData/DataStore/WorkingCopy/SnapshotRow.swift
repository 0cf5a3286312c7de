/// A snapshot as a row: its key and the values of its columns.
struct SnapshotRow {
  let table: EntityTable
  let key: Int64
  private let values: [SQLiteValue]

  /// - Throws: `SwiftDataError` if the snapshot is of another store, or has no value that the schema can read.
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

  /// A property that is younger than the snapshot has the value of a new model.
  private static func missingValues(
    _ property: ModelProperty, _ defaults: any PersistentModel
  ) throws -> [SQLiteValue] {
    guard property.destination == nil else { return [.null] }
    property.loadPlaceholder(into: defaults)
    return try property.columnValues(in: defaults)
  }

  /// The values that the store has, or nil if there is no such row.
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
  /// Whether a column that was given this value holds the other: one for real numbers makes them of whole ones.
  fileprivate func isStored(as other: SQLiteValue) -> Bool {
    switch (self, other) {
    case (.integer(let integer), .real(let real)): Double(integer) == real
    default: self == other
    }
  }
}
