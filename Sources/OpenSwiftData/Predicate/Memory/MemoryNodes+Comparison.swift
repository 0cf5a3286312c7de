import Foundation

extension PredicateExpressions.Equal: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.Equal<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

extension PredicateExpressions.NotEqual: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.NotEqual<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

extension PredicateExpressions.Comparison: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.Comparison<_, _>(lhs: lhs.memory, rhs: rhs.memory, op: op))
  }
}

// Foundation's own nodes make ranges without a look at the bounds, some of them at least.
extension PredicateExpressions.Range: MemoryNode {
  var inMemory: MemoryExpression<Swift.Range<LHS.Output>> {
    let (lower, upper) = (lower.memory, upper.memory)
    return MemoryExpression { bindings in
      let (low, high) = (try lower.evaluate(bindings), try upper.evaluate(bindings))
      guard low <= high else { throw CalculationFailure() }
      return low..<high
    }
  }
}

extension PredicateExpressions.ClosedRange: MemoryNode {
  var inMemory: MemoryExpression<Swift.ClosedRange<LHS.Output>> {
    let (lower, upper) = (lower.memory, upper.memory)
    return MemoryExpression { bindings in
      let (low, high) = (try lower.evaluate(bindings), try upper.evaluate(bindings))
      guard low <= high else { throw CalculationFailure() }
      return low...high
    }
  }
}

extension PredicateExpressions.RangeExpressionContains: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.RangeExpressionContains<_, _>(range: range.memory, element: element.memory))
  }
}
