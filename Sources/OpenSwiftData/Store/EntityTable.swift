/// The table of one entity: its identity and the SQL that reads and writes it.
///
/// One table per entity, one column per attribute, named alike: a person can read it with any SQLite tool. Entities that
/// inherit from one another share the root's table, see `EntityTable+Classes`; each looks at it in its own way.
final class EntityTable: Sendable {
  /// The store and the entity at the root of the hierarchy: a row has one identity, by whichever class it is reached.
  let identity: EntityIdentity
  let properties: ModelProperties
  /// What is kept in the table, whatever the class.
  let hierarchy: EntityHierarchy
  /// The classes that inherit from this one, at all levels.
  let subtables: [EntityTable]
  /// Narrows the rows of the table to those of this class and its subclasses; nil if that are all.
  let classCondition: String?
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
  /// All stored columns, those of subclasses included.
  let everything: ColumnSelection
  /// The stored columns of the class itself.
  let inserted: ColumnSelection

  /// The name of the primary key's column.
  static let keyColumn = "id"

  /// Whether the entity's models are at an end of a relationship.
  let isRelated: Bool

  /// - Parameter hasFullText: whether the store's full-text indexes can be relied on.
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
    name = Self.quoted(properties.tableName)
    everything = ColumnSelection(properties.stored, subtables: subtables)
    inserted = subtables.isEmpty ? everything : ColumnSelection(properties.stored, subtables: [])
    insertSQL = Self.insertSQL(properties, positions, hasClasses: entity.hierarchy.hasSubentities)
    let rows = "FROM \(name) WHERE \(condition.map { "\($0) AND " } ?? "")\(Self.keyColumn)"
    selectByKeySQL = "SELECT \(everything.sql) \(rows) = ?"
    selectByKeysSQL = "SELECT \(everything.sql) \(rows) IN (SELECT value FROM json_each(?))"
  }

  private static func insertSQL(_ properties: ModelProperties, _ positions: [Relation], hasClasses: Bool) -> String {
    let columns = properties.stored.flatMap(\.columns).map(Self.column) + positions.map { positionColumn($0.property) }
    let written = [keyColumn] + columns + (hasClasses ? [classColumn] : [])
    let values = ([keyColumn] + columns).map { _ in "?" } + (hasClasses ? [literal(properties.entityName)] : [])
    return "INSERT INTO \(quoted(properties.tableName))(\(written.joined(separator: ", "))) "
      + "VALUES(\(values.joined(separator: ", ")))"
  }

  /// An UPDATE of some of the stored properties.
  func updateSQL(_ changed: [ModelProperty]) -> String {
    let assignments = changed.flatMap(\.columns).map { "\(Self.column($0)) = ?" }.joined(separator: ", ")
    return "UPDATE \(name) SET \(assignments) WHERE \(Self.keyColumn) = ?"
  }

  /// The quoted column with the place of a row in the list at the other end of a relationship to one model.
  static func positionColumn(_ property: ModelProperty) -> String { quoted(positionColumnName(property.storedName)) }

  /// The same, not quoted.
  static func positionColumnName(_ property: String) -> String { "\(property).position" }

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
