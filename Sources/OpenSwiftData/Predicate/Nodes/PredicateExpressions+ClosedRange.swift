import Foundation

extension PredicateExpressions.ClosedRange: RangeNode {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    let (lower, upper) = (try translator.expression(lower), try translator.expression(upper))
    return SQLBounds(lower: lower, upper: upper, includesUpper: true, mayBeReversed: true)
  }
}
