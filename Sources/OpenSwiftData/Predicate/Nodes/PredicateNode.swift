import Foundation

/// A node of Foundation's predicate tree, with everything this library needs of it.
///
/// Each file of this folder has one node, or a few that share code, and answers these questions in this order:
///
/// | question | requirement | a node that does not answer |
/// |---|---|---|
/// | What is it in SQL? | `term(_:)` | is a constant if it does not depend on the row, else unsupported |
/// | What narrows the rows if a part is unsupported? | `superset(_:tellsFailures:)` | the whole of it or nothing |
/// | How is it evaluated in memory without a trap? | `inMemory` | by Foundation, on the nodes as they are |
/// | What does its SQL depend on besides its type? | `ShapedNode` | its translation is not cached |
/// | Which transactions of the history can match? | `narrow(_:)` | all |
/// | Which value must a property have? | `equality(of:)`, `property(of:)` | unknown |
///
/// To add a node, write its extension here; nothing else changes. A node that doesn't conform, such as one added by a
/// later version of Foundation, is evaluated in memory.
protocol PredicateNode: PredicateExpression {
  /// The node in SQL.
  ///
  /// Nil is NULL, and so is what fails in Swift, such as force-unwrapping nil or an overflow; a node that may fail
  /// calls `noteFailure()`.
  ///
  /// - Throws: `PredicateTranslator.Unsupported` if SQL can't express it; the rows are then filtered in memory.
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm

  /// A condition that is true wherever the node is true, and perhaps elsewhere.
  ///
  /// - Parameter tellsFailures: whether failing must be told from being false, because the enclosing node may be true
  ///   all the same.
  func superset(_ translator: inout PredicateTranslator, tellsFailures: Bool) -> PredicateTranslator.Superset

  /// The node as memory evaluates it, rebuilt from its children's `inMemory`; throws instead of trapping.
  var inMemory: MemoryExpression<Output> { get }

  /// Narrows the history's transactions to those for which the node can be true.
  func narrow(_ bounds: inout HistoryBounds)

  /// The value that a stored property must have where the node is true; nil if there is none.
  func equality<Model: PersistentModel>(of _: Model.Type) -> PendingEquality<Model>?

  /// The stored attribute that the node reads; nil for any other node.
  func property<Model: PersistentModel>(of _: Model.Type) -> PartialKeyPath<Model>?
}

extension PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm { try translator.constant(self) }

  func superset(_ translator: inout PredicateTranslator, tellsFailures _: Bool) -> PredicateTranslator.Superset {
    translator.wholeOrNothing(self)
  }

  var inMemory: MemoryExpression<Output> { MemoryExpression(self) }

  func narrow(_: inout HistoryBounds) {}

  func equality<Model: PersistentModel>(of _: Model.Type) -> PendingEquality<Model>? { nil }

  func property<Model: PersistentModel>(of _: Model.Type) -> PartialKeyPath<Model>? { nil }
}

/// A node whose SQL depends only on its type and what it describes, so that its translation can be cached.
///
/// The conformance is conditional on the child nodes, so one cast of the root, at each fetch, covers the whole tree.
protocol ShapedNode {
  /// Describes what `PredicateShape` gathers, with captured values in the order the translator binds them.
  func describe(in shape: inout PredicateShape)
}

/// A node that is the row or a part of it, not a captured value.
protocol RowNode: ShapedNode {}
