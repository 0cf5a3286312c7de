import Foundation

extension PredicateExpressions.Negation: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let condition = try translator.condition(wrapped)
    return .condition("(NOT \(condition.sql))", isStrict: condition.isStrict)
  }
}

extension PredicateExpressions.Negation: PredicateShaped where Wrapped: PredicateShaped {
  func describe(in shape: inout PredicateShape) { wrapped.describe(in: &shape) }
}
