import Foundation

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let (left, right) = (try translator.expression(lhs), try translator.expression(rhs))
    return .value(
      SQLExpression(
        sql: "ifnull(\(left.sql), \(right.sql))", kind: try left.commonKind(right), isStrict: false,
        mayBeNaN: left.mayBeNaN || right.mayBeNaN))
  }
}
