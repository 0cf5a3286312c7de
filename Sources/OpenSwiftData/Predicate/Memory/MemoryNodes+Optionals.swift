import Foundation

extension PredicateExpressions.OptionalFlatMap: MemoryNode {
  var inMemory: MemoryExpression<Result?> {
    let (wrapped, transform) = (wrapped.memory, transform.memory)
    return MemoryExpression { bindings in
      guard let value = try wrapped.evaluate(bindings) else { return nil }
      var inner = bindings
      inner[variable] = value
      return Self.result(try transform.evaluate(inner))
    }
  }

  /// The transform gives a result or an optional one; which, only its type tells.
  private static func result(_ value: RHS.Output) -> Result? {
    if RHS.Output.self == Result?.self { return (value as? Result?) ?? nil }
    return value as? Result
  }
}

extension PredicateExpressions.NilCoalesce: MemoryNode {
  var inMemory: MemoryExpression<RHS.Output> {
    MemoryExpression(PredicateExpressions.NilCoalesce<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

extension PredicateExpressions.ForcedUnwrap: MemoryNode {
  var inMemory: MemoryExpression<Wrapped> { MemoryExpression(PredicateExpressions.ForcedUnwrap<_, _>(inner.memory)) }
}

extension PredicateExpressions.ConditionalCast: MemoryNode {
  var inMemory: MemoryExpression<Desired?> {
    MemoryExpression(PredicateExpressions.ConditionalCast<_, Desired>(input.memory))
  }
}

extension PredicateExpressions.ForceCast: MemoryNode {
  var inMemory: MemoryExpression<Desired> {
    MemoryExpression(PredicateExpressions.ForceCast<_, Desired>(input.memory))
  }
}

extension PredicateExpressions.TypeCheck: MemoryNode {
  var inMemory: MemoryExpression<Bool> { MemoryExpression(PredicateExpressions.TypeCheck<_, Desired>(input.memory)) }
}
