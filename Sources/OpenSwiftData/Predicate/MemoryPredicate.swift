import Foundation

/// A predicate that is evaluated on many values in memory.
struct MemoryPredicate<Input> {
  private let variable: PredicateExpressions.Variable<Input>
  private let expression: MemoryExpression<Bool>

  init(_ predicate: Predicate<Input>) {
    variable = predicate.variable
    expression = predicate.expression.memory
  }

  /// Evaluates the predicate.
  ///
  /// - Throws: what makes the evaluation fail, as a nil that is unwrapped by force or a number that overflows.
  func evaluate(_ input: Input) throws -> Bool { try expression.evaluate(PredicateBindings((variable, input))) }

  /// Whether the predicate matches; not if its evaluation fails.
  ///
  /// SQL answers the same: what fails is unknown, and what is unknown does not match.
  func matches(_ input: Input) -> Bool { (try? evaluate(input)) ?? false }
}

/// A node of a predicate as memory evaluates it: what would trap throws instead.
///
/// Foundation's nodes calculate with Swift's operators, which trap. A row must not be able to stop a program, so nodes
/// that calculate, and those that have such nodes below them, are made anew of these.
struct MemoryExpression<Output>: PredicateExpression {
  private let body: (PredicateBindings) throws -> Output

  init(_ body: @escaping (PredicateBindings) throws -> Output) { self.body = body }

  init(_ node: some PredicateExpression<Output>) { body = node.evaluate }

  func evaluate(_ bindings: PredicateBindings) throws -> Output { try body(bindings) }
}

extension PredicateExpression {
  /// The node as memory evaluates it; a node that is not known here evaluates itself.
  var memory: MemoryExpression<Output> {
    if let node = self as? any PredicateNode, let expression = Self.expression(of: node) as? MemoryExpression<Output> {
      return expression
    }
    return MemoryExpression(self)
  }

  private static func expression(of node: some PredicateNode) -> Any { node.inMemory }
}

/// Thrown where Swift would trap: an overflow, a division by zero, a range that ends before it begins.
struct CalculationFailure: Error {}

/// The value of a node in which no row takes part, as a property of a captured value.
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

/// Logs which predicates and orders were evaluated in memory, so that a slow fetch explains itself.
enum MemoryEvaluationLog {
  /// Receives the lines instead of the log of statements.
  @TaskLocal static var receiver: (@Sendable (String) -> Void)?

  static func note(_ line: @autoclosure () -> String) {
    if let receiver { receiver(line()) } else { SQLLog.note(line()) }
  }
}
