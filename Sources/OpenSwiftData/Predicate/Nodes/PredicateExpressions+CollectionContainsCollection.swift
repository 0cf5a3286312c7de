import Foundation

extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction("string_contains", base, other)
  }
}
