import Foundation

extension PredicateExpressions.FloatDivision: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.calculation(.divide, lhs, rhs)
  }
}
