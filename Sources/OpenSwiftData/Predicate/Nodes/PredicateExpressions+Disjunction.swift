import Foundation

extension PredicateExpressions.Disjunction: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let (left, right) = (try translator.condition(lhs), try translator.condition(rhs))
    return .condition("(\(left.sql) OR \(right.sql))", isStrict: false)
  }
}

extension PredicateExpressions.Disjunction: SQLJunction {
  // A row that one side can't judge may match by that side.
  func superset(_ translator: inout PredicateTranslator) -> PredicateTranslator.Superset {
    let both = try? translator.attempt { translator in
      let (left, right) = (translator.superset(of: lhs), translator.superset(of: rhs))
      guard let leftSQL = left.sql, let rightSQL = right.sql else {
        throw PredicateTranslator.Unsupported(node: "one side of ||")
      }
      return PredicateTranslator.Superset(
        sql: "(\(leftSQL) OR \(rightSQL))", isExact: left.isExact && right.isExact)
    }
    return both ?? PredicateTranslator.Superset(sql: nil, isExact: false)
  }
}

extension PredicateExpressions.Disjunction: PredicateShaped where LHS: PredicateShaped, RHS: PredicateShaped {
  func describe(in shape: inout PredicateShape) {
    lhs.describe(in: &shape)
    rhs.describe(in: &shape)
  }
}
