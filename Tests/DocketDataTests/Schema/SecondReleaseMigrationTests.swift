import Foundation
import SwiftData
import Testing

@testable import DocketData

@Suite("A store of the second release")
struct SecondReleaseMigrationTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A store as the second release makes it, with an item for each date, and a list, a tag and a sub-item.
  private func makeSecondStore(_ dates: [Date?]) throws {
    let schema = Schema(versionedSchema: SchemaV2.self)
    let context = ModelContext(
      try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: directory.store)]))
    let list = SchemaV2.ItemList(try ListName("Work"))
    let tag = SchemaV2.Tag(try TagName("ops"))
    context.insert(list)
    context.insert(tag)
    context.insert(SchemaV2.SavedFilter(try ListName("Mine"), query: "is:open"))
    for (index, date) in dates.enumerated() {
      let item = SchemaV2.Item(
        title: "item \(index)", timestamp: Moment.after(Double(index)), createTimestamp: Moment.base,
        position: Double(index))
      context.insert(item)
      item.deadline = date ?? .distantFuture
      item.recurrence = Recurrence(.week)
      item.notes = "notes \(index)"
      item.list = list
      item.tags = [tag]
    }
    let items = try context.fetch(FetchDescriptor<SchemaV2.Item>(sortBy: [SortDescriptor(\.position)]))
    items.last?.parent = items.first
    try context.save()
  }

  private func dates() throws -> (day: Date, time: Date) {
    let start = try #require(CalendarDay("2031-05-06")?.start(in: .current))
    return (start.addingTimeInterval(86_399), start.addingTimeInterval(61_200))
  }

  @Test func isConvertedWithAllThatItHas() async throws {
    let dates = try dates()
    try makeSecondStore([dates.day, dates.time, nil])
    let world = World(directory.store)
    let items = try await world.handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.title) == ["item 0", "item 1", "item 2"] && items.map(\.number) == [1, 2, 3])
    #expect(items.map(\.dueAt) == [dates.day, dates.time, nil])
    #expect(items.map(\.notes) == ["notes 0", "notes 1", "notes 2"])
    #expect(items.allSatisfy { $0.list == "Work" && $0.tags == ["ops"] && $0.recurrence == Recurrence(.week) })
    #expect(items.map(\.parentNumber) == [nil, nil, 1])
    #expect(items.allSatisfy { $0.anchor == nil && $0.extra == nil })
    #expect(try await world.handler().filters().last?.query == "is:open")
  }

  /// The second release had no other way to say a day than its last second.
  @Test func takesTheLastSecondOfADayForTheDay() async throws {
    let dates = try dates()
    try makeSecondStore([dates.day, dates.time, nil])
    let items = try await World(directory.store).handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.due) == [CalendarDay("2031-05-06").map { .day($0) }, .moment(dates.time), nil])
  }

  @Test func leavesACopyBesideTheNewOne() async throws {
    try makeSecondStore([nil])
    _ = try await World(directory.store).handler().items()
    #expect(try directory.files.contains("docket.sqlite.backup-2.0.0"))
  }

  @Test func canBeSearchedAndChangedAndUndone() async throws {
    let dates = try dates()
    try makeSecondStore([dates.day, dates.time, nil])
    let world = World(directory.store)
    let handler = try await world.handler()
    let before = try world.snapshot()
    let found = try ModelContext(world.container()).fetch(
      FetchDescriptor<Item>(predicate: #Predicate { $0.notes.localizedStandardContains("NOTES 1") }))
    #expect(found.map(\.title) == ["item 1"])
    let ids = try (1...3).map { try handler.identifier(number: $0) }
    try await handler.updateItems(ids: ids, ItemChanges(due: .value(dates.time)))
    #expect(try await handler.items(ids: ids).map(\.due) == Array(repeating: .moment(dates.time), count: 3))
    try await handler.completeItems(ids: ids)
    #expect(try await handler.undo(2) == ["complete 3 items", "set the due date of 2 items"])
    #expect(try world.snapshot() == before)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DOCKET_LARGE_TESTS"] != nil))
  func ofAHundredThousandDatesIsConverted() async throws {
    let dates = try dates()
    try makeSecondStore((0..<100_000).map { $0.isMultiple(of: 2) ? dates.day : dates.time })
    let start = ContinuousClock.now
    let handler = try await World(directory.store).handler()
    #expect(try await handler.itemCount() == 100_000)
    print("converted in \(ContinuousClock.now - start)")
    #expect(try await handler.items().count { $0.due?.day != nil } == 50_000)
  }
}
