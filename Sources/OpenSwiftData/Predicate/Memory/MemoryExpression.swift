import Foundation

/// A node of a predicate as memory evaluates it: what would stop the program throws instead.
///
/// Foundation's nodes calculate with Swift's operators, which trap. A row must not be able to stop a program, so nodes
/// that calculate, and those that have such below them, are made anew of these.
struct MemoryExpression<Output>: PredicateExpression {
  private let body: (PredicateBindings) throws -> Output

  init(_ body: @escaping (PredicateBindings) throws -> Output) { self.body = body }

  init(_ node: some PredicateExpression<Output>) { body = node.evaluate }

  func evaluate(_ bindings: PredicateBindings) throws -> Output { try body(bindings) }
}

/// A node that has other nodes below it, or calculates.
protocol MemoryNode: PredicateExpression {
  var inMemory: MemoryExpression<Output> { get }
}

extension PredicateExpression {
  /// The node as memory evaluates it; a node that is not known evaluates itself.
  var memory: MemoryExpression<Output> {
    if let node = self as? any MemoryNode, let expression = Self.expression(of: node) as? MemoryExpression<Output> {
      return expression
    }
    return MemoryExpression(self)
  }

  private static func expression(of node: some MemoryNode) -> Any { node.inMemory }
}
