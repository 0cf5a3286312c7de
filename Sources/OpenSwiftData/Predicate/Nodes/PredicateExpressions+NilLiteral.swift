import Foundation

extension PredicateExpressions.NilLiteral: SQLTranslatable {
  func term(_: inout PredicateTranslator) throws -> SQLTerm { .captured(Wrapped?.none as Any) }
}

extension PredicateExpressions.NilLiteral: PredicateShaped {
  func describe(in shape: inout PredicateShape) {}
}
