import Foundation

extension PredicateExpressions.StringLocalizedCompare: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction("localized_compare", root, other, kind: .number(.int64))
  }
}
