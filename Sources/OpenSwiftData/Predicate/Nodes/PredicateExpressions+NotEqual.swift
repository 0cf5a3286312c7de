import Foundation

extension PredicateExpressions.NotEqual: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.equality(lhs, rhs, isOptional: LHS.Output.self is any OptionalType.Type, isNegated: true)
  }
}
