import Foundation

extension PredicateExpressions.Arithmetic: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard let function = NumberFunction(op) else { throw PredicateTranslator.Unsupported(node: "\(op)") }
    return try translator.calculation(function, lhs, rhs)
  }
}
