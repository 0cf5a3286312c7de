import Foundation

extension PredicateExpressions.ClosedRange: RangeNode {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    let (lower, upper) = (try translator.term(lower), try translator.term(upper))
    if case .captured(let low) = lower, case .captured(let high) = upper {
      return try translator.bounds(low, high, LHS.Output.self, includesUpper: true)
    }
    translator.noteFailure()
    return SQLBounds(
      lower: try translator.expression(lower, self.lower), upper: try translator.expression(upper, self.upper),
      includesUpper: true, mayBeReversed: true)
  }
}
