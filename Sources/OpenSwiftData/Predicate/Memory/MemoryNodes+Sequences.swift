import Foundation

extension PredicateExpressions.SequenceContains: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.SequenceContains<_, _>(sequence: sequence.memory, element: element.memory))
  }
}

extension PredicateExpressions.SequenceContainsWhere: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    let (sequence, test) = (sequence.memory, test.memory)
    return MemoryExpression { bindings in
      var inner = bindings
      return try sequence.evaluate(bindings).contains { element in
        inner[variable] = element
        return try test.evaluate(inner)
      }
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    let (sequence, test) = (sequence.memory, test.memory)
    return MemoryExpression { bindings in
      var inner = bindings
      return try sequence.evaluate(bindings).allSatisfy { element in
        inner[variable] = element
        return try test.evaluate(inner)
      }
    }
  }
}

extension PredicateExpressions.Filter: MemoryNode {
  var inMemory: MemoryExpression<[LHS.Output.Element]> {
    let (sequence, filter) = (sequence.memory, filter.memory)
    return MemoryExpression { bindings in
      var inner = bindings
      return try sequence.evaluate(bindings).filter { element in
        inner[variable] = element
        return try filter.evaluate(inner)
      }
    }
  }
}

extension PredicateExpressions.SequenceMaximum: MemoryNode {
  var inMemory: MemoryExpression<Elements.Output.Element?> {
    MemoryExpression(PredicateExpressions.SequenceMaximum<_>(elements: elements.memory))
  }
}

extension PredicateExpressions.SequenceMinimum: MemoryNode {
  var inMemory: MemoryExpression<Elements.Output.Element?> {
    MemoryExpression(PredicateExpressions.SequenceMinimum<_>(elements: elements.memory))
  }
}

extension PredicateExpressions.SequenceStartsWith: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.SequenceStartsWith<_, _>(base: base.memory, prefix: prefix.memory))
  }
}
