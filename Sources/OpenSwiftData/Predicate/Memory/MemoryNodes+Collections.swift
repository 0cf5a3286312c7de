import Foundation

extension PredicateExpressions.CollectionContainsCollection: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.CollectionContainsCollection<_, _>(base: base.memory, other: other.memory))
  }
}

extension PredicateExpressions.CollectionIndexSubscript: MemoryNode {
  var inMemory: MemoryExpression<Wrapped.Output.Element> {
    MemoryExpression(PredicateExpressions.CollectionIndexSubscript<_, _>(wrapped: wrapped.memory, index: index.memory))
  }
}

extension PredicateExpressions.CollectionRangeSubscript: MemoryNode {
  var inMemory: MemoryExpression<Wrapped.Output.SubSequence> {
    MemoryExpression(PredicateExpressions.CollectionRangeSubscript<_, _>(wrapped: wrapped.memory, range: range.memory))
  }
}

extension PredicateExpressions.DictionaryKeySubscript: MemoryNode {
  var inMemory: MemoryExpression<Value?> {
    MemoryExpression(PredicateExpressions.DictionaryKeySubscript<_, _, Value>(wrapped: wrapped.memory, key: key.memory))
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: MemoryNode {
  var inMemory: MemoryExpression<Default.Output> {
    MemoryExpression(
      PredicateExpressions.DictionaryKeyDefaultValueSubscript<_, _, _>(
        wrapped: wrapped.memory, key: key.memory, default: self.default.memory))
  }
}
