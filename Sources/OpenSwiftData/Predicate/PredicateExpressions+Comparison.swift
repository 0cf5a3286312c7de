import Foundation

// `IS` treats NULL like a value, as Swift's `==` treats nil, and uses indexes:
// https://www.sqlite.org/lang_expr.html#isisnot
extension PredicateExpressions.Equal: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    .value("(\(try translator.sql(lhs)) IS \(try translator.sql(rhs)))")
  }
}

extension PredicateExpressions.NotEqual: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    .value("(\(try translator.sql(lhs)) IS NOT \(try translator.sql(rhs)))")
  }
}

extension PredicateExpressions.Comparison: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let sign =
      switch op {
      case .lessThan: "<"
      case .lessThanOrEqual: "<="
      case .greaterThan: ">"
      case .greaterThanOrEqual: ">="
      @unknown default: throw PredicateTranslator.Unsupported(node: "\(op)")
      }
    return try translator.ordering { .value("(\(try $0.sql(lhs)) \(sign) \(try $0.sql(rhs)))") }
  }
}
