/// The table of one entity: its identity and the SQL that reads and writes it.
///
/// One table per entity, one column per attribute, named alike: a person can read it with any SQLite tool.
final class EntityTable: Sendable {
  let identity: EntityIdentity
  let properties: ModelProperties
  /// The relationships, by their ordinals.
  let relations: [Relation]
  /// The relationships of all entities that lead here and have no inverse.
  let incoming: [Relation]
  /// The relationships to one model whose inverse is an ordered list: each has a column for the place in that list.
  let positions: [Relation]
  /// The full-text indexes of the columns that have one.
  let fullText: [FullTextIndex]
  let name: String
  let insertSQL: String
  let selectByKeySQL: String
  /// Takes the keys as one JSON text.
  ///
  /// Source: https://www.sqlite.org/json1.html#jeach
  let selectByKeysSQL: String
  let deleteSQL: String
  /// All stored columns.
  let everything: ColumnSelection

  /// The name of the primary key's column.
  static let keyColumn = "id"

  /// Whether the entity's models are at an end of a relationship.
  let isRelated: Bool

  init(_ entity: Schema.Entity, store: String) {
    let properties = entity.properties
    self.properties = properties
    relations = entity.relations
    incoming = entity.incoming
    isRelated = entity.isRelated
    positions = entity.relations.filter(\.ordersInverse)
    identity = EntityIdentity(store: store, entity: properties.entityName)
    fullText = FullTextSchema(properties).indexes
    name = Self.quoted(properties.entityName)
    let names = properties.stored.flatMap(\.columns).map(Self.column)
    everything = ColumnSelection(properties.stored, isPartial: false)
    let written = [Self.keyColumn] + names + positions.map { Self.positionColumn($0.property) }
    insertSQL =
      "INSERT INTO \(name)(\(written.joined(separator: ", "))) VALUES(\(written.map { _ in "?" }.joined(separator: ", ")))"
    selectByKeySQL = "SELECT \(everything.sql) FROM \(name) WHERE \(Self.keyColumn) = ?"
    selectByKeysSQL =
      "SELECT \(everything.sql) FROM \(name) WHERE \(Self.keyColumn) IN (SELECT value FROM json_each(?))"
    deleteSQL = "DELETE FROM \(name) WHERE \(Self.keyColumn) = ?"
  }

  /// An UPDATE of some of the stored properties.
  func updateSQL(_ changed: [ModelProperty]) -> String {
    let assignments = changed.flatMap(\.columns).map { "\(Self.column($0)) = ?" }.joined(separator: ", ")
    return "UPDATE \(name) SET \(assignments) WHERE \(Self.keyColumn) = ?"
  }

  /// The statements that create the table, its indexes and its tables of pairs.
  var creationSQL: [String] { [tableSQL] + indexSQL + joinTables.flatMap(\.creationSQL) }

  /// The statement that creates the table.
  ///
  /// `AUTOINCREMENT` never gives out a key twice: https://www.sqlite.org/autoinc.html
  var tableSQL: String {
    let definitions = properties.stored.flatMap(\.columns).map(Self.definition)
    let places = positions.map { "\(Self.positionColumn($0.property)) INTEGER" }
    let all = ["\(Self.keyColumn) INTEGER PRIMARY KEY AUTOINCREMENT"] + definitions + places
    return "CREATE TABLE \(name)(\(all.joined(separator: ", ")))"
  }

  /// The statements that create the indexes.
  var indexSQL: [String] {
    properties.indexes.map { indexSQL($0, unique: false) } + properties.uniques.map { indexSQL($0, unique: true) }
      + relations.compactMap(foreignKeyIndexSQL)
  }

  /// The tables of pairs that are created along with this one.
  var joinTables: [JoinTable] {
    relations.compactMap { relation in
      guard case .joinTable(let join) = relation.storage, join.end != .second else { return nil }
      return join
    }
  }

  private func foreignKeyIndexSQL(_ relation: Relation) -> String? {
    guard case .foreignKey = relation.storage else { return nil }
    let title = Self.quoted("\(properties.entityName).\(relation.property.name)")
    let place = relation.ordersInverse ? ", \(Self.positionColumn(relation.property))" : ""
    return "CREATE INDEX IF NOT EXISTS \(title) ON \(name)(\(Self.column(relation.property))\(place))"
  }

  /// The quoted column with the place of a row in the list at the other end of a relationship to one model.
  static func positionColumn(_ property: ModelProperty) -> String { quoted(positionColumnName(property.name)) }

  /// The same, not quoted.
  static func positionColumnName(_ property: String) -> String { "\(property).position" }

  func indexSQL(_ names: [String], unique: Bool) -> String {
    let title = Self.quoted("\(properties.entityName)_\(names.joined(separator: "_"))\(unique ? "_unique" : "")")
    let columns = names.map { Self.quoted(Self.columnName($0)) }.joined(separator: ", ")
    return "CREATE \(unique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(title) ON \(name)(\(columns))"
  }

  private static func definition(of column: ModelColumn) -> String {
    "\(Self.column(column)) \(column.type)\(column.isOptional ? "" : " NOT NULL")"
  }

  /// The quoted name of a property's first column, which for most is the only one.
  static func column(_ property: ModelProperty) -> String { column(property.columns[0]) }

  /// The quoted name of a column.
  static func column(_ column: ModelColumn) -> String { column.quotedName }

  /// A property called `id` is not the primary key, so its column is called otherwise.
  static func columnName(_ property: String) -> String {
    property.lowercased() == keyColumn ? "\(property)_" : property
  }

  /// The property behind a column's name.
  static func propertyName(_ column: String) -> String {
    column.lowercased() == "\(keyColumn)_" ? String(column.dropLast()) : column
  }

  /// Quotes an identifier.
  ///
  /// Source: https://www.sqlite.org/lang_keywords.html
  static func quoted(_ name: String) -> String {
    let doubled = name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    return "\"\(doubled)\""
  }
}
