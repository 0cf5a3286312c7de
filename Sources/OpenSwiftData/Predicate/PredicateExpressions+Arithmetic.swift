import Foundation

extension PredicateExpressions.Arithmetic: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let sign =
      switch op {
      case .add: "+"
      case .subtract: "-"
      case .multiply: "*"
      @unknown default: throw PredicateTranslator.Unsupported(node: "\(op)")
      }
    return .value("(\(try translator.sql(lhs)) \(sign) \(try translator.sql(rhs)))")
  }
}

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    .value("(- \(try translator.sql(wrapped)))")
  }
}
