import Foundation

extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction("string_starts_with", base, prefix)
  }
}

extension PredicateExpressions.SequenceStartsWith: PredicateShaped
where Base: PredicateShaped, Prefix: PredicateShaped {
  func describe(in shape: inout PredicateShape) {
    base.describe(in: &shape)
    prefix.describe(in: &shape)
  }
}
