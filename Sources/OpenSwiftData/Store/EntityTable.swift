/// The table of one entity: its identity and the SQL that reads and writes it.
///
/// One table per entity, one column per attribute, named alike: a person can read it with any SQLite tool.
struct EntityTable: Sendable {
  let identity: EntityIdentity
  let properties: ModelProperties
  let name: String
  let insertSQL: String
  let selectByKeySQL: String
  let deleteSQL: String
  /// `id` and the stored columns, in the order of the properties.
  let columns: String

  /// The name of the primary key's column.
  static let keyColumn = "id"

  init(_ properties: ModelProperties, store: String) {
    self.properties = properties
    identity = EntityIdentity(store: store, entity: properties.entityName)
    name = Self.quoted(properties.entityName)
    let names = properties.stored.map { Self.quoted(Self.columnName($0.name)) }
    columns = ([Self.keyColumn] + names).joined(separator: ", ")
    insertSQL =
      names.isEmpty
      ? "INSERT INTO \(name) DEFAULT VALUES"
      : "INSERT INTO \(name)(\(names.joined(separator: ", "))) VALUES(\(names.map { _ in "?" }.joined(separator: ", ")))"
    selectByKeySQL = "SELECT \(columns) FROM \(name) WHERE \(Self.keyColumn) = ?"
    deleteSQL = "DELETE FROM \(name) WHERE \(Self.keyColumn) = ?"
  }

  /// An UPDATE of some of the stored properties.
  func updateSQL(_ changed: [ModelProperty]) -> String {
    let assignments = changed.map { "\(Self.column($0)) = ?" }.joined(separator: ", ")
    return "UPDATE \(name) SET \(assignments) WHERE \(Self.keyColumn) = ?"
  }

  /// The statements that create the table and its indexes.
  var creationSQL: [String] { [tableSQL] + indexSQL }

  /// The statement that creates the table.
  ///
  /// `AUTOINCREMENT` never gives out a key twice: https://www.sqlite.org/autoinc.html
  var tableSQL: String {
    let definitions = properties.stored.map(Self.definition)
    let all = ["\(Self.keyColumn) INTEGER PRIMARY KEY AUTOINCREMENT"] + definitions
    return "CREATE TABLE \(name)(\(all.joined(separator: ", ")))"
  }

  /// The statements that create the indexes.
  var indexSQL: [String] {
    properties.indexes.map { indexSQL($0, unique: false) } + properties.uniques.map { indexSQL($0, unique: true) }
  }

  func indexSQL(_ names: [String], unique: Bool) -> String {
    let title = Self.quoted("\(properties.entityName)_\(names.joined(separator: "_"))\(unique ? "_unique" : "")")
    let columns = names.map { Self.quoted(Self.columnName($0)) }.joined(separator: ", ")
    return "CREATE \(unique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(title) ON \(name)(\(columns))"
  }

  private static func definition(of property: ModelProperty) -> String {
    "\(column(property)) \(property.columnType)\(property.isOptional ? "" : " NOT NULL")"
  }

  /// The quoted column of a property.
  static func column(_ property: ModelProperty) -> String { quoted(columnName(property.name)) }

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
