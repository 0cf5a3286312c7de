/// Updates the rows that have the unique values of a batch's new rows already.
struct BatchUpsert {
  /// Where a relationship of a new row leads to; 0 for nowhere.
  struct Target {
    let lists: BatchPlaces.Lists
    let key: Int64
    /// The place in the list at the other end, the last; it is taken when the row is written.
    let place: Int64

    var relation: Relation { lists.relation }

    /// Notes that the row is in the list.
    func enter() { lists.add(place, to: key) }
  }

  private let content: BatchContent
  private let table: EntityTable
  private let store: SQLiteStore
  private let connection: Connection
  private var lists: [BatchListWriter] = []

  init(
    _ content: BatchContent, _ table: EntityTable, _ store: SQLiteStore, _ connection: Connection
  ) {
    self.content = content
    self.table = table
    self.store = store
    self.connection = connection
  }

  /// The key of the stored row that has the unique values of a new one.
  ///
  /// - Throws: `SwiftDataError.uniqueConstraint` if it is of another class.
  func key(of row: BatchRow) throws -> Int64? {
    for (index, columns) in table.properties.uniqueColumns.enumerated() {
      let values = try columns.map { try value(of: $0, row) }
      guard !values.contains(.null) else { continue }
      let origin = try store.table(for: table.properties.uniqueOrigins[index]).classCondition
      let condition = columns.map { "\(EntityTable.column($0.column)) = ?" } + [origin].compactMap(\.self)
      let stored = try connection.value(
        "SELECT \(EntityTable.keyColumn) FROM \(table.name) WHERE \(condition.joined(separator: " AND "))", values)
      guard case .integer(let key) = stored else { continue }
      guard try table.keysOfOwnClass([key], on: connection) == [key] else {
        throw SwiftDataError.uniqueValueOfOtherClass(table.properties.entityName)
      }
      return key
    }
    return nil
  }

  private func value(of column: UniqueColumn, _ row: BatchRow) throws -> SQLiteValue {
    var writer = ColumnWriter()
    if let reference = content.references.first(where: { $0.property === column.property }) {
      return try reference.target(row).map { .integer($0.resolved.key) } ?? .null
    }
    try write(column.property, row, to: &writer)
    return writer.values.isEmpty ? writer.value : writer.values[column.index]
  }

  /// Writes the value that a new row would have.
  private func write(_ property: ModelProperty, _ row: BatchRow, to writer: inout ColumnWriter) throws {
    switch content.attributes.first(where: { $0.property === property })?.value {
    case .same(let write)?: try write(&writer)
    case .each(let write)?: try write(row, &writer)
    case .expression?: break
    case nil where property.hasDefault: try property.writeDefault(to: &writer)
    case nil: try writer.write(property.columns.map { _ in .null })
    }
  }

  /// Updates a stored row as a model with the values of a new one would: relationships without a target stay.
  mutating func update(
    _ key: Int64, _ row: BatchRow, _ references: [Target], _ targets: inout BatchTargets,
    _ announcements: inout SaveAnnouncements
  ) throws {
    var assignments: [String] = []
    var values: [SQLiteValue] = []
    var names: [String] = []
    for property in table.properties.stored where !(property is RelationshipProperty) {
      var writer = ColumnWriter()
      try write(property, row, to: &writer)
      assignments += property.columns.map { "\(EntityTable.column($0)) = ?" }
      values += writer.values.isEmpty ? [writer.value] : writer.values
      names.append(property.storedName)
    }
    for target in references where target.key > 0 {
      let (property, column) = (target.relation.property, EntityTable.column(target.relation.property))
      let former = try connection.integer(
        "SELECT \(column) FROM \(table.name) WHERE \(EntityTable.keyColumn) = ?", [.integer(key)])
      target.lists.note(former)
      target.enter()
      assignments.append("\(column) = ?")
      values.append(.integer(target.key))
      names.append(property.storedName)
      guard target.relation.ordersInverse else { continue }
      assignments.append("\(EntityTable.positionColumn(property)) = ?")
      values.append(.integer(target.place))
    }
    try connection.run(
      "\(SQL.update) \(table.name) SET \(assignments.joined(separator: ", ")) WHERE \(EntityTable.keyColumn) = ?",
      values + [.integer(key)])
    try addToLists(of: key, row, &targets)
    let lists = table.properties.relationships.filter(\.isToMany).map(\.storedName)
    announcements.noteUpdate(table.identity, key, names + lists)
  }

  private mutating func addToLists(of key: Int64, _ row: BatchRow, _ targets: inout BatchTargets) throws {
    for (index, list) in content.lists.enumerated() {
      guard case .set(let given) = list.change else { continue }
      let relation = table.relations[list.property.ordinal]
      if lists.count == index { lists.append(try BatchListWriter(relation, connection)) }
      try lists[index].append(try given(row).map { try targets.key(of: $0, relation) }, to: key)
    }
  }

  func announce(_ announcements: inout SaveAnnouncements) {
    for list in lists { list.announce(&announcements) }
  }
}

extension EntityTable {
  /// The keys of those rows that are of exactly this class.
  fileprivate func keysOfOwnClass(_ keys: [Int64], on connection: Connection) throws -> [Int64] {
    guard let condition = exactClassCondition else { return keys }
    return try connection.integers(
      "SELECT \(Self.keyColumn) FROM \(name) WHERE \(Self.keyColumn) IN (SELECT value FROM json_each(?)) AND \(condition)",
      [.text(SQLiteValue.jsonList(keys))])
  }
}
