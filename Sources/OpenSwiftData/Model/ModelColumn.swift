/// One column of an entity's table, as a property declares it.
struct ModelColumn: Sendable {
  /// The name, not quoted.
  let name: String
  /// The name of the column in statements.
  let quotedName: String
  /// The declared type of the column.
  let type: String
  /// Whether the column may be NULL.
  let isOptional: Bool
  /// Whether SQLite orders the column as Swift orders the values.
  let ordersLikeSQL: Bool
  /// Whether the column holds the value itself, so that SQL can compare it with one.
  let holdsValue: Bool
  /// How the values look to predicates.
  let kind: SQLKind

  init(
    _ name: String, _ type: String, isOptional: Bool, ordersLikeSQL: Bool = true, holdsValue: Bool = true,
    kind: SQLKind = .opaque
  ) {
    self.name = name
    quotedName = EntityTable.quoted(EntityTable.columnName(name))
    self.type = type
    self.isOptional = isOptional
    self.ordersLikeSQL = ordersLikeSQL
    self.holdsValue = holdsValue
    self.kind = kind
  }

  /// The same column under another name, or one that may be NULL.
  func with(name: String? = nil, isOptional: Bool? = nil) -> ModelColumn {
    ModelColumn(
      name ?? self.name, type, isOptional: isOptional ?? self.isOptional, ordersLikeSQL: ordersLikeSQL,
      holdsValue: holdsValue, kind: kind)
  }
}
