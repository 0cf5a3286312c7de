import Foundation

extension PredicateExpressions.Disjunction: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let (left, mayFail) = try translator.judging { try $0.condition(lhs).sql }
    let right = try translator.condition(rhs).sql
    return .condition(Self.sql(left, right, leftMayFail: mayFail), isStrict: false)
  }

  // NULL OR 1 is 1, but a failure on the left is one of the whole.
  private static func sql(_ left: String, _ right: String, leftMayFail: Bool) -> String {
    leftMayFail ? "(CASE \(left) WHEN 1 THEN 1 WHEN 0 THEN \(right) END)" : "(\(left) OR \(right))"
  }
}

extension PredicateExpressions.Disjunction: SQLJunction {
  // A row that one side can't judge may match by that side.
  func superset(
    _ translator: inout PredicateTranslator, tellsFailures: Bool
  ) -> PredicateTranslator.Superset {
    let both = try? translator.attempt { translator in
      // Of a left side that is false the right one decides, of one that fails it does not.
      let (left, mayFail) = translator.judging { $0.superset(of: lhs, tellsFailures: true) }
      let right = translator.superset(of: rhs, tellsFailures: tellsFailures)
      guard let leftSQL = left.sql, let rightSQL = right.sql else {
        throw PredicateTranslator.Unsupported(node: "one side of ||")
      }
      // Where the left side says too much, memory decides whether it failed.
      let sql = Self.sql(leftSQL, rightSQL, leftMayFail: mayFail && left.isExact)
      return PredicateTranslator.Superset(sql: sql, isExact: left.isExact && right.isExact)
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
