import Foundation

extension PredicateExpressions.IntRemainder: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.calculation(.remainder, lhs, rhs)
  }
}
