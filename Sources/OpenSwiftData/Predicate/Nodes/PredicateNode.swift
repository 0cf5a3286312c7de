import Foundation

/// A node of Foundation's predicate tree, and everything that this library asks of it.
///
/// Each file of this folder holds one node, or a few that share their code, and answers these questions in this order:
///
/// | question | requirement | a node that does not answer |
/// |---|---|---|
/// | What is it in SQL? | `term(_:)` | is a constant if it does not depend on the row, else unsupported |
/// | What narrows the rows if a part is unsupported? | `superset(_:tellsFailures:)` | the whole of it or nothing |
/// | How is it evaluated in memory without a trap? | `inMemory` | by Foundation, on the nodes as they are |
/// | What does its SQL depend on besides its type? | `ShapedNode` | its translation is not cached |
/// | Which transactions of the history can match? | `narrow(_:)` | all |
/// | Which value does a property have for sure? | `equality(of:)`, `property(of:)` | says nothing of it |
///
/// To add a node, write its extension here; nothing else has to be changed. A node that does not conform, as one that a
/// later version of Foundation brings, is evaluated in memory.
protocol PredicateNode: PredicateExpression {
  /// The node in SQL.
  ///
  /// What Swift evaluates to nil is NULL. So is what fails in Swift, as a nil that is unwrapped by force or a sum that
  /// overflows; a node that may fail calls `noteFailure()`.
  ///
  /// - Throws: `PredicateTranslator.Unsupported` if SQL can't express it; the rows are then filtered in memory.
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm

  /// A condition that is true wherever the node is true, and perhaps elsewhere.
  ///
  /// - Parameter tellsFailures: whether a row for which the node fails has to be told from one for which it is false,
  ///   because what the node is a part of may be true all the same.
  func superset(_ translator: inout PredicateTranslator, tellsFailures: Bool) -> PredicateTranslator.Superset

  /// The node as memory evaluates it: what would trap throws instead.
  ///
  /// A node that calculates checks its result; a node with other nodes below it is made anew of theirs.
  var inMemory: MemoryExpression<Output> { get }

  /// Narrows the transactions of the history for which the node can be true.
  func narrow(_ bounds: inout HistoryBounds)

  /// The value that a stored property of the model has wherever the node is true; nil if it requires none.
  func equality<Model: PersistentModel>(of _: Model.Type) -> PendingEquality<Model>?

  /// The stored attribute of the model that the node is; nil for any other node.
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

/// A node whose SQL depends only on its type and on what it describes, so that its translation can be cached.
///
/// The conformance is conditional on the nodes below, so that one cast of the root tells whether the whole tree has a
/// shape; each fetch with a predicate asks for it.
protocol ShapedNode {
  /// Describes what `PredicateShape` gathers; captured values in the order in which the translator binds them.
  func describe(in shape: inout PredicateShape)
}

/// A node that is the row or something of it, and not a captured value.
protocol RowNode: ShapedNode {}
