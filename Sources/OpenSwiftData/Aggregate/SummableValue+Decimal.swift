import Foundation

extension Decimal: SummableValue {
  /// Decimals add up exactly.
  public typealias Sum = Decimal
  /// The average of decimals, to as many digits as a decimal has.
  public typealias Average = Decimal

  /// The exact sum.
  ///
  /// Why it isn't SQLite's: https://www.sqlite.org/floatingpoint.html
  public static func _sumSQL(_ column: String) -> String { "decimal_sum(\(column))" }

  /// The exact sum and the count.
  public static func _averageSQL(_ column: String) -> [String] { ["decimal_sum(\(column))", "count(\(column))"] }

  /// Divides the sum by the count.
  public static func _average(_ columns: [ColumnReader]) throws -> Decimal {
    try Decimal._read(columns[0]) / Decimal(columns[1].integer)
  }
}
