import Foundation

/// A number that SQL can add up.
public protocol SummableValue: ColumnValue, SendableMetatype {
  /// What a sum of such numbers is.
  associatedtype Sum: ColumnValue & AdditiveArithmetic & Sendable
  /// What an average of such numbers is.
  associatedtype Average: ColumnValue & Sendable

  /// The SQL of the sum of a column.
  static func _sumSQL(_ column: String) -> String

  /// The SQL of the columns that an average is made of.
  static func _averageSQL(_ column: String) -> [String]

  /// Makes an average of its columns, none of which is NULL.
  static func _average(_ columns: [ColumnReader]) throws -> Average
}

extension SummableValue {
  /// SQLite's sum, which fails rather than to overflow.
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
  /// An average has fractions.
  public typealias Average = Double
}

extension Int8: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
  /// An average has fractions.
  public typealias Average = Double
}

extension Int16: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
  /// An average has fractions.
  public typealias Average = Double
}

extension Int32: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
  /// An average has fractions.
  public typealias Average = Double
}

extension Int64: SummableValue {
  /// Integers add up to an integer.
  public typealias Sum = Int64
  /// An average has fractions.
  public typealias Average = Double
}

extension UInt8: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
  /// An average has fractions.
  public typealias Average = Double
}

extension UInt16: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
  /// An average has fractions.
  public typealias Average = Double
}

extension UInt32: SummableValue {
  /// Small integers add up to larger ones.
  public typealias Sum = Int
  /// An average has fractions.
  public typealias Average = Double
}

extension Double: SummableValue {
  /// Floating-point numbers add up to one.
  public typealias Sum = Double
  /// An average has fractions.
  public typealias Average = Double
}

extension Float: SummableValue {
  /// Small floating-point numbers add up to a precise one.
  public typealias Sum = Double
  /// An average has fractions.
  public typealias Average = Double
}
