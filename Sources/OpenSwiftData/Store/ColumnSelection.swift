/// The columns that a statement reads of each row, and the properties that they belong to.
struct ColumnSelection: Sendable {
  /// The key's column and those of the properties, quoted.
  let sql: String
  /// The properties, in the order of their columns.
  let properties: [ModelProperty]
  /// Whether properties are left out.
  let isPartial: Bool

  init(_ properties: [ModelProperty], isPartial: Bool) {
    let names = properties.flatMap(\.columns).map(EntityTable.column)
    sql = ([EntityTable.keyColumn] + names).joined(separator: ", ")
    self.properties = properties
    self.isPartial = isPartial
  }
}
