import Foundation

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard case .captured(let value) = try translator.term(sequence), let list = value as? LHS.Output else {
      throw PredicateTranslator.Unsupported(node: "contains")
    }
    let element = try translator.expression(element)
    return try Membership(element: element, isOptional: RHS.Output.self is any OptionalType.Type)
      .sql(list.map { $0 }, &translator)
  }
}
