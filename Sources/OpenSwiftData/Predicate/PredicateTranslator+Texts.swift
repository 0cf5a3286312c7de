import Foundation

extension PredicateTranslator {
  /// A function of two texts.
  mutating func textFunction(
    _ name: String, _ left: Any, _ right: Any, kind: SQLKind = .boolean
  ) throws -> SQLTerm {
    let part = try term(right)
    let (left, right) = (try expression(left), try expression(part, right))
    guard left.kind == .text, right.kind == .text else { throw Unsupported(node: name) }
    return .value(
      SQLExpression(
        sql: "\(name)(\(left.sql), \(right.sql))", kind: kind, isStrict: left.isStrict && right.isStrict,
        candidates: kind == .boolean ? candidates(name, left, containing: part) : nil))
  }
}
