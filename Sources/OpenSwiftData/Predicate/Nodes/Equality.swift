import Foundation

/// `==`
extension PredicateExpressions.Equal: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.equality(lhs, rhs, of: LHS.Output.self, isNegated: false)
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.Equal<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

extension PredicateExpressions.Equal: ShapedNode where LHS: ShapedNode, RHS: ShapedNode {
  func describe(in shape: inout PredicateShape) { shape.describeEquality(lhs, rhs) }
}

extension PredicateExpressions.Equal {
  func narrow(_ bounds: inout HistoryBounds) { bounds.narrow(lhs, .equal, rhs) }

  func equality<Model: PersistentModel>(of type: Model.Type) -> PendingEquality<Model>? {
    // A synthesised hash is that of the raw value, even if the type's own `==` considers other values equal.
    guard LHS.Output.self is any Hashable.Type, RawEquality.isOfRawValues(LHS.Output.self) else { return nil }
    return Self.equality(lhs, rhs, type) ?? Self.equality(rhs, lhs, type)
  }

  private static func equality<Model: PersistentModel>(
    _ property: Any, _ value: Any, _ type: Model.Type
  ) -> PendingEquality<Model>? {
    guard let keyPath = (property as? any PredicateNode)?.property(of: type), let value = PredicateConstant(value)
    else { return nil }
    return PendingEquality(keyPath: keyPath, value: value.value)
  }
}

/// `!=`
extension PredicateExpressions.NotEqual: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.equality(lhs, rhs, of: LHS.Output.self, isNegated: true)
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.NotEqual<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

extension PredicateExpressions.NotEqual: ShapedNode where LHS: ShapedNode, RHS: ShapedNode {
  func describe(in shape: inout PredicateShape) { shape.describeEquality(lhs, rhs) }
}

extension PredicateTranslator {
  /// Compares as Swift's `==` does: between optionals NULL is nil and equals nil; elsewhere it is unknown.
  fileprivate mutating func equality(
    _ lhs: Any, _ rhs: Any, of type: Any.Type, isNegated: Bool
  ) throws -> SQLTerm {
    let isOptional = type is any OptionalType.Type
    let equality = Equality(isOptional: isOptional, isNegated: isNegated)
    // A failure must not equal nil.
    let (left, right) = isOptional ? try requiringSuccess { try $0.keysOrTerms(lhs, rhs) } : try keysOrTerms(lhs, rhs)
    if !left.isNil, !right.isNil { try requireSQLEquality(of: type, captured: left.unwrapped ?? right.unwrapped) }
    if case .captured(let value) = right, right.isNil || !left.isNil {
      return try compare(expression(left, lhs), with: value, equality)
    }
    if case .captured(let value) = left { return try compare(expression(right, rhs), with: value, equality) }
    return try equality.sql(expression(left, lhs), expression(right, rhs))
  }

  /// Equality with true can be true only where the other side can.
  private mutating func compare(
    _ expression: SQLExpression, with captured: Any, _ equality: Equality
  ) throws -> SQLTerm {
    let term = try equality.sql(expression, captured: captured, &self)
    return !equality.isNegated && captured as? Bool == true ? term.with(expression.candidates) : term
  }

  /// Models are equal if their keys are.
  private mutating func keysOrTerms(_ lhs: Any, _ rhs: Any) throws -> (SQLTerm, SQLTerm) {
    let (left, right) = (try term(lhs), try term(rhs))
    return (left.row.map { .value($0.key) } ?? left, right.row.map { .value($0.key) } ?? right)
  }

  /// - Parameter captured: a value of the type, if there is one.
  /// - Throws: `Unsupported` if the type's equality differs from that of its raw values.
  func requireSQLEquality(of type: Any.Type, captured: Any? = nil) throws {
    guard RawEquality.isOfRawValues(type, captured: captured) else {
      throw Unsupported(node: "the equality of \(type)")
    }
  }
}

extension SQLTerm {
  fileprivate var isNil: Bool {
    guard case .captured(let value) = self else { return false }
    return OpenSwiftData.isNil(value)
  }

  /// The captured value, unwrapped.
  fileprivate var unwrapped: Any? {
    guard case .captured(let value) = self else { return nil }
    return (value as? any OptionalType)?.wrappedValue ?? value
  }
}

/// An `==` or `!=` of values of one kind.
///
/// Between optionals it is `IS`, which treats NULL as nil and uses indexes
/// (https://www.sqlite.org/lang_expr.html#isisnot); between others `=`, for which NULL is unknown.
struct Equality {
  let isOptional: Bool
  let isNegated: Bool

  var sign: String {
    isOptional ? (isNegated ? "IS NOT" : "IS") : (isNegated ? "<>" : "=")
  }

  /// Compares with a captured value.
  fileprivate func sql(
    _ value: SQLExpression, captured: Any, _ translator: inout PredicateTranslator
  ) throws -> SQLTerm {
    if isNil(captured) { return .condition("(\(value.sql) \(sign) NULL)", isStrict: false) }
    if value.kind == .text, let text = CapturedText.text(of: captured) {
      return try TextEquality(value: value, text: text, self).sql(&translator)
    }
    if case .identifier(let entity) = value.kind, let identifier = captured as? PersistentIdentifier {
      guard identifier.resolved.entity == entity else { return never(value) }
    }
    let other = try translator.bind(captured: captured)
    guard let column = value.column, isOptional, !isNegated else { return try sql(value, other) }
    // The column alone may refer to a missing row, and the check for that row has no index.
    return .condition("(\(column) \(sign) \(other.sql) AND \(value.sql) \(sign) \(other.sql))", isStrict: false)
  }

  fileprivate func sql(_ left: SQLExpression, _ right: SQLExpression) throws -> SQLTerm {
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

  private func numeric(_ left: SQLExpression, _ right: SQLExpression) -> SQLTerm {
    .condition("(number_compare(\(left.sql), \(right.sql)) \(sign) 0)", isStrict: isStrict(left, right))
  }

  private func isStrict(_ left: SQLExpression, _ right: SQLExpression) -> Bool {
    !isOptional && left.isStrict && right.isStrict
  }

  /// Rows of different entities are equal only if both are nil.
  private func never(_ left: SQLExpression, _ right: SQLExpression) -> SQLTerm {
    let both = isOptional ? "(\(left.sql) IS NULL AND \(right.sql) IS NULL)" : "0"
    return .condition(isNegated ? "(NOT \(both))" : both, isStrict: false)
  }

  /// No row has an identifier of another entity or of an unsaved model.
  private func never(_ value: SQLExpression) -> SQLTerm {
    let answer = isNegated ? "1" : "0"
    return .condition(isOptional ? answer : "(CASE WHEN \(value.sql) IS NOT NULL THEN \(answer) END)", isStrict: false)
  }
}
