import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Start dates")
struct StartDateTests {
  let world = World()
  private let calendar = Berlin.reference.calendar

  private func day(_ text: String) throws -> Due { .day(try #require(CalendarDay(text))) }
  private func moment(_ text: String) throws -> Due { .moment(try Date(text, strategy: .iso8601)) }

  /// The titles in the order of the column, which has a place for items without a start date.
  private func titles() throws -> [String] {
    try ModelContext(world.container()).fetch(
      FetchDescriptor<Item>(sortBy: [SortDescriptor(\.startMoment), SortDescriptor(\.title)])
    ).map(\.title)
  }

  @Test func areDaysOrMomentsAndSortByTheirBeginnings() async throws {
    let handler = try await world.handler()
    let today = try #require(CalendarDay("2026-12-24"))
    try await handler.newItems([
      NewItem(title: "noon", start: .moment(today.start(in: .current).addingTimeInterval(43_200))),
      NewItem(title: "day", start: .day(today)), NewItem(title: "none"),
      NewItem(title: "before", start: .moment(today.start(in: .current).addingTimeInterval(-1))),
    ])
    #expect(try titles() == ["none", "before", "day", "noon"])
    let items = try await handler.items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.start?.day) == [nil, today, nil, nil] && items[2].start == nil)
    #expect(items[0].start == .moment(today.start(in: .current).addingTimeInterval(43_200)))
  }

  @Test func areSetAndClearedAndUndone() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "a")
    let dates: [Due?] = [try day("2026-12-24"), try moment("2026-12-24T17:00:00Z"), try day("2026-12-25"), nil]
    var seen: [Due?] = []
    for date in dates {
      try await handler.updateItems(ids: [id], ItemChanges(start: Replacement(date)))
      seen.append(try await handler.item(id: id).start)
    }
    #expect(seen == dates)
    #expect(try await handler.undo() == ["set the start date of “a”"])
    #expect(try await handler.item(id: id).start == dates[2])
    try await handler.undo(2)
    #expect(try await handler.item(id: id).start == dates[0])
    try await handler.redo(3)
    #expect(try await handler.item(id: id).start == nil)
  }

  /// The next item of a series can be begun as long before it is due as the last one could.
  ///
  /// Clocks are changed in between: the time on the wall stays.
  @Test(arguments: [("2026-10-20", "2026-10-27"), ("2026-10-20T08:00:00.000Z", "2026-10-27T09:00:00.000Z")])
  func moveWithTheDueDateOfASeries(_ start: String, _ next: String) async throws {
    let handler = try await world.handler()
    let start = try #require(Due(rawValue: start))
    var item = NewItem(title: "bins", recurrence: Recurrence(.week), start: start)
    item.due = try day("2026-10-21")
    var entry = NewItem(title: "sort", start: start, parent: .added(0))
    entry.due = try day("2026-10-20")
    let ids = try await handler.newItems([item, entry])
    let following = try await handler.completeItems(
      ids: [ids[0]], at: Date("2026-10-21T10:00:00Z", strategy: .iso8601), calendar: calendar)
    let values = try await handler.item(id: following[0])
    #expect(values.due == (try day("2026-10-28")))
    #expect(values.start?.rawValue == next)
    #expect(try await handler.item(id: ids[1]).start?.rawValue == next)
    // The one that is done keeps its own.
    #expect(try await handler.item(id: ids[0]).start == start)
  }
}
