import Foundation

extension PredicateExpressions.ConditionalCast: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let term = try translator.term(input)
    if case .captured(let value) = term { return .captured((value as? Desired) as Any) }
    if let row = try translator.cast(term, to: Desired.self) { return row }
    return try translator.unchanged(term, Input.Output.self, Desired.self)
  }
}
