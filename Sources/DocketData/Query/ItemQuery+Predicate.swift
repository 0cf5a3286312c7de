import Foundation
import SwiftData

extension ItemQuery {
  /// The query as a predicate; nil if it matches everything.
  public var predicate: Predicate<Item>? {
    terms.isEmpty ? nil : terms.predicate(reference)
  }
}

extension [QueryTerm] {
  /// The predicate that all of them match.
  fileprivate func predicate(_ reference: DateReference) -> Predicate<Item> {
    map { $0.predicate(reference) }.joined { Predicate(all: $0) }
  }
}

extension [Predicate<Item>] {
  /// Joins predicates in groups, so that thousands of them make no deep tree, which SQLite would refuse.
  fileprivate func joined(_ join: ([Predicate<Item>]) -> Predicate<Item>) -> Predicate<Item> {
    var groups = self
    while groups.count > Self.groupSize {
      groups = stride(from: 0, to: groups.count, by: Self.groupSize).map {
        join(Array(groups[$0..<Swift.min($0 + Self.groupSize, groups.count)]))
      }
    }
    return groups.count == 1 ? groups[0] : join(groups)
  }

  private static var groupSize: Int { 16 }
}

extension QueryTerm {
  /// The predicate that the term is.
  func predicate(_ reference: DateReference) -> Predicate<Item> {
    let predicate = conditionPredicate(reference)
    return isNegated ? Predicate(not: predicate) : predicate
  }

  private func conditionPredicate(_ reference: DateReference) -> Predicate<Item> {
    switch condition {
    case .text(let text):
      return #Predicate { $0.title.localizedStandardContains(text) || $0.notes.localizedStandardContains(text) }
    case .tag(let key): return #Predicate { $0.tags.contains { $0.key == key } }
    case .hasTags(true): return #Predicate { !$0.tags.isEmpty }
    case .hasTags(false): return #Predicate { $0.tags.isEmpty }
    case .list(let key, false): return #Predicate { $0.list?.key == key }
    case .list(let key, true):
      // A range instead of a search in texts, for which all rows would be read and sorted: “/” is what follows “.”.
      let (start, end) = (key + ".", key + "/")
      return Predicate(any: [
        #Predicate { $0.list?.key == key },
        #Predicate { ($0.list?.key ?? "") >= start && ($0.list?.key ?? "") < end },
      ])
    case .hasList(true): return #Predicate { $0.list != nil }
    case .hasList(false): return #Predicate { $0.list == nil }
    case .state(let state): return state.predicate(reference)
    case .priority(let comparison, let priority): return comparison.predicate(priority)
    case .date(let date, let comparison, let span): return date.predicate(comparison.bounds(of: span))
    case .hasDate(let date, let isWanted): return date.predicate(isThere: isWanted)
    case .isAfter(let number): return #Predicate { $0.blockers.contains { $0.persistentModelID.primaryKey == number } }
    case .hasBlockers(true): return #Predicate { !$0.blockers.isEmpty }
    case .hasBlockers(false): return #Predicate { $0.blockers.isEmpty }
    case .extra(let name, let text): return ItemExtra.predicate(name, contains: text)
    case .hasExtra(let name, true): return ItemExtra.predicate(name, contains: "")
    case .hasExtra(let name, false): return Predicate(not: ItemExtra.predicate(name, contains: ""))
    case .any(let alternatives): return alternatives.map { $0.predicate(reference) }.joined { Predicate(any: $0) }
    }
  }
}

extension QueryState {
  fileprivate func predicate(_ reference: DateReference) -> Predicate<Item> {
    let now = reference.now
    switch self {
    case .open: return #Predicate { $0.completedAt == nil }
    case .done: return #Predicate { $0.completedAt != nil }
    case .overdue: return #Predicate { $0.completedAt == nil && $0.deadline < now }
    case .today:
      let (today, tomorrow) = (reference.today, reference.day(1))
      return #Predicate { $0.completedAt == nil && $0.deadline >= today && $0.deadline < tomorrow }
    case .ready:
      return #Predicate {
        $0.completedAt == nil && ($0.startMoment <= now || $0.deadline < now)
          && !$0.blockers.contains { $0.completedAt == nil }
      }
    case .waiting: return #Predicate { $0.completedAt == nil && $0.startMoment > now }
    case .blocked: return #Predicate { $0.completedAt == nil && $0.blockers.contains { $0.completedAt == nil } }
    case .recurring: return #Predicate { $0.rule != nil }
    }
  }
}

extension QueryComparison {
  fileprivate func predicate(_ priority: Priority) -> Predicate<Item> {
    switch self {
    case .equal: return #Predicate { $0.priority == priority }
    case .less: return #Predicate { $0.priority < priority }
    case .atMost: return #Predicate { $0.priority <= priority }
    case .greater: return #Predicate { $0.priority > priority }
    case .atLeast: return #Predicate { $0.priority >= priority }
    }
  }

  /// The bounds of the moments that compare with a span like this; the start is included, the end is not.
  fileprivate func bounds(of span: DateSpan) -> (start: Date?, end: Date?) {
    switch self {
    case .equal: (span.found.lowerBound, span.found.upperBound)
    case .less: (nil, span.found.lowerBound)
    case .atMost: (nil, span.found.upperBound)
    case .greater: (span.found.upperBound, nil)
    case .atLeast: (span.found.lowerBound, nil)
    }
  }
}

extension QueryDate {
  /// The predicate that a date is set and within bounds.
  fileprivate func predicate(_ bounds: (start: Date?, end: Date?)) -> Predicate<Item> {
    let (start, end) = (bounds.start ?? .distantPast, bounds.end ?? .distantFuture)
    switch self {
    case .due: return Self.due(start, bounds.end)
    case .start: return Self.start(bounds.start, end)
    case .created: return #Predicate { $0.createTimestamp >= start && $0.createTimestamp < end }
    case .updated: return #Predicate { $0.timestamp >= start && $0.timestamp < end }
    case .done: return Self.done(start, end)
    }
  }

  /// An item without a due date has the deadline `never`, which is no bound: there are due dates after it.
  private static func due(_ start: Date, _ end: Date?) -> Predicate<Item> {
    let never = Date.distantFuture
    guard let end else { return #Predicate { $0.deadline >= start && $0.deadline != never } }
    guard end > never else { return #Predicate { $0.deadline >= start && $0.deadline < end } }
    return #Predicate { $0.deadline >= start && $0.deadline < end && $0.deadline != never }
  }

  /// An item without a start date has the start `always`, which is no bound: there are start dates before it.
  private static func start(_ start: Date?, _ end: Date) -> Predicate<Item> {
    let always = Date.distantPast
    guard let start else { return #Predicate { $0.startMoment < end && $0.startMoment != always } }
    guard start <= always else { return #Predicate { $0.startMoment >= start && $0.startMoment < end } }
    return #Predicate { $0.startMoment >= start && $0.startMoment < end && $0.startMoment != always }
  }

  private static func done(_ start: Date, _ end: Date) -> Predicate<Item> {
    #Predicate { item in
      if let date = item.completedAt { date >= start && date < end } else { false }
    }
  }

  fileprivate func predicate(isThere: Bool) -> Predicate<Item> {
    let (always, never) = (Date.distantPast, Date.distantFuture)
    switch (self, isThere) {
    case (.start, true): return #Predicate { $0.startMoment != always }
    case (.start, false): return #Predicate { $0.startMoment == always }
    case (.due, true): return #Predicate { $0.deadline != never }
    case (.due, false): return #Predicate { $0.deadline == never }
    case (.done, true): return #Predicate { $0.completedAt != nil }
    case (.done, false): return #Predicate { $0.completedAt == nil }
    // Every item has these dates.
    case (.created, true), (.updated, true): return #Predicate { _ in true }
    case (.created, false), (.updated, false): return #Predicate { _ in false }
    }
  }
}
