import DocketData
import Foundation
import SwiftData

/// How many open items are due on each of some days, counted in the background and kept up to date.
@MainActor
final class MonthCounts {
  private let observer: AggregateObserver<[AggregateGroup<Date, Int>]>
  private let timeZone: TimeZone

  /// - Parameter query: which items count.
  /// - Throws: `StoreError` if the store can't be read.
  init(
    from first: CalendarDay, through last: CalendarDay, _ calendar: Calendar, _ query: ItemQuery?,
    in context: ModelContext
  ) throws {
    let (start, end) = (first.start(in: calendar), last.end(in: calendar))
    timeZone = calendar.timeZone
    let isDue = #Predicate<Item> { $0.completedAt == nil && $0.deadline >= start && $0.deadline <= end }
    observer = try AggregateObserver(
      GroupedAggregate(by: \Item.deadline, .count),
      where: Predicate(all: [isDue, query?.predicate].compactMap(\.self)), modelContext: context)
  }

  /// The counts of days that have any; empty until they are known.
  var byDay: [CalendarDay: Int] {
    (observer.value ?? []).reduce(into: [:]) { $0[CalendarDay($1.key, in: timeZone), default: 0] += $1.values }
  }
}
