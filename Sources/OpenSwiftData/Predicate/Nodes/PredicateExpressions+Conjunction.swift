import Foundation

extension PredicateExpressions.Conjunction: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let (left, right) = (try translator.condition(lhs), try translator.condition(rhs))
    return .condition("(\(left.sql) AND \(right.sql))", isStrict: false)
  }
}

extension PredicateExpressions.Conjunction: SQLJunction {
  // One side alone still narrows the rows.
  func superset(_ translator: inout PredicateTranslator) -> PredicateTranslator.Superset {
    let (left, right) = (translator.superset(of: lhs), translator.superset(of: rhs))
    let parts = [left.sql, right.sql].compactMap(\.self)
    let sql = parts.count == 2 ? "(\(parts[0]) AND \(parts[1]))" : parts.first
    return PredicateTranslator.Superset(sql: sql, isExact: left.isExact && right.isExact)
  }
}

extension PredicateExpressions.Conjunction: PredicateShaped where LHS: PredicateShaped, RHS: PredicateShaped {
  func describe(in shape: inout PredicateShape) {
    lhs.describe(in: &shape)
    rhs.describe(in: &shape)
  }
}
