// Stored shifted by 2^63, so SQLite's own sum and average would be those of the shifted numbers.
extension UInt64: SummableValue {
  /// Integers add up to an integer.
  public typealias Sum = UInt64
  /// An average has fractions.
  public typealias Average = Double

  /// The sum of the numbers that are meant.
  public static func _sumSQL(_ column: String) -> String { "unsigned_sum(\(column))" }

  /// The average of the numbers that are meant.
  public static func _averageSQL(_ column: String) -> [String] { ["avg(\(column) + 9223372036854775808.0)"] }
}

extension UInt: SummableValue {
  /// Integers add up to an integer.
  public typealias Sum = UInt
  /// An average has fractions.
  public typealias Average = Double

  /// The sum of the numbers that are meant.
  public static func _sumSQL(_ column: String) -> String { UInt64._sumSQL(column) }

  /// The average of the numbers that are meant.
  public static func _averageSQL(_ column: String) -> [String] { UInt64._averageSQL(column) }
}
