import Foundation

extension PredicateExpressions.Arithmetic: MemoryNode {
  var inMemory: MemoryExpression<LHS.Output> {
    guard let function = NumberFunction(op) else { return MemoryExpression { try evaluate($0) } }
    let (lhs, rhs) = (lhs.memory, rhs.memory)
    return MemoryExpression { try function.result(lhs.evaluate($0), rhs.evaluate($0)) }
  }
}

extension PredicateExpressions.UnaryMinus: MemoryNode {
  var inMemory: MemoryExpression<Wrapped.Output> {
    let wrapped = wrapped.memory
    return MemoryExpression { bindings in
      let value = try wrapped.evaluate(bindings)
      // Zero minus a zero would lose the sign of a floating-point number's.
      guard value is any FixedWidthInteger else { return -value }
      return try NumberFunction.subtract.result(.zero, value)
    }
  }
}

extension PredicateExpressions.IntDivision: MemoryNode {
  var inMemory: MemoryExpression<LHS.Output> {
    let (lhs, rhs) = (lhs.memory, rhs.memory)
    return MemoryExpression { try NumberFunction.divide.quotient(lhs.evaluate($0), rhs.evaluate($0)) }
  }
}

extension PredicateExpressions.IntRemainder: MemoryNode {
  var inMemory: MemoryExpression<LHS.Output> {
    let (lhs, rhs) = (lhs.memory, rhs.memory)
    return MemoryExpression { try NumberFunction.remainder.quotient(lhs.evaluate($0), rhs.evaluate($0)) }
  }
}

extension PredicateExpressions.FloatDivision: MemoryNode {
  var inMemory: MemoryExpression<LHS.Output> {
    MemoryExpression(PredicateExpressions.FloatDivision<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}
