import Foundation

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.calculation(.subtract, PredicateExpressions.Value(Wrapped.Output.zero), wrapped)
  }
}
