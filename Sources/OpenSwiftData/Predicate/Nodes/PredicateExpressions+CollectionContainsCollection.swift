import Foundation

extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction("string_contains", base, other)
  }
}

extension PredicateExpressions.CollectionContainsCollection: PredicateShaped
where Base: PredicateShaped, Other: PredicateShaped {
  func describe(in shape: inout PredicateShape) {
    base.describe(in: &shape)
    other.describe(in: &shape)
  }
}
