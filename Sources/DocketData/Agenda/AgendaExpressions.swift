import Foundation
import SwiftData

// What SQL sorts an agenda by. It is made of tables, so it is built here node by node, in loops: existential nodes are
// opened in calls, which the compiler refuses within closures.

private typealias Node<Output> = any StandardPredicateExpression<Output>
private typealias ItemVariable = PredicateExpressions.Variable<Item>

extension Urgency {
  /// The urgency of an item as SQL computes it.
  ///
  /// It is `value(of:)`, but for the rounding of sums.
  var expression: Expression<Item, Double> { Expression { node($0) } }

  private func node(_ item: ItemVariable) -> Node<Double> {
    var sum = priority(item)
    sum = add(sum, steps(\.deadline, of: item, dueSteps, weights.due))
    sum = add(sum, steps(\.createTimestamp, of: item, ageSteps, weights.age))
    sum = add(sum, hasOpen(\.blocked, of: item, weights.blocking))
    return add(sum, hasOpen(\.blockers, of: item, weights.blocked))
  }

  private func priority(_ item: ItemVariable) -> Node<Double> {
    var rest: Node<Double> = PredicateExpressions.build_Arg(0.0)
    for priority in Priority.allCases {
      let isIt = PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: item, keyPath: \.priority),
        rhs: PredicateExpressions.build_Arg(priority))
      rest = choose(isIt, Self.fraction(of: priority) * weights.priority, else: rest)
    }
    return rest
  }

  private func steps(
    _ date: any KeyPath<Item, Date> & Sendable, of item: ItemVariable, _ steps: some Sequence<Step>, _ weight: Double
  ) -> Node<Double> {
    var rest: Node<Double> = PredicateExpressions.build_Arg(0.0)
    for step in steps.reversed() { rest = choose(isBefore(step.end, date, item), step.fraction * weight, else: rest) }
    return rest
  }

  private func hasOpen(
    _ others: any KeyPath<Item, [Item]> & Sendable, of item: ItemVariable, _ weight: Double
  ) -> Node<Double> {
    let hasOpen = PredicateExpressions.build_contains(
      PredicateExpressions.build_KeyPath(root: item, keyPath: others)
    ) { isOpen($0) }
    return choose(hasOpen, weight, else: PredicateExpressions.build_Arg(0.0))
  }
}

extension AgendaSection {
  /// The number of an item's section as SQL computes it.
  static func expression(at reference: DateReference) -> Expression<Item, Int> { Expression { node($0, reference) } }

  private static func node(_ item: ItemVariable, _ reference: DateReference) -> Node<Int> {
    var rest: Node<Int> = PredicateExpressions.build_Arg(later.rawValue)
    for (end, section) in ends(reference).reversed() {
      rest = choose(isBefore(end, \.deadline, item), section.rawValue, else: rest)
    }
    let isUndated = PredicateExpressions.build_Equal(
      lhs: PredicateExpressions.build_KeyPath(root: item, keyPath: \.deadline),
      rhs: PredicateExpressions.build_Arg(Date.distantFuture))
    rest = choose(isUndated, undated.rawValue, else: rest)
    let isDone = PredicateExpressions.build_Negation(isOpen(item))
    return choose(isDone, done.rawValue, else: rest)
  }
}

private func add(
  _ left: some StandardPredicateExpression<Double>, _ right: some StandardPredicateExpression<Double>
) -> Node<Double> { PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: .add) }

private func choose<Value: Codable & Sendable>(
  _ test: some StandardPredicateExpression<Bool>, _ value: Value, else rest: Node<Value>
) -> Node<Value> { choice(test, PredicateExpressions.build_Arg(value), rest) }

private func choice<Value>(
  _ test: some StandardPredicateExpression<Bool>, _ first: some StandardPredicateExpression<Value>,
  _ second: some StandardPredicateExpression<Value>
) -> Node<Value> { PredicateExpressions.build_Conditional(test, first, second) }

private func isBefore(
  _ end: Date, _ date: any KeyPath<Item, Date> & Sendable, _ item: ItemVariable
) -> some StandardPredicateExpression<Bool> {
  PredicateExpressions.build_Comparison(
    lhs: PredicateExpressions.build_KeyPath(root: item, keyPath: date), rhs: PredicateExpressions.build_Arg(end),
    op: .lessThan)
}

private func isOpen(_ item: ItemVariable) -> some StandardPredicateExpression<Bool> {
  PredicateExpressions.build_Equal(
    lhs: PredicateExpressions.build_KeyPath(root: item, keyPath: \.completedAt),
    rhs: PredicateExpressions.build_NilLiteral())
}
