/// Inserts many rows of one entity, whose columns keep values as they are given.
///
/// It is prepared once, and a value is bound by the place of its property: a first pull is made of such rows.
package final class RowInsertion {
  /// A value that a column can hold.
  package enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  /// An attribute or a reference.
  private struct Property {
    let name: String
    let column: ModelColumn
    let isReference: Bool
    let parameter: Int32
    /// The relationship with the order of the list at the other end; nil if that has none.
    let list: Relation?
  }

  /// The statement that adds a member to the row's list at one end of a pair.
  private struct Pair {
    let relation: Relation
    let statement: Statement
  }

  /// The names of attributes and references, sorted.
  package let names: [String]

  private let table: EntityTable
  private let connection: Connection
  private let statement: Statement
  private let properties: [Property]
  private let pairs: [Pair]
  /// The lists that get longer with the row.
  private var lists: [(relation: Relation, owner: Int64)] = []

  /// - Parameter pairs: the names of the relationships to many that can be given members.
  /// - Returns: nil for an entity with values that take several columns, or are kept in another form.
  init?(_ table: EntityTable, pairs: [String], on connection: Connection) throws {
    self.table = table
    self.connection = connection
    var properties: [Property] = []
    // The first parameter is the key, and null makes a new one.
    var parameter: Int32 = 2
    for property in table.properties.stored {
      let isReference = property.destination != nil
      guard property.columns.count == 1, !property.isComposite, isReference || property.columns[0].holdsValue else {
        return nil
      }
      properties.append(
        Property(
          name: property.name, column: property.columns[0], isReference: isReference, parameter: parameter,
          list: table.positions.first { $0.property === property }))
      parameter += 1
    }
    self.properties = properties.sorted { $0.name < $1.name }
    names = self.properties.map(\.name)
    var found: [Pair] = []
    for name in pairs {
      guard let relation = table.relations.first(where: { $0.property.name == name }), !relation.isSymmetric,
        case .joinTable(let join) = relation.storage
      else { return nil }
      found.append(Pair(relation: relation, statement: try Statement(join.insertionAtTheEnd, on: connection)))
    }
    self.pairs = found
    statement = try Statement(table.insertSQL + " ON CONFLICT DO NOTHING", on: connection)
    for index in table.positions.indices {
      try statement.bind(ReplicationTransaction.lastPlace, at: parameter + Int32(index))
    }
  }

  /// Binds an attribute.
  ///
  /// - Parameter place: that of its name in `names`.
  /// - Returns: whether the column keeps it as it is given; columns convert what is of another type, and have defaults.
  package func bind(_ value: Value, at place: Int) throws -> Bool {
    let (column, parameter) = (properties[place].column, properties[place].parameter)
    // https://www.sqlite.org/datatype3.html#type_affinity_of_a_column
    switch (value, column.type) {
    case (.null, _) where column.isOptional: try statement.bindNull(at: parameter)
    case (.integer(let integer), "INTEGER"): try statement.bind(integer, at: parameter)
    case (.text(let text), "TEXT"): try statement.bind(text, at: parameter)
    case (.blob(let bytes), "TEXT"), (.blob(let bytes), "BLOB"):
      try bytes.withUnsafeBytes { try statement.bind($0, at: parameter) }
    // NaN becomes NULL, and zero has no sign.
    case (.real(let real), "REAL") where !real.isNaN && real != 0: try statement.bind(real, at: parameter)
    default: return false
    }
    return true
  }

  /// Binds a reference.
  ///
  /// - Parameters:
  ///   - key: that of a row which is there; nil for none.
  ///   - place: that of its name in `names`.
  package func bind(reference key: Int64?, at place: Int) throws {
    let property = properties[place]
    guard let key else { return try statement.bindNull(at: property.parameter) }
    try statement.bind(key, at: property.parameter)
    if let list = property.list { lists.append((list, key)) }
  }

  /// Inserts the row with what is bound.
  ///
  /// - Returns: its key; nil if another row has its unique value.
  func insert(_ announcements: inout SaveAnnouncements) throws -> Int64? {
    defer { lists.removeAll(keepingCapacity: true) }
    _ = try statement.step()
    statement.reset()
    guard connection.changedRowCount > 0 else { return nil }
    let key = connection.lastInsertedKey
    announcements.noteInsertion(table.identity, key)
    for list in lists { announcements.noteList(list.relation, of: list.owner) }
    return key
  }

  /// Forgets what was bound for a row that is not inserted.
  package func discard() { lists.removeAll(keepingCapacity: true) }

  /// Adds a member to a list of a row that was inserted just now.
  ///
  /// - Parameter place: that of the relationship among those that can be given members.
  func add(_ member: Int64, to key: Int64, pair place: Int, _ announcements: inout SaveAnnouncements) throws {
    let pair = pairs[place]
    try pair.statement.bind(key, at: 1)
    try pair.statement.bind(member, at: 2)
    _ = try pair.statement.step()
    pair.statement.reset()
    announcements.noteList(pair.relation, of: member)
  }
}

extension JoinTable {
  /// Adds a pair of an owner and a target, the last one in both lists.
  fileprivate var insertionAtTheEnd: String {
    let places = [positionColumn, inversePositionColumn].compactMap(\.self)
    return """
      INSERT OR IGNORE INTO \(SQL.quoted(name))(\(([ownerColumn, targetColumn] + places).joined(separator: ", "))) \
      VALUES(?1, ?2\(places.map { _ in ", \(ReplicationTransaction.lastPlace)" }.joined()))
      """
  }
}
