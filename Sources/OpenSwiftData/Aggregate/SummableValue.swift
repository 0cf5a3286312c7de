import Foundation

/// A number that SQL can add up and average.
public protocol SummableValue: ColumnValue, SendableMetatype {
  /// The type of a sum.
  associatedtype Sum: ColumnValue & AdditiveArithmetic & Sendable
  /// The type of an average, which has fractions.
  associatedtype Average: ColumnValue & Sendable = Double

  /// The SQL of a column's sum.
  static func _sumSQL(_ column: String) -> String

  /// The SQL expressions an average is computed from.
  static func _averageSQL(_ column: String) -> [String]

  /// Computes an average from its columns, none of which is NULL.
  static func _average(_ columns: [ColumnReader]) throws -> Average
}

extension SummableValue {
  /// SQLite's sum, which fails instead of overflowing.
  ///
  /// Source: https://www.sqlite.org/lang_aggfunc.html#sumunc
  public static func _sumSQL(_ column: String) -> String { "sum(\(column))" }

  /// SQLite's average, a floating-point number.
  public static func _averageSQL(_ column: String) -> [String] { ["avg(\(column))"] }
}

extension SummableValue where Average == Double {
  /// Reads the average.
  public static func _average(_ columns: [ColumnReader]) throws -> Double { columns.first?.real ?? 0 }
}

extension Int: SummableValue {
  /// The sum of integers.
  public typealias Sum = Int
}

extension Int64: SummableValue {
  /// The sum of integers.
  public typealias Sum = Int64
}

extension Int8: SummableValue {
  /// The sum of small integers is a larger one.
  public typealias Sum = Int
}

extension Int16: SummableValue {
  /// The sum of small integers is a larger one.
  public typealias Sum = Int
}

extension Int32: SummableValue {
  /// The sum of small integers is a larger one.
  public typealias Sum = Int
}

extension UInt8: SummableValue {
  /// The sum of small integers is a larger one.
  public typealias Sum = Int
}

extension UInt16: SummableValue {
  /// The sum of small integers is a larger one.
  public typealias Sum = Int
}

extension UInt32: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
}

// Stored shifted by 2^63, so SQLite's own functions would compute with the shifted numbers.
extension UInt64: SummableValue {
  /// The sum of integers.
  public typealias Sum = UInt64

  /// The sum without the shift.
  public static func _sumSQL(_ column: String) -> String { "unsigned_sum(\(column))" }

  /// The average without the shift.
  public static func _averageSQL(_ column: String) -> [String] { ["avg(\(column) + 9223372036854775808.0)"] }
}

extension UInt: SummableValue {
  /// The sum of integers.
  public typealias Sum = UInt

  /// The sum without the shift.
  public static func _sumSQL(_ column: String) -> String { UInt64._sumSQL(column) }

  /// The average without the shift.
  public static func _averageSQL(_ column: String) -> [String] { UInt64._averageSQL(column) }
}

extension Double: SummableValue {
  /// The sum of floating-point numbers.
  public typealias Sum = Double
}

extension Float: SummableValue {
  /// The sum of small floating-point numbers is a precise one.
  public typealias Sum = Double
}

extension Decimal: SummableValue {
  /// The exact sum.
  public typealias Sum = Decimal
  /// The average, to as many digits as a decimal has.
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
