import Foundation
import SwiftData

/// Which of the items that a query finds stand below their parents, and which by themselves.
///
/// There is an outline where everything, everything open or everything ready is shown, or what of it has some lists and
/// tags. Whatever else is looked for is found one by one: a text, a date, a priority.
public struct QueryOutline: Hashable, Sendable {
  private enum State: Hashable {
    case any, open, ready
  }

  private let query: ItemQuery
  private let state: State
  /// The terms about lists and tags.
  private let places: [QueryTerm]
  /// The moments at which the sections of the agenda end; empty if the rows have no sections.
  private let boundaries: [Date]
  /// Whether it has what was done today, too, which stands by itself.
  public let hasDoneToday: Bool

  /// Whether it makes a difference that the rows are divided into the sections of the agenda.
  public var hasSections: Bool { !boundaries.isEmpty }

  /// Creates the outline of what a query finds; nil if it has none.
  ///
  /// - Parameter hasSections: whether the rows are divided into the sections of the agenda: a sub-item that is due in an
  ///   earlier one than its parent stands there by itself.
  public init?(_ query: ItemQuery, hasSections: Bool = false) {
    let others = query.terms.filter { !$0.isPlace }
    guard others.count <= 1 else { return nil }
    hasDoneToday = query.hasDoneToday
    let asked = hasDoneToday ? QueryState.ready : others.first?.onlyState
    switch asked {
    case nil where others.isEmpty: state = .any
    case .open: state = .open
    case .ready: state = .ready
    default: return nil
    }
    self.query = query
    places = query.terms.filter(\.isPlace)
    boundaries = hasSections && state == .ready ? AgendaSection.boundaries(query.reference) : []
  }
}

// MARK: - In the store

extension QueryOutline {
  /// Finds the items that stand by themselves.
  public var rootPredicate: Predicate<Item> {
    guard let predicate = query.predicate else { return #Predicate { $0.parent == nil } }
    return Predicate(all: [predicate, standsAlone])
  }

  /// Finds, among the items that match, those whose parents are not in view, and those that are due in an earlier section.
  var standsAlone: Predicate<Item> {
    let isElsewhere = places.map { Predicate(not: parentMatches($0.predicate(query.reference))) }
    // As `isDueSooner` has it: a section ends between the two.
    let isDueSooner = boundaries.map { end in
      #Predicate<Item> { item in
        if let parent = item.parent { item.deadline < end && parent.deadline >= end } else { false }
      }
    }
    let others = isElsewhere + isDueSooner
    return others.isEmpty ? hasNoParentInState : Predicate(any: [hasNoParentInState] + others)
  }

  private var hasNoParentInState: Predicate<Item> {
    let now = query.reference.now
    switch state {
    case .any: return #Predicate { $0.parent == nil }
    case .open: return #Predicate { $0.parent == nil || $0.parent?.completedAt != nil }
    case .ready:
      return #Predicate { item in
        if item.completedAt != nil {
          true
        } else if let parent = item.parent {
          parent.completedAt != nil || parent.startMoment > now && parent.deadline >= now
            || parent.blockers.contains { $0.completedAt == nil }
        } else {
          true
        }
      }
    }
  }

  /// `#Predicate` evaluates no other predicate, so this is built node by node.
  private func parentMatches(_ predicate: Predicate<Item>) -> Predicate<Item> {
    Predicate { Self.parentMatches(predicate, $0) }
  }

  private static func parentMatches(
    _ predicate: Predicate<Item>, _ item: PredicateExpressions.Variable<Item>
  ) -> some StandardPredicateExpression<Bool> {
    PredicateExpressions.build_NilCoalesce(
      lhs: PredicateExpressions.build_flatMap(PredicateExpressions.build_KeyPath(root: item, keyPath: \.parent)) {
        PredicateExpressions.PredicateEvaluate(predicate: predicate, input: $0)
      },
      rhs: PredicateExpressions.build_Arg(false))
  }
}

// MARK: - Of one item

extension QueryOutline {
  /// Whether an item is in view, and not below its parent.
  public func isRoot(_ item: Item) -> Bool {
    if hasDoneToday, item.isDone { return isInPlace(item) }
    return shows(item) && item.parent.map { shows($0) && !isDueSooner(item, than: $0) } != true
  }

  /// Whether a sub-item stands below its parent, if that is in view.
  public func shows(_ subitem: Item, below parent: Item) -> Bool {
    // What was done today is below all sections; what is left to do of it is in its own.
    if hasDoneToday, parent.isDone { return false }
    return shows(subitem) && !isDueSooner(subitem, than: parent)
  }

  private func shows(_ item: Item) -> Bool {
    let isInState =
      switch state {
      case .any: true
      case .open: !item.isDone
      case .ready: item.isReady(at: query.reference.now)
      }
    return isInState && isInPlace(item)
  }

  private func isInPlace(_ item: Item) -> Bool { places.allSatisfy { $0.isPlace(of: item) } }

  /// Whether a sub-item belongs to an earlier section of the agenda than its parent.
  private func isDueSooner(_ subitem: Item, than parent: Item) -> Bool {
    boundaries.contains { subitem.deadline < $0 && parent.deadline >= $0 }
  }
}

// MARK: - Terms

extension ItemQuery {
  /// Whether it finds what is ready, and what was done today, which stands by itself.
  public var hasDoneToday: Bool {
    terms.contains { term in
      guard !term.isNegated, case .any(let alternatives) = term.condition, alternatives.count == 2,
        alternatives[0].count == 1, alternatives[0][0].onlyState == .ready, alternatives[1].count == 1,
        case .date(.done, .equal, let span) = alternatives[1][0].condition
      else { return false }
      return span.isDay && span.start == reference.today
    }
  }
}

extension QueryTerm {
  /// The state that is asked for; nil if it is something else.
  fileprivate var onlyState: QueryState? {
    if !isNegated, case .state(let state) = condition { state } else { nil }
  }

  /// Whether it is about lists and tags alone.
  fileprivate var isPlace: Bool {
    switch condition {
    case .tag, .hasTags, .list, .hasList: true
    case .any(let alternatives): alternatives.joined().allSatisfy(\.isPlace)
    default: false
    }
  }

  /// Whether an item meets a term about lists and tags: as its predicate has it, but quick enough for each row.
  fileprivate func isPlace(of item: Item) -> Bool {
    let isMet =
      switch condition {
      case .tag(let key): item.tags.contains { $0.key == key }
      case .hasTags(let isWanted): item.tags.isEmpty != isWanted
      case .list(let key, let withSublists): item.list.map { $0.isFound(by: key, withSublists: withSublists) } ?? false
      case .hasList(let isWanted): (item.list != nil) == isWanted
      case .any(let alternatives): alternatives.contains { $0.allSatisfy { $0.isPlace(of: item) } }
      default: false
      }
    return isMet != isNegated
  }
}

extension ItemList {
  fileprivate func isFound(by key: String, withSublists: Bool) -> Bool {
    let own = self.key
    return own == key || withSublists && own >= key + "." && own < key + "/"
  }
}
