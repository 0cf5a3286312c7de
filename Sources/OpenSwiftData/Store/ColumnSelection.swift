/// The columns that a statement reads of each row, and the properties that they belong to.
final class ColumnSelection: Sendable {
  /// A property and the index of its first column.
  struct Property: Sendable {
    let property: ModelProperty
    let column: Int32
  }

  /// The key's column and those of the properties, quoted.
  let sql: String
  /// The properties, in the order of their columns.
  let properties: [Property]
  /// Whether properties are left out.
  let isPartial: Bool
  /// Whether rows may be of several classes, see `resolved(of:_:)`.
  let hasSubclasses: Bool
  /// The tables and columns of the subclasses, by the name of the class, which is then a row's second column.
  private let subclasses: [String: (table: EntityTable, columns: ColumnSelection)]

  /// How many columns are read, the key's included.
  let columnCount: Int32
  /// The properties with their first columns; unretained, since retaining costs as much as reading a number.
  private let places: [(property: Unmanaged<ModelProperty>, column: Int32)]

  /// Selects those of the stored properties of a class and of its subclasses whose slots are wanted; nil for all.
  init(_ properties: [ModelProperty], subtables: [EntityTable], slots: Set<Int>? = nil) {
    var columns = [EntityTable.keyColumn] + (subtables.isEmpty ? [] : [EntityTable.classColumn])
    var places: [ObjectIdentifier: Int32] = [:]
    for property in properties + subtables.flatMap(\.properties.stored)
    where slots?.contains(property.slot) != false && places[ObjectIdentifier(property)] == nil {
      places[ObjectIdentifier(property)] = Int32(columns.count)
      columns += property.columns.map(EntityTable.column)
    }
    let (sql, count) = (columns.joined(separator: ", "), Int32(columns.count))
    self.sql = sql
    self.properties = Self.placed(properties, places)
    self.places = Self.unretained(self.properties)
    columnCount = count
    isPartial = self.properties.count < properties.count
    hasSubclasses = !subtables.isEmpty
    subclasses = Dictionary(
      uniqueKeysWithValues: subtables.map { table in
        (table.properties.entityName, (table, ColumnSelection(table.properties.stored, places, sql, count)))
      })
  }

  private init(
    _ properties: [ModelProperty], _ places: [ObjectIdentifier: Int32], _ sql: String, _ columnCount: Int32
  ) {
    self.sql = sql
    self.properties = Self.placed(properties, places)
    self.places = Self.unretained(self.properties)
    self.columnCount = columnCount
    isPartial = self.properties.count < properties.count
    hasSubclasses = false
    subclasses = [:]
  }

  private static func placed(_ properties: [ModelProperty], _ places: [ObjectIdentifier: Int32]) -> [Property] {
    properties.compactMap { property in
      places[ObjectIdentifier(property)].map { Property(property: property, column: $0) }
    }
  }

  /// The class of a statement's current row, and the columns of that class; throws if the schema has no such class.
  func resolved(of row: Statement, _ table: EntityTable) throws -> (table: EntityTable, columns: ColumnSelection) {
    guard hasSubclasses else { return (table, self) }
    let name = row.text(1)
    if name == table.properties.entityName { return (table, self) }
    guard let subclass = subclasses[name] else {
      throw SwiftDataError.unreadableValue("a row of the class \(name) as \(table.properties.entityName)")
    }
    return subclass
  }

  private static func unretained(_ properties: [Property]) -> [(property: Unmanaged<ModelProperty>, column: Int32)] {
    properties.map { (Unmanaged.passUnretained($0.property), $0.column) }
  }

  @inline(__always)
  func forEachPlace(_ body: (ModelProperty, Int32) throws -> Void) rethrows {
    for place in places {
      try place.property._withUnsafeGuaranteedRef { try body($0, place.column) }
    }
  }
}
