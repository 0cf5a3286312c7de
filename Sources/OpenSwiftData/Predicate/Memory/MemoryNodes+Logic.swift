import Foundation

extension PredicateExpressions.Conjunction: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.Conjunction<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

extension PredicateExpressions.Disjunction: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.Disjunction<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

extension PredicateExpressions.Negation: MemoryNode {
  var inMemory: MemoryExpression<Bool> { MemoryExpression(PredicateExpressions.Negation<_>(wrapped.memory)) }
}

extension PredicateExpressions.Conditional: MemoryNode {
  var inMemory: MemoryExpression<If.Output> {
    MemoryExpression(
      PredicateExpressions.Conditional<_, _, _>(
        test: test.memory, trueBranch: trueBranch.memory, falseBranch: falseBranch.memory))
  }
}
