import Foundation

extension PredicateExpressions.Variable: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm { try translator.term(of: key) }
}
