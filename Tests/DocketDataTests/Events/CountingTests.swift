import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Statistics of items")
struct CountingTests {
  /// Counted one by one, in memory.
  @Test(arguments: 1...5)
  func areThoseOfCountingOneByOne(_ seed: UInt64) async throws {
    let provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"))
    let handler = try await provider.dataHandlerCreator(preview: true)()
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    // The summer time ends within the days.
    let now = try #require(calendar.date(from: DateComponents(year: 2026, month: 10, day: 28, hour: 15)))
    let reference = DateReference(now: now, calendar: calendar)
    var random = seed
    func next(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    var items = (0..<200).map { number in
      var item = NewItem(title: "Item \(number)\(number % 3 == 0 ? " third" : "")")
      item.createTimestamp = now.addingTimeInterval(-Double(next(60 * 86_400)))
      let done = item.createTimestamp.addingTimeInterval(Double(next(20 * 86_400)))
      if next(2) == 0 { item.completedAt = min(done, now) }
      return item
    }
    // The last second of the week before this one, and the first of this one.
    let monday = try #require(calendar.date(from: DateComponents(year: 2026, month: 10, day: 26)))
    for moment in [monday.addingTimeInterval(-1), monday] {
      var (added, done) = (NewItem(title: "added"), NewItem(title: "done", completedAt: moment))
      (added.createTimestamp, done.createTimestamp) = (moment, monday.addingTimeInterval(-86_400 * 20))
      items += [added, done]
    }
    try await handler.newItems(items)
    for query in [nil, try ItemQuery("third", reference)] {
      let found = items.filter { query == nil || $0.title.contains("third") }
      let statistics = try await handler.statistics(matching: query, days: 14, weeks: 5, reference)
      #expect(statistics.items == found.count)
      #expect(statistics.done == found.count { $0.completedAt != nil })
      for span in statistics.days {
        let (start, end) = (span.day.start(in: calendar), span.day.end(in: calendar).addingTimeInterval(1))
        #expect(span.added == found.count { $0.createTimestamp >= start && $0.createTimestamp < end }, "seed \(seed)")
        #expect(span.done == found.count { $0.completedAt.map { $0 >= start && $0 < end } ?? false }, "seed \(seed)")
        let open = found.count { $0.createTimestamp < end && !($0.completedAt.map { $0 < end } ?? false) }
        #expect(span.open == open, "seed \(seed), \(span.day.text)")
      }
      for span in statistics.weeks {
        let start = span.day.start(in: calendar)
        let end = try #require(calendar.date(byAdding: .day, value: 7, to: start))
        #expect(calendar.component(.weekday, from: start) == 2)
        #expect(span.added == found.count { $0.createTimestamp >= start && $0.createTimestamp < end }, "seed \(seed)")
        #expect(span.done == found.count { $0.completedAt.map { $0 >= start && $0 < end } ?? false }, "seed \(seed)")
      }
      #expect(statistics.weeks.last?.day.start(in: calendar) == monday)
      #expect(statistics.weeks.count == 5 && statistics.weeks.last?.open == statistics.open)
      #expect(statistics.ages.reduce(0) { $0 + $1.count } == statistics.open)
    }
  }
}
