import Foundation

/// `nil`
extension PredicateExpressions.NilLiteral: PredicateNode {
  func term(_: inout PredicateTranslator) throws -> SQLTerm { .captured(Wrapped?.none as Any) }
}

extension PredicateExpressions.NilLiteral: ShapedNode {
  func describe(in shape: inout PredicateShape) {}
}

/// `optional?.member` and `optional.flatMap { … }`
extension PredicateExpressions.OptionalFlatMap: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let wrapped = try translator.term(wrapped)
    if case .captured(let value) = wrapped { return try transformed(value, &translator) }
    let result = try translator.with(variable.key, as: wrapped) { try $0.term(transform) }
    if case .reference = wrapped {
      // The key of a missing row is already NULL.
      if case .reference = result { return result }
      if case .list = result { throw PredicateTranslator.Unsupported(node: "the list of an optional model") }
    }
    guard let optional = nullWhereNil(wrapped) else { return result }
    let value = try translator.expression(result, transform)
    // What is already NULL if the optional is nil needs no test, and an index can serve it.
    if value.isStrict, value.sql.contains(optional) { return .value(value) }
    return .value(
      SQLExpression(
        sql: "(CASE WHEN \(optional) IS NOT NULL THEN \(value.sql) END)", kind: value.kind, isStrict: false,
        mayBeNaN: value.mayBeNaN, candidates: value.candidates))
  }

  private func transformed(_ value: Any, _ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard let wrapped = (value as? any OptionalType)?.wrappedValue else { return .captured(Result?.none as Any) }
    return try translator.with(variable.key, as: .captured(wrapped)) { try $0.term(transform) }
  }

  /// SQL that is NULL where the optional is nil.
  private func nullWhereNil(_ term: SQLTerm) -> String? {
    switch term {
    case .value(let expression): expression.sql
    case .composite(let property, let entity): "\(entity.alias).\(EntityTable.column(property))"
    case .reference(let reference): reference.key.sql
    case .entity, .list, .captured: nil
    }
  }

  var inMemory: MemoryExpression<Result?> {
    let (wrapped, transform) = (wrapped.memory, transform.memory)
    return MemoryExpression { bindings in
      guard let value = try wrapped.evaluate(bindings) else { return nil }
      var inner = bindings
      inner[variable] = value
      return Self.result(try transform.evaluate(inner))
    }
  }

  /// The transform's result may be optional; only its type tells.
  private static func result(_ value: RHS.Output) -> Result? {
    if RHS.Output.self == Result?.self { return (value as? Result?) ?? nil }
    return value as? Result
  }
}

/// A node that is nil where an optional is, and elsewhere what a test of its value says.
private protocol OptionalTest {
  /// The condition that the optional has a value and the test is true; nil if SQL can't express it.
  func presence(_ translator: inout PredicateTranslator) -> PredicateTranslator.Superset?
}

extension PredicateExpressions.OptionalFlatMap: OptionalTest {
  func presence(_ translator: inout PredicateTranslator) -> PredicateTranslator.Superset? {
    try? translator.attempt { translator in
      try translator.requiringSuccess { translator in
        let wrapped = try translator.term(wrapped)
        guard case .value(let optional) = wrapped else {
          throw PredicateTranslator.Unsupported(node: "an optional that is not in a column")
        }
        let test = translator.with(variable.key, as: wrapped) { $0.superset(of: transform) }
        let parts = ["\(optional.sql) IS NOT NULL", test.sql].compactMap(\.self)
        return PredicateTranslator.Superset(
          sql: "(\(parts.joined(separator: " AND ")))", isExact: test.isExact, isNarrowed: test.isNarrowed)
      }
    }
  }
}

/// `optional ?? fallback`
extension PredicateExpressions.NilCoalesce: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let left = try translator.requiringSuccess { try $0.expression(lhs) }
    let fallback = try translator.term(rhs)
    let right = try translator.expression(fallback, rhs)
    return .value(
      SQLExpression(
        sql: "ifnull(\(left.sql), \(right.sql))", kind: try left.commonKind(right), isStrict: false,
        mayBeNaN: left.mayBeNaN || right.mayBeNaN, candidates: fallback.isFalse ? left.candidates : nil))
  }

  // `if let value = optional { test } else { false }`: an `ifnull` around the test would keep indexes from serving it.
  func superset(_ translator: inout PredicateTranslator, tellsFailures: Bool) -> PredicateTranslator.Superset {
    guard !tellsFailures, PredicateConstant(rhs)?.value as? Bool == false, let test = lhs as? any OptionalTest,
      let presence = test.presence(&translator)
    else { return translator.wholeOrNothing(self) }
    return presence
  }

  var inMemory: MemoryExpression<RHS.Output> {
    MemoryExpression(PredicateExpressions.NilCoalesce<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

/// `optional!`
extension PredicateExpressions.ForcedUnwrap: PredicateNode {
  // Nil makes the evaluation fail: NULL, which is unknown where no nil can be.
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let term = try translator.term(inner)
    if case .captured(let value) = term {
      guard let wrapped = (value as? any OptionalType)?.wrappedValue else {
        throw PredicateTranslator.Unsupported(node: "a captured nil unwrapped by force")
      }
      return .captured(wrapped)
    }
    translator.noteFailure()
    guard case .reference(var reference) = term else { return term }
    reference.isUnwrapped = true
    return .reference(reference)
  }

  var inMemory: MemoryExpression<Wrapped> { MemoryExpression(PredicateExpressions.ForcedUnwrap<_, _>(inner.memory)) }
}
