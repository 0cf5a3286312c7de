import Foundation

/// A predicate that is evaluated on many values in memory.
struct MemoryPredicate<Input> {
  private let variable: PredicateExpressions.Variable<Input>
  private let expression: MemoryExpression<Bool>

  init(_ predicate: Predicate<Input>) {
    variable = predicate.variable
    expression = predicate.expression.memory
  }

  /// - Throws: what makes the evaluation fail, as a nil that is unwrapped by force or a number that overflows.
  func evaluate(_ input: Input) throws -> Bool { try expression.evaluate(PredicateBindings((variable, input))) }

  /// Whether the predicate matches; not if its evaluation fails.
  ///
  /// SQL answers the same: what fails is unknown, and what is unknown does not match.
  func matches(_ input: Input) -> Bool { (try? evaluate(input)) ?? false }
}
