import Foundation

extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction("string_starts_with", base, prefix)
  }
}
