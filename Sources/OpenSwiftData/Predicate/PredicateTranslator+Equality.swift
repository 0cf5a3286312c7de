import Foundation

extension PredicateTranslator {
  /// Whether two nodes are equal, as Swift's `==` sees it; a nil equals a nil.
  ///
  /// Where nil may be, NULL stands for it; otherwise NULL is unknown.
  mutating func equality(_ lhs: Any, _ rhs: Any, of type: Any.Type, isNegated: Bool) throws -> SQLTerm {
    let isOptional = type is any OptionalType.Type
    let operation = Equality(isOptional: isOptional, isNegated: isNegated)
    // A failure must not equal a nil.
    let (left, right) = isOptional ? try requiringSuccess { try $0.rows(lhs, rhs) } : try rows(lhs, rhs)
    if case .captured(let value) = right, Self.isNil(value) {
      return try sql(operation, expression(left, lhs), captured: value)
    }
    if case .captured(let value) = left, Self.isNil(value) {
      return try sql(operation, expression(right, rhs), captured: value)
    }
    try requireSQLEquality(of: type, captured: Self.captured(left) ?? Self.captured(right))
    if case .captured(let value) = right { return try sql(operation, expression(left, lhs), captured: value) }
    if case .captured(let value) = left { return try sql(operation, expression(right, rhs), captured: value) }
    return try operation.sql(expression(left, lhs), expression(right, rhs))
  }

  /// What is equal to true can be true where it can.
  private mutating func sql(
    _ operation: Equality, _ expression: SQLExpression, captured: Any
  ) throws -> SQLTerm {
    let term = try operation.sql(expression, captured: captured, &self)
    return !operation.isNegated && captured as? Bool == true ? term.with(expression.candidates) : term
  }
}

extension PredicateTranslator {
  private mutating func rows(_ lhs: Any, _ rhs: Any) throws -> (SQLTerm, SQLTerm) {
    (row(try term(lhs)), row(try term(rhs)))
  }

  private static func captured(_ term: SQLTerm) -> Any? {
    guard case .captured(let value) = term else { return nil }
    return (value as? any OptionalType)?.wrappedValue ?? value
  }

  /// Models are equal if their keys are.
  private func row(_ term: SQLTerm) -> SQLTerm { key(term).map { .value($0) } ?? term }
}

/// An `==` or `!=`.
///
/// Between optionals it is `IS`, which treats NULL as Swift treats nil and uses indexes
/// (https://www.sqlite.org/lang_expr.html#isisnot); between others `=`, for which NULL is unknown.
struct Equality {
  let isOptional: Bool
  let isNegated: Bool

  /// The operator of SQL.
  var sign: String {
    isOptional ? (isNegated ? "IS NOT" : "IS") : (isNegated ? "<>" : "=")
  }

  func sql(
    _ value: SQLExpression, captured: Any, _ translator: inout PredicateTranslator
  ) throws -> SQLTerm {
    if PredicateTranslator.isNil(captured) { return .condition("(\(value.sql) \(sign) NULL)", isStrict: false) }
    if value.kind == .text, let text = CapturedText.text(of: captured) {
      return try TextEquality(value: value, text: text, self).sql(&translator)
    }
    if case .identifier(let entity) = value.kind, let identifier = PredicateTranslator.identifier(captured) {
      guard identifier.resolved.entity == entity else { return never(value) }
    }
    let other = try translator.bind(captured: captured)
    guard let column = value.column, isOptional, !isNegated else { return try sql(value, other) }
    // The column alone may lead to a row that is gone, and what looks for that row has no index.
    return .condition("(\(column) \(sign) \(other.sql) AND \(value.sql) \(sign) \(other.sql))", isStrict: false)
  }

  func sql(_ left: SQLExpression, _ right: SQLExpression) throws -> SQLTerm {
    if left.sql == "NULL" || right.sql == "NULL" { return plain(left, right) }
    if case .identifier(let leftEntity) = left.kind, case .identifier(let rightEntity) = right.kind {
      return leftEntity == rightEntity ? plain(left, right) : never(left, right)
    }
    guard left.kind == right.kind, left.kind != .opaque else {
      throw PredicateTranslator.Unsupported(node: "the equality of \(left.kind) and \(right.kind)")
    }
    return left.mayBeNaN || right.mayBeNaN ? numeric(left, right) : plain(left, right)
  }

  private func plain(_ left: SQLExpression, _ right: SQLExpression) -> SQLTerm {
    let collation = left.kind == .text ? " COLLATE \(TextCollation.swift.rawValue)" : ""
    return .condition("(\(left.sql)\(collation) \(sign) \(right.sql))", isStrict: isStrict(left, right))
  }

  /// Rows of different entities are never the same; unless both are nil.
  private func never(_ left: SQLExpression, _ right: SQLExpression) -> SQLTerm {
    let both = isOptional ? "(\(left.sql) IS NULL AND \(right.sql) IS NULL)" : "0"
    return .condition(isNegated ? "(NOT \(both))" : both, isStrict: false)
  }

  /// A captured identifier of another entity, or of a model that is not saved, is that of no row.
  private func never(_ value: SQLExpression) -> SQLTerm {
    let answer = isNegated ? "1" : "0"
    return .condition(isOptional ? answer : "(CASE WHEN \(value.sql) IS NOT NULL THEN \(answer) END)", isStrict: false)
  }

  private func numeric(_ left: SQLExpression, _ right: SQLExpression) -> SQLTerm {
    .condition("(number_compare(\(left.sql), \(right.sql)) \(sign) 0)", isStrict: isStrict(left, right))
  }

  private func isStrict(_ left: SQLExpression, _ right: SQLExpression) -> Bool {
    !isOptional && left.isStrict && right.isStrict
  }
}
