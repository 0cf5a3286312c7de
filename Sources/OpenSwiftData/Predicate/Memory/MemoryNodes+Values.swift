import Foundation

extension PredicateExpressions.KeyPath: MemoryNode {
  var inMemory: MemoryExpression<Output> {
    MemoryExpression(PredicateExpressions.KeyPath<_, Output>(root: root.memory, keyPath: keyPath))
  }
}

extension PredicateExpressions.PredicateEvaluate: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    let condition = predicate.expression.memory
    return MemoryExpression { try condition.evaluate(inner($0)) }
  }

  /// What the variables of the inner predicate stand for.
  private func inner(_ bindings: PredicateBindings) throws -> PredicateBindings {
    var inner = bindings
    for (variable, input) in repeat (each predicate.variable, each input) {
      inner[variable] = try input.memory.evaluate(bindings)
    }
    return inner
  }
}

extension PredicateExpressions.ExpressionEvaluate: MemoryNode {
  var inMemory: MemoryExpression<Output> {
    let transformation = expression.memory
    return MemoryExpression { bindings in
      let expression = try transformation.evaluate(bindings)
      return try expression.expression.memory.evaluate(inner(bindings, expression))
    }
  }

  /// What the variables of the expression stand for.
  private func inner(
    _ bindings: PredicateBindings, _ expression: Expression<repeat (each Input).Output, Output>
  ) throws -> PredicateBindings {
    var inner = bindings
    for (variable, input) in repeat (each expression.variable, each input) {
      inner[variable] = try input.memory.evaluate(bindings)
    }
    return inner
  }
}
