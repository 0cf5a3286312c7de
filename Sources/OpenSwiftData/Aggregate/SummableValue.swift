import Foundation

/// A number that SQL can add up and average.
public protocol SummableValue: ColumnValue, SendableMetatype {
  /// What a sum of such numbers is.
  associatedtype Sum: ColumnValue & AdditiveArithmetic & Sendable
  /// What an average of such numbers is: one with fractions.
  associatedtype Average: ColumnValue & Sendable = Double

  /// The SQL of the sum of a column.
  static func _sumSQL(_ column: String) -> String

  /// The SQL of the columns that an average is made of.
  static func _averageSQL(_ column: String) -> [String]

  /// Makes an average of its columns, none of which is NULL.
  static func _average(_ columns: [ColumnReader]) throws -> Average
}

extension SummableValue {
  /// SQLite's sum, which fails instead of overflowing.
  ///
  /// Source: https://www.sqlite.org/lang_aggfunc.html#sumunc
  public static func _sumSQL(_ column: String) -> String { "sum(\(column))" }

  /// SQLite's average, which is a floating-point number.
  public static func _averageSQL(_ column: String) -> [String] { ["avg(\(column))"] }
}

extension SummableValue where Average == Double {
  /// Reads the average.
  public static func _average(_ columns: [ColumnReader]) throws -> Double { columns.first?.real ?? 0 }
}

extension Int: SummableValue {
  /// Integers add up to an integer.
  public typealias Sum = Int
}

extension Int64: SummableValue {
  /// Integers add up to an integer.
  public typealias Sum = Int64
}

extension Int8: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
}

extension Int16: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
}

extension Int32: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
}

extension UInt8: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
}

extension UInt16: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
}

extension UInt32: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
}

// Stored shifted by 2^63, so SQLite's own sum and average would be those of the shifted numbers.
extension UInt64: SummableValue {
  /// Integers add up to an integer.
  public typealias Sum = UInt64

  /// The sum of the numbers that are meant.
  public static func _sumSQL(_ column: String) -> String { "unsigned_sum(\(column))" }

  /// The average of the numbers that are meant.
  public static func _averageSQL(_ column: String) -> [String] { ["avg(\(column) + 9223372036854775808.0)"] }
}

extension UInt: SummableValue {
  /// Integers add up to an integer.
  public typealias Sum = UInt

  /// The sum of the numbers that are meant.
  public static func _sumSQL(_ column: String) -> String { UInt64._sumSQL(column) }

  /// The average of the numbers that are meant.
  public static func _averageSQL(_ column: String) -> [String] { UInt64._averageSQL(column) }
}

extension Double: SummableValue {
  /// Floating-point numbers add up to one.
  public typealias Sum = Double
}

extension Float: SummableValue {
  /// Small floating-point numbers add up to a precise one.
  public typealias Sum = Double
}

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
