import Foundation

extension PredicateExpressions.StringCaseInsensitiveCompare: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction("case_insensitive_compare", root, other, kind: .number(.int64))
  }
}
