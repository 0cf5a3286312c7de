import Foundation

extension PredicateExpressions.ForceCast: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let term = try translator.term(input)
    if let row = try translator.cast(term, to: Desired.self) { return row }
    guard case .captured(let value) = term else {
      return try translator.unchanged(term, Input.Output.self, Desired.self)
    }
    guard let cast = value as? Desired else { throw PredicateTranslator.Unsupported(node: "as! \(Desired.self)") }
    return .captured(cast)
  }
}
