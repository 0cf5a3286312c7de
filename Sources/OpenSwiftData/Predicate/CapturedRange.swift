/// A range that was captured as a value.
protocol CapturedRange {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds
}

extension Range: CapturedRange {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    SQLBounds(
      lower: try translator.bind(captured: lowerBound), upper: try translator.bind(captured: upperBound),
      includesUpper: false)
  }
}

extension ClosedRange: CapturedRange {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    SQLBounds(lower: try translator.bind(captured: lowerBound), upper: try translator.bind(captured: upperBound))
  }
}

extension PartialRangeFrom: CapturedRange {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    SQLBounds(lower: try translator.bind(captured: lowerBound))
  }
}

extension PartialRangeThrough: CapturedRange {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    SQLBounds(upper: try translator.bind(captured: upperBound))
  }
}

extension PartialRangeUpTo: CapturedRange {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    SQLBounds(upper: try translator.bind(captured: upperBound), includesUpper: false)
  }
}
