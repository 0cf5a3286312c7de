import Foundation

extension PredicateExpressions.Conditional: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let test = try translator.condition(test)
    let (left, right) = (try translator.expression(trueBranch), try translator.expression(falseBranch))
    let kind = try left.commonKind(right)
    // A test that is unknown makes the whole unknown, not false.
    let sql = "(CASE \(test.sql) WHEN 1 THEN \(left.sql) WHEN 0 THEN \(right.sql) END)"
    return .value(
      SQLExpression(sql: sql, kind: kind, isStrict: false, mayBeNaN: left.mayBeNaN || right.mayBeNaN))
  }
}
