import Foundation

extension PredicateExpressions.Equal: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.equality(lhs, rhs, of: LHS.Output.self, isNegated: false)
  }
}

extension PredicateExpressions.Equal: PredicateShaped where LHS: PredicateShaped, RHS: PredicateShaped {
  func describe(in shape: inout PredicateShape) { shape.describeEquality(lhs, rhs) }
}
