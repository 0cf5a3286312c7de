import Foundation

extension PredicateExpressions.Conjunction: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let (left, mayFail) = try translator.judging { try $0.condition(lhs).sql }
    let right = try translator.condition(rhs).sql
    // NULL AND 0 is 0, but a failure on the left is one of the whole.
    let sql = mayFail ? "(CASE \(left) WHEN 0 THEN 0 WHEN 1 THEN \(right) END)" : "(\(left) AND \(right))"
    return .condition(sql, isStrict: false)
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
