import Foundation

/// A range in SQL.
struct SQLBounds {
  var lower: SQLExpression?
  var upper: SQLExpression?
  var includesUpper = true
  /// Whether the bounds are known only in SQL, where the upper may turn out below the lower; there is no such range.
  var mayBeReversed = false

  /// Whether an element lies in the range.
  func contain(_ element: SQLExpression) throws -> SQLTerm {
    let sign = includesUpper ? ComparisonSign.lessOrEqual : .less
    let tests = [
      try lower.map { try element.comparison(.greaterOrEqual, $0).sql },
      try upper.map { try element.comparison(sign, $0).sql },
    ].compactMap(\.self)
    let test = "(\(tests.joined(separator: " AND ")))"
    guard mayBeReversed, let lower, let upper else { return .condition(test, isStrict: false) }
    let order = try lower.comparison(.lessOrEqual, upper).sql
    return .condition("(CASE WHEN \(order) THEN \(test) END)", isStrict: false)
  }
}

extension PredicateTranslator {
  /// A range of captured bounds.
  ///
  /// - Throws: `Unsupported` if there is no such range, so that each evaluation fails.
  mutating func bounds<Bound: Comparable>(
    _ lower: Any, _ upper: Any, _: Bound.Type, includesUpper: Bool
  ) throws -> SQLBounds {
    guard let low = lower as? Bound, let high = upper as? Bound, low <= high else {
      throw Unsupported(node: "a range the wrong way round")
    }
    return SQLBounds(
      lower: try bind(captured: lower), upper: try bind(captured: upper), includesUpper: includesUpper)
  }
}

/// A range written in the predicate.
protocol RangeNode {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds
}
