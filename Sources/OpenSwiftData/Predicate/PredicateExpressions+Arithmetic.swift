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
    return try translator.ordering { .value("(\(try $0.sql(lhs)) \(sign) \(try $0.sql(rhs)))") }
  }
}

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.ordering { .value("(- \(try $0.sql(wrapped)))") }
  }
}
