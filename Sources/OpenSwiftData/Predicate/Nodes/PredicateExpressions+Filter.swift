import Foundation

extension PredicateExpressions.Filter: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard case .list(var list) = try translator.term(sequence) else { return try translator.constant(self) }
    list.condition += " AND \(try translator.test(list.element, variable.key, filter))"
    return .list(list)
  }
}
