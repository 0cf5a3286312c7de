import Foundation

extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let element = try translator.sql(element)
    if let value = range as? any CapturedValue { return .value(try bounds(of: value.captured, element, &translator)) }
    if let bounds = range as? any RangeBounds {
      let lower = try translator.sql(bounds.lowerNode)
      let upper = try translator.sql(bounds.upperNode)
      return .value("(\(element) >= \(lower) AND \(element) \(bounds.includesUpper ? "<=" : "<") \(upper))")
    }
    throw PredicateTranslator.Unsupported(node: "range")
  }

  private func bounds(
    of range: Any, _ element: String, _ translator: inout PredicateTranslator
  ) throws -> String {
    guard let range = range as? any BoundedRange else { throw PredicateTranslator.Unsupported(node: "range") }
    let lower = try translator.bind(SQLiteValue(captured: range.lower))
    let upper = try translator.bind(SQLiteValue(captured: range.upper))
    return "(\(element) >= \(lower) AND \(element) \(range.includesUpper ? "<=" : "<") \(upper))"
  }
}

/// A range that was captured as a value.
private protocol BoundedRange {
  var lower: Any { get }
  var upper: Any { get }
  var includesUpper: Bool { get }
}

extension Range: BoundedRange {
  fileprivate var lower: Any { lowerBound }
  fileprivate var upper: Any { upperBound }
  fileprivate var includesUpper: Bool { false }
}

extension ClosedRange: BoundedRange {
  fileprivate var lower: Any { lowerBound }
  fileprivate var upper: Any { upperBound }
  fileprivate var includesUpper: Bool { true }
}

/// A range written in the predicate.
private protocol RangeBounds {
  var lowerNode: Any { get }
  var upperNode: Any { get }
  var includesUpper: Bool { get }
}

extension PredicateExpressions.Range: RangeBounds {
  fileprivate var lowerNode: Any { lower }
  fileprivate var upperNode: Any { upper }
  fileprivate var includesUpper: Bool { false }
}

extension PredicateExpressions.ClosedRange: RangeBounds {
  fileprivate var lowerNode: Any { lower }
  fileprivate var upperNode: Any { upper }
  fileprivate var includesUpper: Bool { true }
}

/// A node that holds a value captured from outside of the predicate.
protocol CapturedValue {
  var captured: Any { get }
}

extension PredicateExpressions.Value: CapturedValue {
  var captured: Any { value }
}
