import Foundation

extension PredicateExpressions.StringLocalizedStandardContains: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction(LocalizedSearch.functionName, root, other)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: PredicateShaped
where Root: PredicateShaped, Other: PredicateShaped {
  func describe(in shape: inout PredicateShape) {
    root.describe(in: &shape)
    other.describe(in: &shape)
  }
}
