import Foundation

extension NumberFunction {
  /// The result, or nil if it overflows or divides by zero.
  func apply<Integer: FixedWidthInteger>(_ left: Integer, _ right: Integer) -> Integer? {
    let (result, overflow) =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: left.remainderReportingOverflow(dividingBy: right)
      }
    return overflow ? nil : result
  }

  /// The result; nil for a remainder, which predicates have for integers only.
  func apply<Number: BinaryFloatingPoint>(_ left: Number, _ right: Number) -> Number? {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .remainder: nil
    }
  }

  /// The result; nil for divisions, which predicates do not have for decimals.
  func apply(_ left: Decimal, _ right: Decimal) -> Decimal? {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide, .remainder: nil
    }
  }
}
