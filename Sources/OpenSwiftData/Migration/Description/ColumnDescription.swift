/// One column of a table, as a store remembers it.
struct ColumnDescription: Codable, Hashable, Sendable {
  /// The name, not quoted.
  let name: String
  /// The declared type.
  let type: String
  /// Whether it may be NULL.
  let isOptional: Bool

  func combine(into hash: inout StableHash) {
    hash.combine(name)
    hash.combine(type)
    hash.combine(isOptional)
  }
}
