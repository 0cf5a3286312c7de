import Foundation

extension PredicateExpressions.Negation: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let condition = try translator.condition(wrapped)
    return .condition("(NOT \(condition.sql))", isStrict: condition.isStrict)
  }
}
