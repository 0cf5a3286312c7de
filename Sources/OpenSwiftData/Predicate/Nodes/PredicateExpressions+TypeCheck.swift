import Foundation

extension PredicateExpressions.TypeCheck: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let term = try translator.requiringSuccess { try $0.term(input) }
    if case .captured(let value) = term { return .captured(value is Desired) }
    if let check = try translator.isRow(term, of: Desired.self) { return check }
    guard case .value(let expression) = try translator.unchanged(term, Input.Output.self, Desired.self) else {
      return .captured(true)
    }
    let isOptional = Input.Output.self is any OptionalType.Type && !(Desired.self is any OptionalType.Type)
    return isOptional ? .condition("(\(expression.sql) IS NOT NULL)", isStrict: false) : .captured(true)
  }
}
