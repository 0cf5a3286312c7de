import Foundation

extension PredicateExpressions.Conjunction: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let (left, mayFail) = try translator.judging { try $0.condition(lhs).sql }
    let right = try translator.condition(rhs).sql
    return .condition(Self.sql(left, right, leftMayFail: mayFail), isStrict: false)
  }

  // NULL AND 0 is 0, but a failure on the left is one of the whole.
  private static func sql(_ left: String, _ right: String, leftMayFail: Bool) -> String {
    leftMayFail ? "(CASE \(left) WHEN 0 THEN 0 WHEN 1 THEN \(right) END)" : "(\(left) AND \(right))"
  }
}

extension PredicateExpressions.Conjunction: SQLJunction {
  // One side alone still narrows the rows. A failure and a falsehood match neither, so that a plain AND, both sides of
  // which indexes serve, is as good as long as nobody asks which it was.
  func superset(
    _ translator: inout PredicateTranslator, tellsFailures: Bool
  ) -> PredicateTranslator.Superset {
    let (left, mayFail) = translator.judging { $0.superset(of: lhs, tellsFailures: tellsFailures) }
    let right = translator.superset(of: rhs, tellsFailures: tellsFailures)
    let isExact = left.isExact && right.isExact
    guard let leftSQL = left.sql, let rightSQL = right.sql else {
      return PredicateTranslator.Superset(sql: left.sql ?? right.sql, isExact: isExact)
    }
    // Where a side says too much, memory decides what failed.
    let sql = Self.sql(leftSQL, rightSQL, leftMayFail: mayFail && tellsFailures && isExact)
    return PredicateTranslator.Superset(sql: sql, isExact: isExact)
  }
}

extension PredicateExpressions.Conjunction: PredicateShaped where LHS: PredicateShaped, RHS: PredicateShaped {
  func describe(in shape: inout PredicateShape) {
    lhs.describe(in: &shape)
    rhs.describe(in: &shape)
  }
}
