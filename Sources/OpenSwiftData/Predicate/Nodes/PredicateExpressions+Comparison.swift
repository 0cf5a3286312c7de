import Foundation

extension PredicateExpressions.Comparison: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.requireSQLOrder(of: LHS.Output.self)
    return .value(try translator.expression(lhs).comparison(sign, translator.expression(rhs)))
  }

  private var sign: ComparisonSign {
    get throws {
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: throw PredicateTranslator.Unsupported(node: "\(op)")
      }
    }
  }
}
