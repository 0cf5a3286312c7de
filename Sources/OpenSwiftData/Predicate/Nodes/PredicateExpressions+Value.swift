import Foundation

extension PredicateExpressions.Value: SQLTranslatable {
  func term(_: inout PredicateTranslator) throws -> SQLTerm { .captured(value) }
}
