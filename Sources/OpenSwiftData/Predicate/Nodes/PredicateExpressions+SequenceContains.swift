import Foundation

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let sequence = try translator.term(sequence)
    if case .list(let list) = sequence { return try contains(list, &translator) }
    guard case .captured(let value) = sequence, let list = value as? LHS.Output else {
      throw PredicateTranslator.Unsupported(node: "contains")
    }
    let (element, mayFail) = try translator.judging { try $0.expression(self.element) }
    let isOptional = RHS.Output.self is any OptionalType.Type
    let values = list.map { $0 }
    try translator.requireSQLEquality(of: RHS.Output.self, captured: values.first)
    // A failure must not look like a nil, nor be passed over because there is nothing to compare with.
    guard !mayFail || !(isOptional || values.isEmpty) else {
      throw PredicateTranslator.Unsupported(node: "contains of what may fail")
    }
    return try Membership(element: element, isOptional: isOptional).sql(values, &translator)
  }

  private func contains(_ list: SQLList, _ translator: inout PredicateTranslator) throws -> SQLTerm {
    let element = try translator.requiringSuccess { try $0.term(self.element) }
    guard let key = translator.key(element), key.kind == list.element.key.kind else {
      throw PredicateTranslator.Unsupported(node: "contains")
    }
    return .condition("(\(list.exists(where: "\(list.element.key.sql) = \(key.sql)")))", isStrict: false)
  }
}
