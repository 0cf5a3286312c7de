import Foundation

extension PredicateExpressions.NilLiteral: SQLTranslatable {
  func term(_: inout PredicateTranslator) throws -> SQLTerm { .captured(Wrapped?.none as Any) }
}
