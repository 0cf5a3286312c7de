import Foundation

extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
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
}
