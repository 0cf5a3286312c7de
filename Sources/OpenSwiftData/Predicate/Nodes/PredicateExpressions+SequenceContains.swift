import Foundation

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let sequence = try translator.term(sequence)
    if case .list(let list) = sequence { return try contains(list, &translator) }
    guard case .captured(let value) = sequence, let list = value as? LHS.Output else {
      throw PredicateTranslator.Unsupported(node: "contains")
    }
    let element = try translator.expression(element)
    return try Membership(element: element, isOptional: RHS.Output.self is any OptionalType.Type)
      .sql(list.map { $0 }, &translator)
  }

  private func contains(_ list: SQLList, _ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard let key = translator.key(try translator.term(element)), key.kind == list.element.key.kind else {
      throw PredicateTranslator.Unsupported(node: "contains")
    }
    return .condition("(\(list.exists(where: "\(list.element.key.sql) = \(key.sql)")))", isStrict: false)
  }
}
