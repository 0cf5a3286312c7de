/// The table of one entity: its identity and the SQL that reads and writes it.
///
/// One table per entity, one column per attribute, named alike: a person can read it with any SQLite tool. Entities
/// that inherit from one another share the root's table, in which a column names the class of each row.
final class EntityTable: Sendable {
  /// The store and the root entity: a row has one identity, through whichever class it is reached.
  let identity: EntityIdentity
  let properties: ModelProperties
  /// The entities whose rows are in the table.
  let hierarchy: EntityHierarchy
  /// The classes that inherit from this one, at all levels.
  let subtables: [EntityTable]
  /// The SQL condition for rows of this class and its subclasses; nil if all rows are.
  let classCondition: String?
  /// The relationships, by their ordinals.
  let relations: [Relation]
  /// Whether the entity takes part in any relationship.
  let isRelated: Bool
  /// The relationships without inverse, of all entities, that refer to this one.
  let incoming: [Relation]
  /// The relationships to one model whose inverse is an ordered list: each has a column for the position in that list.
  let positions: [Relation]
  /// The full-text indexes of the columns that have one.
  let fullText: [FullTextIndex]
  let name: String
  /// Inserts a row; its parameters are the key, then the columns of `inserted`, then `positions`.
  let insertSQL: String
  let selectByKeySQL: String
  /// Selects the rows of the keys that are bound as one JSON text (https://www.sqlite.org/json1.html#jeach).
  let selectByKeysSQL: String
  /// Selects the larger of the table's largest key and its count in `sqlite_sequence`.
  let lastKeySQL: String
  /// All stored columns, those of subclasses included.
  let everything: ColumnSelection
  /// The stored columns of the class itself.
  let inserted: ColumnSelection

  static let keyColumn = "id"

  /// - Parameter hasFullText: whether the store's full-text indexes are complete.
  init(_ entity: Schema.Entity, store: String, hasFullText: Bool = true) {
    let properties = entity.properties
    self.properties = properties
    hierarchy = entity.hierarchy
    let children = entity.hierarchy.children(of: entity.index).map {
      EntityTable(Schema.Entity(hierarchy: entity.hierarchy, index: $0), store: store, hasFullText: hasFullText)
    }
    subtables = children.flatMap { [$0] + $0.subtables }
    let condition = entity.isRoot ? nil : Self.classCondition([properties] + subtables.map(\.properties))
    classCondition = condition
    relations = entity.relations
    incoming = entity.incoming
    isRelated = entity.isRelated
    positions = entity.relations.filter(\.ordersInverse)
    identity = EntityIdentity(store: store, entity: properties.tableName)
    fullText = hasFullText ? FullTextSchema(entity.hierarchy).indexes : []
    name = SQL.quoted(properties.tableName)
    everything = ColumnSelection(properties.stored, subtables: subtables)
    inserted = subtables.isEmpty ? everything : ColumnSelection(properties.stored, subtables: [])
    insertSQL = Self.insertSQL(properties, positions, hasClasses: entity.hierarchy.hasSubentities)
    let rows = "FROM \(name) WHERE \(condition.map { "\($0) AND " } ?? "")\(Self.keyColumn)"
    selectByKeySQL = "SELECT \(everything.sql) \(rows) = ?"
    selectByKeysSQL = "SELECT \(everything.sql) \(rows) IN (SELECT value FROM json_each(?))"
    let lastRow = "SELECT max(\(Self.keyColumn)) FROM \(name)"
    let count = "SELECT seq FROM sqlite_sequence WHERE name = \(SQL.literal(properties.tableName))"
    lastKeySQL = "SELECT max(ifnull((\(count)), 0), ifnull((\(lastRow)), 0))"
  }

  private static func insertSQL(_ properties: ModelProperties, _ positions: [Relation], hasClasses: Bool) -> String {
    let columns = properties.stored.flatMap(\.columns).map(Self.column) + positions.map { positionColumn($0.property) }
    let written = [keyColumn] + columns + (hasClasses ? [classColumn] : [])
    let values = ([keyColumn] + columns).map { _ in "?" } + (hasClasses ? [SQL.literal(properties.entityName)] : [])
    return "\(SQL.insert) \(SQL.quoted(properties.tableName))(\(written.joined(separator: ", "))) "
      + "VALUES(\(values.joined(separator: ", ")))"
  }

  /// The `UPDATE` of some of the stored properties of one row.
  func updateSQL(_ changed: [ModelProperty]) -> String {
    let assignments = changed.flatMap(\.columns).map { "\(Self.column($0)) = ?" }.joined(separator: ", ")
    return "\(SQL.update) \(name) SET \(assignments) WHERE \(Self.keyColumn) = ?"
  }

  /// The quoted column with the position of a row in the list at the other end of a relationship to one model.
  static func positionColumn(_ property: ModelProperty) -> String {
    SQL.quoted(positionColumnName(property.storedName))
  }

  /// The same, not quoted.
  static func positionColumnName(_ property: String) -> String { "\(property).position" }

  /// The quoted name of a property's first column, for most the only one.
  static func column(_ property: ModelProperty) -> String { column(property.columns[0]) }

  static func column(_ column: ModelColumn) -> String { column.quotedName }

  /// The unquoted column of a property; one called `id` gets another name, since `id` is the primary key.
  static func columnName(_ property: String) -> String {
    property.lowercased() == keyColumn ? "\(property)_" : property
  }

  /// The reverse of `columnName(_:)`.
  static func propertyName(_ column: String) -> String {
    column.lowercased() == "\(keyColumn)_" ? String(column.dropLast()) : column
  }
}

extension EntityTable {
  /// The quoted column with the name of a row's class; no property can have this name.
  static let classColumn = SQL.quoted(classColumnName)
  /// The same, not quoted.
  static let classColumnName = "$type"

  /// Rows from before there was a subclass are of the root's class.
  var classColumnDefinition: String {
    "\(Self.classColumn) TEXT NOT NULL DEFAULT \(SQL.literal(hierarchy.root.entityName))"
  }

  var classIndexSQL: String {
    "CREATE INDEX IF NOT EXISTS \(SQL.quoted("\(hierarchy.root.entityName)_\(Self.classColumnName)")) "
      + "ON \(name)(\(Self.classColumn))"
  }

  /// Whether rows may be of a subclass, so that a row has to be read before a model can be made for it.
  var hasSubclasses: Bool { !subtables.isEmpty }

  /// The table of this class or a subclass by the name of the class.
  func table(ofClass name: String) -> EntityTable? {
    properties.entityName == name ? self : subtables.first { $0.properties.entityName == name }
  }

  /// Whether a model is of this class or a subclass.
  func holds(_ model: any PersistentModel) -> Bool {
    guard hierarchy.hasSubentities else { return true }
    let type = type(of: model)
    return properties.modelType == type || subtables.contains { $0.properties.modelType == type }
  }

  /// Throws unless a model is of exactly this class: the class of a row must not change.
  func check(_ model: any PersistentModel) throws {
    guard hierarchy.hasSubentities, properties.modelType != type(of: model) else { return }
    throw SwiftDataError.unreadableValue("a row of the class \(properties.entityName) as \(type(of: model))")
  }

  /// The stored names of all properties of the hierarchy.
  var storedNames: [String] { hierarchy.members.flatMap(\.properties.own).map(\.storedName) }
  /// The condition for rows of exactly this class; nil if there is no other class.
  var exactClassCondition: String? { hierarchy.hasSubentities ? Self.classCondition([properties]) : nil }

  /// The condition for rows of some classes; `row` is the alias of the table, if it has one.
  static func classCondition(_ classes: [ModelProperties], of row: String? = nil) -> String {
    let names = classes.map { SQL.literal($0.entityName) }.joined(separator: ", ")
    return "\(row.map { "\($0)." } ?? "")\(classColumn) IN (\(names))"
  }

  /// Filters keys to those whose rows are of exactly this class.
  func keysOfExactClass(_ keys: [Int64], on connection: Connection) throws -> [Int64] {
    guard hasSubclasses, let condition = exactClassCondition else { return keys }
    return try connection.integers(
      "SELECT \(Self.keyColumn) FROM \(name) WHERE \(Self.keyColumn) IN (SELECT value FROM json_each(?)) AND \(condition)",
      [.text(SQLiteValue.jsonList(keys))])
  }

  /// Whether an index can return the rows in the order of a column.
  func hasIndex(beginningWith column: ModelColumn) -> Bool {
    properties.indexes.contains { $0.first == column.name }
      || properties.uniques.contains { $0.first == column.name }
  }

  /// Whether an index, a unique one, or a full-text one, has to follow when one of some columns is written.
  func hasIndex(ofAny columns: [ModelColumn]) -> Bool {
    let indexed = Set(hierarchy.members.map(\.properties).flatMap { ($0.ownIndexes + $0.ownUniques).joined() })
    let texts = Set(hierarchy.fullText)
    return columns.contains { indexed.contains($0.name) || texts.contains(Self.columnName($0.name)) }
  }

  /// Whether an index returns the rows in the order of some columns, and equal ones by their keys.
  func hasIndex(of columns: [ModelColumn]) -> Bool {
    let names = columns.map(\.name)
    return properties.indexes.contains(names) || properties.uniques.contains(names)
  }
}
