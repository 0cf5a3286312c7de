import Foundation

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let left = try translator.requiringSuccess { try $0.expression(lhs) }
    let fallback = try translator.term(rhs)
    let right = try translator.expression(fallback, rhs)
    return .value(
      SQLExpression(
        sql: "ifnull(\(left.sql), \(right.sql))", kind: try left.commonKind(right), isStrict: false,
        mayBeNaN: left.mayBeNaN || right.mayBeNaN, candidates: fallback.isFalse ? left.candidates : nil))
  }
}
