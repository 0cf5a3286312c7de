/// One column of an entity's table, as a property declares it.
struct ModelColumn: Sendable {
  /// The name, not quoted.
  let name: String
  /// The declared type of the column.
  let type: String
  /// Whether the column may be NULL.
  let isOptional: Bool
  /// Whether SQLite orders the column as Swift orders the values.
  let ordersLikeSQL: Bool

  init(_ name: String, _ type: String, isOptional: Bool, ordersLikeSQL: Bool = true) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.ordersLikeSQL = ordersLikeSQL
  }
}
