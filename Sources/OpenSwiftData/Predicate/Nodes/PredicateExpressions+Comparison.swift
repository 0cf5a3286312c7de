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

extension PredicateExpressions.Comparison: PredicateShaped where LHS: PredicateShaped, RHS: PredicateShaped {
  func describe(in shape: inout PredicateShape) {
    shape.mark(mark)
    lhs.describe(in: &shape)
    rhs.describe(in: &shape)
  }

  private var mark: Int {
    switch op {
    case .lessThan: 1
    case .lessThanOrEqual: 2
    case .greaterThan: 3
    case .greaterThanOrEqual: 4
    // Can't be translated, and is not kept.
    @unknown default: 0
    }
  }
}
