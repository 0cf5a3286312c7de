/// A hierarchy of classes in one table: a column says of which class a row is.
extension EntityTable {
  /// The quoted column with the name of a row's class; no property can be called like that.
  static let classColumn = quoted(classColumnName)

  /// The same, not quoted.
  static let classColumnName = "$type"

  /// The rows that were there before the first subclass are of the root's class.
  var classColumnDefinition: String {
    "\(Self.classColumn) TEXT NOT NULL DEFAULT \(Self.literal(hierarchy.root.entityName))"
  }

  var classIndexSQL: String {
    "CREATE INDEX IF NOT EXISTS \(Self.quoted("\(hierarchy.root.entityName)_\(Self.classColumnName)")) "
      + "ON \(name)(\(Self.classColumn))"
  }

  /// Whether rows may be of a class below this one, so that a row has to be read before there can be a model for it.
  var hasSubclasses: Bool { !subtables.isEmpty }

  /// The table as the class of a name sees it, this one or one below; nil if there is no such class.
  func table(ofClass name: String) -> EntityTable? {
    properties.entityName == name ? self : subtables.first { $0.properties.entityName == name }
  }

  /// Whether a model is of this class or of one below.
  func holds(_ model: any PersistentModel) -> Bool {
    guard hierarchy.hasSubentities else { return true }
    let type = type(of: model)
    return properties.modelType == type || subtables.contains { $0.properties.modelType == type }
  }

  /// Makes sure that a model is of exactly this class, before it gets the values of a row that is.
  ///
  /// - Throws: `SwiftDataError` if the store says otherwise than it did: no row changes its class.
  func check(_ model: any PersistentModel) throws {
    guard hierarchy.hasSubentities, properties.modelType != type(of: model) else { return }
    throw SwiftDataError.unreadableValue("a row of the class \(properties.entityName) as \(type(of: model))")
  }

  /// The names of all properties of the hierarchy, as the store knows them.
  var storedNames: [String] { hierarchy.members.flatMap(\.properties.own).map(\.storedName) }

  /// The condition for rows of exactly this class; nil if there is no other one.
  var exactClassCondition: String? { hierarchy.hasSubentities ? Self.classCondition([properties]) : nil }

  /// The condition for rows of some classes.
  ///
  /// - Parameter row: the alias of the table, nil where it has none.
  static func classCondition(_ classes: [ModelProperties], of row: String? = nil) -> String {
    let names = classes.map { literal($0.entityName) }.joined(separator: ", ")
    return "\(row.map { "\($0)." } ?? "")\(classColumn) IN (\(names))"
  }

  /// Those of some keys whose rows are of exactly this class.
  func keysOfExactClass(_ keys: [Int64], on connection: Connection) throws -> [Int64] {
    guard hasSubclasses, let condition = exactClassCondition else { return keys }
    return try connection.integers(
      "SELECT \(Self.keyColumn) FROM \(name) WHERE \(Self.keyColumn) IN (SELECT value FROM json_each(?)) AND \(condition)",
      [.text(SQLiteValue.jsonList(keys))])
  }

  /// A text in SQL.
  static func literal(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }
}
