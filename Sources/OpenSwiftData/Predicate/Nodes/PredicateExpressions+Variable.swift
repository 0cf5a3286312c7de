import Foundation

extension PredicateExpressions.Variable: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm { try translator.term(of: key) }
}

extension PredicateExpressions.Variable: RowNode {
  func describe(in shape: inout PredicateShape) { shape.mark(key) }
}
