import Foundation

/// A range in SQL.
struct SQLBounds {
  var lower: SQLExpression?
  var upper: SQLExpression?
  var includesUpper = true
  /// Whether the bounds are known only in SQL, where the upper may turn out below the lower; there is no such range.
  var mayBeReversed = false

  /// Whether an element lies in the range.
  func contain(_ element: SQLExpression, _ translator: PredicateTranslator) throws -> SQLTerm {
    let sign = includesUpper ? ComparisonSign.lessOrEqual : .less
    let tests = [
      try lower.map { try condition(element, .greaterOrEqual, $0, translator) },
      try upper.map { try condition(element, sign, $0, translator) },
    ].compactMap(\.self)
    let test = "(\(tests.joined(separator: " AND ")))"
    guard mayBeReversed, !isConstant, let lower, let upper else { return .condition(test, isStrict: false) }
    let order = try condition(lower, .lessOrEqual, upper, translator)
    return .condition("(CASE WHEN \(order) THEN \(test) END)", isStrict: false)
  }

  /// Whether both bounds are parameters.
  private var isConstant: Bool { lower?.sql.first == "?" && upper?.sql.first == "?" }

  private func condition(
    _ left: SQLExpression, _ sign: ComparisonSign, _ right: SQLExpression, _ translator: PredicateTranslator
  ) throws -> String {
    guard case .value(let condition) = try translator.comparison(left, sign, right) else { return "NULL" }
    return condition.sql
  }
}

/// A range written in the predicate.
protocol RangeNode {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds
}
