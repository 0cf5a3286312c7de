import Foundation

/// A predicate for evaluation on many values in memory.
struct MemoryPredicate<Input> {
  private let variable: PredicateExpressions.Variable<Input>
  private let expression: MemoryExpression<Bool>

  init(_ predicate: Predicate<Input>) {
    variable = predicate.variable
    expression = predicate.expression.memory
  }

  /// - Throws: what makes the evaluation fail, such as force-unwrapping nil or an overflow.
  func evaluate(_ input: Input) throws -> Bool { try expression.evaluate(PredicateBindings((variable, input))) }

  /// Whether the predicate matches; as in SQL, a failed evaluation is unknown and doesn't match.
  func matches(_ input: Input) -> Bool { (try? evaluate(input)) ?? false }
}

/// A predicate node that throws in memory where Foundation's would trap.
///
/// Foundation's nodes use Swift's trapping operators. A row must not crash a program, so nodes that calculate, and
/// their ancestors, are rebuilt from these.
struct MemoryExpression<Output>: PredicateExpression {
  private let body: (PredicateBindings) throws -> Output

  init(_ body: @escaping (PredicateBindings) throws -> Output) { self.body = body }

  init(_ node: some PredicateExpression<Output>) { body = node.evaluate }

  func evaluate(_ bindings: PredicateBindings) throws -> Output { try body(bindings) }
}

extension PredicateExpression {
  /// The node as memory evaluates it; an unknown node evaluates itself.
  var memory: MemoryExpression<Output> {
    if let node = self as? any PredicateNode, let expression = Self.expression(of: node) as? MemoryExpression<Output> {
      return expression
    }
    return MemoryExpression(self)
  }

  private static func expression(of node: some PredicateNode) -> Any { node.inMemory }
}

/// Thrown where Swift would trap: an overflow, a division by zero, a reversed range.
struct CalculationFailure: Error {}

/// The value of a node that doesn't depend on the row, such as a property of a captured value.
struct PredicateConstant {
  let value: Any

  /// Nil if the node has a variable or can't be evaluated.
  init?(_ node: Any) {
    guard let node = node as? any PredicateExpression, let value = Self.value(of: node) else { return nil }
    self.value = value
  }

  private static func value(of node: some PredicateExpression) -> Any? {
    // Not an optional of what may be an optional: nil is a value.
    do { return try node.memory.evaluate(PredicateBindings()) as Any } catch { return nil }
  }
}

/// Logs the predicates and orders evaluated in memory, to explain slow fetches.
enum MemoryEvaluationLog {
  /// Receives the lines instead of the statement log.
  @TaskLocal static var receiver: (@Sendable (String) -> Void)?

  static func note(_ line: @autoclosure () -> String) {
    if let receiver { receiver(line()) } else { SQLLog.note(line()) }
  }
}
