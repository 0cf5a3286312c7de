import Foundation

// SQL has only the nodes of texts; others are constants if they don't depend on the row, else memory evaluates them.

/// `text.contains(part)`
extension PredicateExpressions.CollectionContainsCollection: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction("string_contains", base, other)
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.CollectionContainsCollection<_, _>(base: base.memory, other: other.memory))
  }
}

extension PredicateExpressions.CollectionContainsCollection: ShapedNode where Base: ShapedNode, Other: ShapedNode {
  func describe(in shape: inout PredicateShape) { shape.describe(base, other) }
}

/// `text.starts(with: prefix)`
extension PredicateExpressions.SequenceStartsWith: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction("string_starts_with", base, prefix)
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.SequenceStartsWith<_, _>(base: base.memory, prefix: prefix.memory))
  }
}

extension PredicateExpressions.SequenceStartsWith: ShapedNode where Base: ShapedNode, Prefix: ShapedNode {
  func describe(in shape: inout PredicateShape) { shape.describe(base, prefix) }
}

/// `collection.max()`
extension PredicateExpressions.SequenceMaximum: PredicateNode {
  var inMemory: MemoryExpression<Elements.Output.Element?> {
    MemoryExpression(PredicateExpressions.SequenceMaximum<_>(elements: elements.memory))
  }
}

/// `collection.min()`
extension PredicateExpressions.SequenceMinimum: PredicateNode {
  var inMemory: MemoryExpression<Elements.Output.Element?> {
    MemoryExpression(PredicateExpressions.SequenceMinimum<_>(elements: elements.memory))
  }
}

/// `collection[index]`
extension PredicateExpressions.CollectionIndexSubscript: PredicateNode {
  var inMemory: MemoryExpression<Wrapped.Output.Element> {
    MemoryExpression(PredicateExpressions.CollectionIndexSubscript<_, _>(wrapped: wrapped.memory, index: index.memory))
  }
}

/// `collection[range]`
extension PredicateExpressions.CollectionRangeSubscript: PredicateNode {
  var inMemory: MemoryExpression<Wrapped.Output.SubSequence> {
    MemoryExpression(PredicateExpressions.CollectionRangeSubscript<_, _>(wrapped: wrapped.memory, range: range.memory))
  }
}

/// `dictionary[key]`
extension PredicateExpressions.DictionaryKeySubscript: PredicateNode {
  var inMemory: MemoryExpression<Value?> {
    MemoryExpression(PredicateExpressions.DictionaryKeySubscript<_, _, Value>(wrapped: wrapped.memory, key: key.memory))
  }
}

/// `dictionary[key, default: value]`
extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: PredicateNode {
  var inMemory: MemoryExpression<Default.Output> {
    MemoryExpression(
      PredicateExpressions.DictionaryKeyDefaultValueSubscript<_, _, _>(
        wrapped: wrapped.memory, key: key.memory, default: self.default.memory))
  }
}

/// `text.contains(regex)`
extension PredicateExpressions.StringContainsRegex: PredicateNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.StringContainsRegex<_, _>(subject: subject.memory, regex: regex.memory))
  }
}
