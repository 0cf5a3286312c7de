import Foundation

extension PredicateExpressions.StringLocalizedStandardContains: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction(LocalizedSearch.functionName, root, other)
  }
}
