/// The columns that a statement reads of each row, and the properties that they belong to.
struct ColumnSelection: Sendable {
  /// The key's column and those of the properties, quoted.
  let sql: String
  /// The properties, in the order of their columns.
  let properties: [ModelProperty]
  /// Whether properties are left out.
  let isPartial: Bool
  /// How many columns are read, the key's included.
  let columnCount: Int32
  /// The properties with their first columns; unretained, because that would cost as much as to read a number.
  private let places: [(property: Unmanaged<ModelProperty>, column: Int32)]

  init(_ properties: [ModelProperty], isPartial: Bool) {
    let names = properties.flatMap(\.columns).map(EntityTable.column)
    sql = ([EntityTable.keyColumn] + names).joined(separator: ", ")
    self.properties = properties
    self.isPartial = isPartial
    var column: Int32 = 1
    places = properties.map { property in
      defer { column += Int32(property.columns.count) }
      return (Unmanaged.passUnretained(property), column)
    }
    columnCount = column
  }

  /// Calls the body with each property and its first column.
  @inline(__always)
  func forEachPlace(_ body: (ModelProperty, Int32) throws -> Void) rethrows {
    for place in places {
      try place.property._withUnsafeGuaranteedRef { try body($0, place.column) }
    }
  }
}
