import Foundation
import SwiftData

// Expressions that SQL sorts by. They are made of tables, so they are built here node by node: the macro takes no loop.

private typealias Node<Output> = any StandardPredicateExpression<Output>
private typealias ItemVariable = PredicateExpressions.Variable<Item>

extension Urgency {
  /// The urgency of an item as SQL computes it.
  ///
  /// Items are as urgent as `value(of:)` says, but for the rounding of sums.
  var expression: Expression<Item, Double> {
    Expression { item in
      sum([
        priority(item), Self.steps(\.deadline, of: item, dueSteps, weights.due),
        Self.steps(\.createTimestamp, of: item, ageSteps, weights.age),
        Self.hasOpen(\.blocked, of: item, weights.blocking), Self.hasOpen(\.blockers, of: item, weights.blocked),
      ])
    }
  }

  private func sum(_ terms: [Node<Double>]) -> Node<Double> {
    terms.dropFirst().reduce(terms.first ?? value(0)) { Self.add($0, $1) }
  }

  private static func add(
    _ left: some StandardPredicateExpression<Double>, _ right: some StandardPredicateExpression<Double>
  ) -> Node<Double> { PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: .add) }

  private func priority(_ item: ItemVariable) -> Node<Double> {
    Priority.allCases.reduce(value(0.0)) { rest, priority in
      let isIt = PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: item, keyPath: \.priority),
        rhs: PredicateExpressions.build_Arg(priority))
      return conditional(isIt, value(Self.fraction(of: priority) * weights.priority), rest)
    }
  }

  private static func steps(
    _ date: any KeyPath<Item, Date> & Sendable, of item: ItemVariable, _ steps: [Step], _ weight: Double
  ) -> Node<Double> {
    steps.reversed().reduce(value(0.0)) { rest, step in
      conditional(isBefore(step.end, date, item), value(step.fraction * weight), rest)
    }
  }

  private static func hasOpen(
    _ others: any KeyPath<Item, [Item]> & Sendable, of item: ItemVariable, _ weight: Double
  ) -> Node<Double> {
    let hasOpen = PredicateExpressions.build_contains(
      PredicateExpressions.build_KeyPath(root: item, keyPath: others)
    ) { isOpen($0) }
    return conditional(hasOpen, value(weight), value(0.0))
  }
}

extension AgendaSection {
  /// The number of an item's section as SQL computes it.
  static func expression(at reference: DateReference) -> Expression<Item, Int> {
    Expression { item in
      let dated = ends(reference).reversed().reduce(value(later.rawValue)) { rest, next in
        conditional(isBefore(next.end, \.deadline, item), value(next.section.rawValue), rest)
      }
      let isUndated = PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: item, keyPath: \.deadline),
        rhs: PredicateExpressions.build_Arg(Date.distantFuture))
      let open = conditional(isUndated, value(undated.rawValue), dated)
      return conditional(isOpen(item), open, value(done.rawValue))
    }
  }
}

private func value<Output: Codable & Sendable>(_ output: Output) -> Node<Output> {
  PredicateExpressions.build_Arg(output)
}

private func conditional<Output>(
  _ test: some StandardPredicateExpression<Bool>, _ first: some StandardPredicateExpression<Output>,
  _ second: some StandardPredicateExpression<Output>
) -> Node<Output> { PredicateExpressions.build_Conditional(test, first, second) }

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
