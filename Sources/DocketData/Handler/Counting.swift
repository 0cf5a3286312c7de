import Foundation
import SwiftData

/// How items came and went: numbers by day and week, the age of what is open, and what was left at each day's end.
///
/// Deleted items are not counted: nobody knows any more when they came.
public struct ItemStatistics: Hashable, Sendable {
  /// A day, or a week.
  public struct Span: Hashable, Sendable {
    /// Its first day.
    public let day: CalendarDay
    /// How many items were added in it.
    public let added: Int
    /// How many items were completed in it.
    public let done: Int
    /// How many items were open at its end.
    public let open: Int
  }

  /// Open items of an age.
  public struct Age: Hashable, Sendable {
    /// The age in days from which they are counted.
    public let from: Int
    /// The age in days up to which they are counted; nil for the last ones.
    public let upTo: Int?
    /// How many there are.
    public let count: Int
  }

  /// The number of all items.
  public let items: Int
  /// The number of open items.
  public let open: Int
  /// The days, the last one is today.
  public let days: [Span]
  /// The weeks, the last one is this week.
  public let weeks: [Span]
  /// The ages of open items, the youngest first.
  public let ages: [Age]

  /// The number of completed items.
  public var done: Int { items - open }
}

extension DataHandler {
  /// The days after which the ages of open items begin.
  private static let ages = [0, 1, 7, 30, 90, 365]

  /// Counts the items that match a query, or all.
  ///
  /// - Parameters:
  ///   - days: how many days, at least one.
  ///   - weeks: how many weeks, at least one.
  ///   - reference: the moment, and the calendar in which days and weeks begin.
  /// - Complexity: three statements that read the rows, or indexes of them, and make no models.
  public func statistics(
    matching query: ItemQuery? = nil, days: Int, weeks: Int, _ reference: DateReference = DateReference()
  ) throws -> ItemStatistics {
    let predicate = query?.predicate
    let (dayEdges, weekEdges) = (reference.days(days), reference.weeks(weeks))
    let edges = Array(Set(dayEdges + weekEdges)).sorted()
    let added = try modelContext.fetchCounts(of: \Item.createTimestamp, between: edges, where: predicate)
    let done = try modelContext.fetchCounts(of: \Item.completedAt, between: edges, where: predicate)
    let (items, completed) = (added.reduce(0, +), done.reduce(0, +))
    let spans = { (beginnings: [Date]) in
      Self.spans(beginnings, edges: edges, added: added, done: done, in: reference.calendar)
    }
    return ItemStatistics(
      items: items, open: items - completed, days: spans(dayEdges), weeks: spans(weekEdges),
      ages: try ages(predicate, reference.now))
  }

  private static func spans(
    _ beginnings: [Date], edges: [Date], added: [Int], done: [Int], in calendar: Calendar
  ) -> [ItemStatistics.Span] {
    // Of the dates before edge n, the counts are those up to the index n.
    let places = beginnings.map { edges.firstIndex(of: $0) ?? 0 } + [edges.count]
    return beginnings.indices.map { index in
      let (from, to) = (places[index], places[index + 1])
      let balance = added[...to].reduce(0, +) - done[...to].reduce(0, +)
      return ItemStatistics.Span(
        day: CalendarDay(beginnings[index], in: calendar.timeZone), added: added[(from + 1)...to].reduce(0, +),
        done: done[(from + 1)...to].reduce(0, +), open: balance)
    }
  }

  private func ages(_ predicate: Predicate<Item>?, _ now: Date) throws -> [ItemStatistics.Age] {
    let isOpen = #Predicate<Item> { $0.completedAt == nil }
    // The oldest first; what was added in the future, by another clock, is young.
    let edges = Self.ages.dropFirst().reversed().map { now.addingTimeInterval(-Double($0) * 86_400) }
    let counts = try modelContext.fetchCounts(
      of: \Item.createTimestamp, between: edges, where: predicate.map { Predicate(all: [isOpen, $0]) } ?? isOpen)
    let bounds = Self.ages.map(Int?.some) + [nil]
    return counts.reversed().enumerated().map { index, count in
      ItemStatistics.Age(from: Self.ages[index], upTo: bounds[index + 1], count: count)
    }
  }
}

extension DateReference {
  /// The beginnings of some days, the last one is today.
  fileprivate func days(_ count: Int) -> [Date] { (0..<count).reversed().map { day(-$0) } }

  /// The beginnings of some weeks, the last one is this week.
  fileprivate func weeks(_ count: Int) -> [Date] {
    let this = calendar.dateInterval(of: .weekOfYear, for: now)?.start ?? today
    return (0..<count).reversed().map { day(-7 * $0, from: this) }
  }
}
