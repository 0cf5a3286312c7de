import Foundation

/// `lower..<upper` in the predicate.
extension PredicateExpressions.Range: PredicateNode, RangeNode {
  fileprivate func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    try translator.bounds(lower, upper, includesUpper: false)
  }

  var inMemory: MemoryExpression<Swift.Range<LHS.Output>> { MemoryExpression(lower, upper) { $0..<$1 } }
}

/// `lower...upper` in the predicate.
extension PredicateExpressions.ClosedRange: PredicateNode, RangeNode {
  fileprivate func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    try translator.bounds(lower, upper, includesUpper: true)
  }

  var inMemory: MemoryExpression<Swift.ClosedRange<LHS.Output>> { MemoryExpression(lower, upper) { $0...$1 } }
}

/// `range.contains(element)`
extension PredicateExpressions.RangeExpressionContains: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.requireSQLOrder(of: Element.Output.self)
    let element = try translator.expression(self.element)
    guard let bounds = try bounds(&translator) else { throw PredicateTranslator.Unsupported(node: "range") }
    return try bounds.contain(element)
  }

  private func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds? {
    if let range = range as? any RangeNode { return try range.bounds(&translator) }
    guard case .captured(let value) = try translator.term(range) else { return nil }
    return try (value as? any CapturedRange)?.bounds(&translator)
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.RangeExpressionContains<_, _>(range: range.memory, element: element.memory))
  }
}

private struct SQLBounds {
  var lower: SQLExpression?
  var upper: SQLExpression?
  var includesUpper = true
  /// Whether only SQL knows the bounds; if they are reversed, Swift fails.
  var mayBeReversed = false

  func contain(_ element: SQLExpression) throws -> SQLTerm {
    let sign = includesUpper ? ComparisonSign.lessOrEqual : .less
    let tests = [
      try lower.map { try element.comparison(.greaterOrEqual, $0).sql },
      try upper.map { try element.comparison(sign, $0).sql },
    ].compactMap(\.self)
    let test = "(\(tests.joined(separator: " AND ")))"
    guard mayBeReversed, let lower, let upper else { return .condition(test, isStrict: false) }
    let order = try lower.comparison(.lessOrEqual, upper).sql
    return .condition("(CASE WHEN \(order) THEN \(test) END)", isStrict: false)
  }
}

extension PredicateTranslator {
  /// The bounds of a range written in the predicate.
  ///
  /// - Throws: `Unsupported` if captured bounds are reversed, so that each evaluation fails.
  fileprivate mutating func bounds<Lower: PredicateExpression>(
    _ lower: Lower, _ upper: some PredicateExpression<Lower.Output>, includesUpper: Bool
  ) throws -> SQLBounds where Lower.Output: Comparable {
    let (low, high) = (try term(lower), try term(upper))
    if case .captured(let lowest) = low, case .captured(let highest) = high {
      guard let least = lowest as? Lower.Output, let most = highest as? Lower.Output, least <= most else {
        throw Unsupported(node: "a range the wrong way round")
      }
      return try capturedBounds(lowest, highest, includesUpper: includesUpper)
    }
    noteFailure()
    return SQLBounds(
      lower: try expression(low, lower), upper: try expression(high, upper), includesUpper: includesUpper,
      mayBeReversed: true)
  }

  /// The bounds of a captured range; nil where unbounded.
  fileprivate mutating func capturedBounds(
    _ lower: Any?, _ upper: Any?, includesUpper: Bool = true
  ) throws -> SQLBounds {
    SQLBounds(
      lower: try lower.map { try bind(captured: $0) }, upper: try upper.map { try bind(captured: $0) },
      includesUpper: includesUpper)
  }
}

/// A node that makes a range.
private protocol RangeNode {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds
}

private protocol CapturedRange {
  func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds
}

extension Range: CapturedRange {
  fileprivate func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    try translator.capturedBounds(lowerBound, upperBound, includesUpper: false)
  }
}

extension ClosedRange: CapturedRange {
  fileprivate func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    try translator.capturedBounds(lowerBound, upperBound)
  }
}

extension PartialRangeFrom: CapturedRange {
  fileprivate func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    try translator.capturedBounds(lowerBound, nil)
  }
}

extension PartialRangeThrough: CapturedRange {
  fileprivate func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    try translator.capturedBounds(nil, upperBound)
  }
}

extension PartialRangeUpTo: CapturedRange {
  fileprivate func bounds(_ translator: inout PredicateTranslator) throws -> SQLBounds {
    try translator.capturedBounds(nil, upperBound, includesUpper: false)
  }
}

extension MemoryExpression {
  /// Fails if the bounds are reversed, which some of Foundation's nodes don't check.
  fileprivate init<Bound: Comparable>(
    _ lower: some PredicateExpression<Bound>, _ upper: some PredicateExpression<Bound>,
    _ range: @escaping (Bound, Bound) -> Output
  ) {
    let (lower, upper) = (lower.memory, upper.memory)
    self.init { bindings in
      let (low, high) = (try lower.evaluate(bindings), try upper.evaluate(bindings))
      guard low <= high else { throw CalculationFailure() }
      return range(low, high)
    }
  }
}
