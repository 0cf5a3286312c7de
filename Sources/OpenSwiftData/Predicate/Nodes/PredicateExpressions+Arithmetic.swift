import Foundation

extension PredicateExpressions.Arithmetic: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let function: NumberFunction =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw PredicateTranslator.Unsupported(node: "\(op)")
      }
    return try translator.calculation(function, lhs, rhs)
  }
}
