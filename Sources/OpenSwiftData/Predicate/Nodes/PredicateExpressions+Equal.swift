import Foundation

extension PredicateExpressions.Equal: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.equality(lhs, rhs, isOptional: LHS.Output.self is any OptionalType.Type, isNegated: false)
  }
}

extension PredicateExpressions.Equal: PredicateShaped where LHS: PredicateShaped, RHS: PredicateShaped {
  func describe(in shape: inout PredicateShape) { shape.describeEquality(lhs, rhs) }
}
