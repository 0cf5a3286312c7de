import Foundation

extension PredicateTranslator {
  /// A calculation; one that overflows or divides by zero is NULL, where Swift would stop.
  mutating func calculation(_ function: NumberFunction, _ lhs: Any, _ rhs: Any) throws -> SQLTerm {
    let (left, right) = (try expression(lhs), try expression(rhs))
    guard left.kind == right.kind, case .number(let type) = left.kind else {
      throw Unsupported(node: "\(function) of \(left.kind) and \(right.kind)")
    }
    if type.isInteger { noteFailure() }
    let sql = "\(function.rawValue)(\(left.sql), \(right.sql), \(type.rawValue))"
    return .value(
      SQLExpression(
        sql: sql, kind: left.kind, isStrict: left.isStrict && right.isStrict,
        mayBeNaN: type == .float || type == .double))
  }
}
