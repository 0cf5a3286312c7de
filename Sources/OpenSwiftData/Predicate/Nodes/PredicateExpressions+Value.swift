import Foundation

extension PredicateExpressions.Value: SQLTranslatable {
  func term(_: inout PredicateTranslator) throws -> SQLTerm { .captured(value) }
}

extension PredicateExpressions.Value: PredicateShaped where Output: CapturedConstant {
  func describe(in shape: inout PredicateShape) { shape.capture(value.bound) }
}
