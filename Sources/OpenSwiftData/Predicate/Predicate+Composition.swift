import Foundation

// Large `#Predicate` bodies overwhelm the type checker; these join small ones.
extension Predicate {
  /// Matches what all of the predicates match; everything if there are none.
  ///
  /// ```swift
  /// Predicate(all: [#Predicate<Item> { $0.isDone }, #Predicate { $0.count > 1 }])
  /// ```
  /// ```sql
  /// SELECT … FROM "Item" AS t0 WHERE (t0."isDone" AND (t0."count" > ?1))
  /// ```
  ///
  /// Source: Foundation, `Predicate.init(all:)`.
  public init(all subpredicates: some BidirectionalCollection<Self>) {
    self.init { (input: repeat PredicateExpressions.Variable<each Input>) in
      Self.joined(subpredicates, repeat each input, whenEmpty: true, Self.conjunction)
    }
  }

  /// Matches what any of the predicates matches; nothing if there are none.
  ///
  /// ```swift
  /// Predicate(any: [#Predicate<Item> { $0.isDone }, #Predicate { $0.count > 1 }])
  /// ```
  /// ```sql
  /// SELECT … FROM "Item" AS t0 WHERE (t0."isDone" OR (t0."count" > ?1))
  /// ```
  ///
  /// Source: Foundation, `Predicate.init(any:)`.
  public init(any subpredicates: some BidirectionalCollection<Self>) {
    self.init { (input: repeat PredicateExpressions.Variable<each Input>) in
      Self.joined(subpredicates, repeat each input, whenEmpty: false, Self.disjunction)
    }
  }

  /// Matches what another predicate does not match.
  ///
  /// ```swift
  /// Predicate(not: #Predicate<Item> { $0.isDone })
  /// ```
  /// ```sql
  /// SELECT … FROM "Item" AS t0 WHERE (NOT t0."isDone")
  /// ```
  public init(not subpredicate: Self) {
    self.init { (input: repeat PredicateExpressions.Variable<each Input>) -> any StandardPredicateExpression<Bool> in
      PredicateExpressions.Negation(
        PredicateExpressions.PredicateEvaluate(predicate: subpredicate, input: repeat each input))
    }
  }

  private typealias Condition = any StandardPredicateExpression<Bool>

  private static func joined(
    _ subpredicates: some BidirectionalCollection<Self>, _ input: repeat PredicateExpressions.Variable<each Input>,
    whenEmpty: Bool, _ join: (Condition, Condition) -> Condition
  ) -> Condition {
    var parts = subpredicates.map { predicate -> Condition in
      PredicateExpressions.PredicateEvaluate(predicate: predicate, input: repeat each input)
    }[...]
    guard let first = parts.popFirst() else { return PredicateExpressions.Value(whenEmpty) }
    return parts.reduce(first, join)
  }

  private static func conjunction(_ left: Condition, _ right: Condition) -> Condition {
    func join<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(_ l: L, _ r: R) -> Condition {
      PredicateExpressions.Conjunction(lhs: l, rhs: r)
    }
    return join(left, right)
  }

  private static func disjunction(_ left: Condition, _ right: Condition) -> Condition {
    func join<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(_ l: L, _ r: R) -> Condition {
      PredicateExpressions.Disjunction(lhs: l, rhs: r)
    }
    return join(left, right)
  }
}
