import Foundation

/// `&&`: both sides are true.
extension PredicateExpressions.Conjunction: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.junction(.and, lhs, rhs)
  }

  // One side alone still narrows the rows. A row for which a side fails doesn't match, just as if it were false, so
  // unless the two must be told apart a plain AND suffices, and indexes serve both sides.
  func superset(_ translator: inout PredicateTranslator, tellsFailures: Bool) -> PredicateTranslator.Superset {
    let (left, mayFail) = translator.judging { $0.superset(of: lhs, tellsFailures: tellsFailures) }
    let right = translator.superset(of: rhs, tellsFailures: tellsFailures)
    let isExact = left.isExact && right.isExact
    let leftMayFail = mayFail && tellsFailures && isExact
    // Within a CASE no index serves.
    let isNarrowed = (left.isNarrowed || right.isNarrowed) && !leftMayFail
    guard let leftSQL = left.sql, let rightSQL = right.sql else {
      return PredicateTranslator.Superset(sql: left.sql ?? right.sql, isExact: isExact, isNarrowed: isNarrowed)
    }
    // If a side matches too many rows, memory decides which of them failed.
    let sql = Junction.and.sql(leftSQL, rightSQL, leftMayFail: leftMayFail)
    return PredicateTranslator.Superset(sql: sql, isExact: isExact, isNarrowed: isNarrowed)
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.Conjunction<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

extension PredicateExpressions.Conjunction: ShapedNode where LHS: ShapedNode, RHS: ShapedNode {
  func describe(in shape: inout PredicateShape) { shape.describe(lhs, rhs) }
}

extension PredicateExpressions.Conjunction {
  func narrow(_ bounds: inout HistoryBounds) {
    bounds.narrow(lhs)
    bounds.narrow(rhs)
  }

  func equality<Model: PersistentModel>(of type: Model.Type) -> PendingEquality<Model>? {
    (lhs as? any PredicateNode)?.equality(of: type) ?? (rhs as? any PredicateNode)?.equality(of: type)
  }
}

/// `||`: one of the sides is true.
extension PredicateExpressions.Disjunction: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.junction(.or, lhs, rhs)
  }

  // SQL has to express both sides: a row may match by the other one.
  func superset(_ translator: inout PredicateTranslator, tellsFailures: Bool) -> PredicateTranslator.Superset {
    let both = try? translator.attempt { translator in
      // If the left side is false the right one decides; if it fails, the whole fails.
      let (left, mayFail) = translator.judging { $0.superset(of: lhs, tellsFailures: true) }
      let right = translator.superset(of: rhs, tellsFailures: tellsFailures)
      guard let leftSQL = left.sql, let rightSQL = right.sql else {
        throw PredicateTranslator.Unsupported(node: "one side of ||")
      }
      // If the left side matches too many rows, memory decides which of them failed.
      let leftMayFail = mayFail && left.isExact
      return PredicateTranslator.Superset(
        sql: Junction.or.sql(leftSQL, rightSQL, leftMayFail: leftMayFail),
        isExact: left.isExact && right.isExact,
        isNarrowed: left.isNarrowed && right.isNarrowed && !leftMayFail)
    }
    return both ?? .everything
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.Disjunction<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

extension PredicateExpressions.Disjunction: ShapedNode where LHS: ShapedNode, RHS: ShapedNode {
  func describe(in shape: inout PredicateShape) { shape.describe(lhs, rhs) }
}

/// `!`: the condition is false.
extension PredicateExpressions.Negation: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let condition = try translator.condition(wrapped)
    return .condition("(NOT \(condition.sql))", isStrict: condition.isStrict)
  }

  var inMemory: MemoryExpression<Bool> { MemoryExpression(PredicateExpressions.Negation<_>(wrapped.memory)) }
}

extension PredicateExpressions.Negation: ShapedNode where Wrapped: ShapedNode {
  func describe(in shape: inout PredicateShape) { wrapped.describe(in: &shape) }
}

/// `test ? a : b`, and an `if` expression.
extension PredicateExpressions.Conditional: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let test = try translator.condition(test)
    let (left, right) = (try translator.expression(trueBranch), try translator.expression(falseBranch))
    let kind = try left.commonKind(right)
    // An unknown test makes the whole unknown, which a plain ELSE would not.
    let sql = "(CASE \(test.sql) WHEN 1 THEN \(left.sql) WHEN 0 THEN \(right.sql) END)"
    return .value(SQLExpression(sql: sql, kind: kind, isStrict: false, mayBeNaN: left.mayBeNaN || right.mayBeNaN))
  }

  var inMemory: MemoryExpression<If.Output> {
    MemoryExpression(
      PredicateExpressions.Conditional<_, _, _>(
        test: test.memory, trueBranch: trueBranch.memory, falseBranch: falseBranch.memory))
  }
}

/// AND or OR, which evaluate the right side only if the left doesn't decide.
private enum Junction: String {
  case and = "AND"
  case or = "OR"

  /// The value of the left side that decides the result.
  private var deciding: Int { self == .and ? 0 : 1 }

  /// SQL's `NULL AND 0` is 0 and `NULL OR 1` is 1, but in Swift a failure on the left fails the whole.
  func sql(_ left: String, _ right: String, leftMayFail: Bool) -> String {
    guard leftMayFail else { return "(\(left) \(rawValue) \(right))" }
    return "(CASE \(left) WHEN \(deciding) THEN \(deciding) WHEN \(1 - deciding) THEN \(right) END)"
  }
}

extension PredicateTranslator {
  fileprivate mutating func junction(_ junction: Junction, _ lhs: Any, _ rhs: Any) throws -> SQLTerm {
    let (left, mayFail) = try judging { try $0.condition(lhs).sql }
    let right = try condition(rhs).sql
    return .condition(junction.sql(left, right, leftMayFail: mayFail), isStrict: false)
  }
}
