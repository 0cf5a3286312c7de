extension Aggregate where Value == Int {
  /// How many rows there are.
  public static var count: Aggregate {
    Aggregate(nil, columns: { _ in ["count(*)"] }, value: { _, columns in try Int._read(ColumnReader(columns[0])) })
  }

  /// How many rows have a value other than nil.
  public static func count<Attribute>(_ keyPath: any KeyPath<Model, Attribute> & Sendable) -> Aggregate {
    Aggregate(keyPath, columns: { ["count(\($0))"] }, value: { _, columns in try Int._read(ColumnReader(columns[0])) })
  }

  /// How many different values other than nil there are.
  public static func count<Attribute>(distinct keyPath: any KeyPath<Model, Attribute> & Sendable) -> Aggregate {
    Aggregate(
      keyPath, columns: { ["count(DISTINCT \($0))"] }, value: { _, columns in try Int._read(ColumnReader(columns[0])) })
  }
}
