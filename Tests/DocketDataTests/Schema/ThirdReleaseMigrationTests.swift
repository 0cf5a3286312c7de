import Foundation
import SwiftData
import Testing

@testable import DocketData
@testable import OpenSwiftData

@Suite("A store of the third release")
struct ThirdReleaseMigrationTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func losesAnIndexAndNothingElse() async throws {
    try makeThirdStore()
    let world = World(directory.store)
    let items = try await world.handler().items(order: ItemOrder(.done, isAscending: false))
    #expect(items.map(\.title) == ["done", "day", "plain"])
    #expect(items.map(\.number) == [3, 2, 1])
    #expect(items.map(\.due) == [nil, .day(try #require(CalendarDay("2031-05-06"))), nil])
    #expect(items.map(\.list) == [nil, "Work", nil] && items.map(\.tags) == [[], ["ops"], []])
    #expect(items.map(\.parentNumber) == [nil, 1, nil])
    #expect(items[1].recurrence == Recurrence(.week) && items[1].notes == "notes")
    let indexes = try ModelContext(world.container()).connection.read { connection in
      try connection.integer(
        "SELECT count(*) FROM sqlite_master WHERE name IN ('Item_completedAt', 'Item_completedAt_timestamp')")
    }
    #expect(indexes == 1)
  }

  private func makeThirdStore() throws {
    let schema = Schema(versionedSchema: SchemaV3.self)
    let context = ModelContext(
      try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: directory.store)]))
    let titles = ["plain", "day", "done"]
    let items = titles.enumerated().map { index, title in
      SchemaV3.Item(
        title: title, timestamp: Moment.after(Double(index)), createTimestamp: Moment.base, position: Double(index))
    }
    for item in items { context.insert(item) }
    let (day, list, tag) = (
      try #require(CalendarDay("2031-05-06")), SchemaV3.ItemList(try ListName("Work")),
      SchemaV3.Tag(try TagName("ops"))
    )
    (items[1].deadline, items[1].dueDay) = (day.end(in: .current), day)
    (items[1].recurrence, items[1].notes) = (Recurrence(.week), "notes")
    (items[1].list, items[1].tags, items[1].parent) = (list, [tag], items[0])
    items[2].completedAt = Moment.base
    try context.save()
  }
}
