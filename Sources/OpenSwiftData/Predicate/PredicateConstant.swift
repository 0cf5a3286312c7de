import Foundation

/// The value of a node that has no part in what a predicate is asked about, as that of a captured value's property.
struct PredicateConstant {
  let value: Any

  /// Nil if the node asks about a variable, or can't be evaluated.
  init?(_ node: Any) {
    guard let node = node as? any PredicateExpression, let value = Self.value(of: node) else { return nil }
    self.value = value
  }

  private static func value(of node: some PredicateExpression) -> Any? {
    // No optional of what may be an optional: a nil is a value.
    do { return try node.memory.evaluate(PredicateBindings()) as Any } catch { return nil }
  }
}
