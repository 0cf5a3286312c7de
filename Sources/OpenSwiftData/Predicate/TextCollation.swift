import Foundation

/// An order of texts that SQLite lacks; connections know each one by its name.
enum TextCollation: String, Sendable, CaseIterable {
  /// Swift's own order, in which canonically equivalent texts are equal.
  case swift = "swift_text"
  /// The order of `String.StandardComparator.lexical`.
  case lexical = "lexical_text"
  /// The order of `localizedCompare`.
  case localized = "localized_text"
  /// The order of `localizedStandardCompare`.
  case localizedStandard = "localized_standard_text"
  /// The texts of decimal numbers in the order of the numbers.
  case decimal = "decimal_text"

  /// Compares two texts.
  func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch self {
    case .swift: Self.order(left, right)
    case .lexical: String.StandardComparator.lexical.compare(left, right)
    case .localized: left.localizedCompare(right)
    case .localizedStandard: PlainTextOrder.compare(left, right) ?? left.localizedStandardCompare(right)
    case .decimal: Self.order(Decimal(string: left) ?? .nan, Decimal(string: right) ?? .nan)
    }
  }

  /// Whether texts of ASCII alone are ordered by their bytes.
  var ordersASCIIByBytes: Bool { self == .swift || self == .lexical }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
    left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
  }
}
