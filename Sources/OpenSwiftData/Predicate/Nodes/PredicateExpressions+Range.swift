import Foundation

extension PredicateExpressions.Range: RangeNode {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    let (lower, upper) = (try translator.term(lower), try translator.term(upper))
    if case .captured(let low) = lower, case .captured(let high) = upper {
      return try translator.bounds(low, high, LHS.Output.self, includesUpper: false)
    }
    translator.noteFailure()
    return SQLBounds(
      lower: try translator.expression(lower, self.lower), upper: try translator.expression(upper, self.upper),
      includesUpper: false, mayBeReversed: true)
  }
}
