import Foundation
import SwiftData
import Testing

@testable import DocketData
@testable import OpenSwiftData

@Suite("A store of the fifth release")
struct FifthReleaseMigrationTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What items of the fifth release repeat by, and the rules that are the same.
  private static let rules = [
    "day": "FREQ=DAILY", "week": "FREQ=WEEKLY", "2weeks": "FREQ=WEEKLY;INTERVAL=2",
    "3months": "FREQ=MONTHLY;INTERVAL=3", "999years": "FREQ=YEARLY;INTERVAL=999",
  ]

  /// A store as the fifth release makes it, with an item for each interval and one that does not repeat.
  private func makeFifthStore(step: JournalChanges? = nil) throws {
    let schema = Schema(versionedSchema: SchemaV5.self)
    let context = ModelContext(
      try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: directory.store)]))
    let list = SchemaV5.ItemList(try ListName("Work"))
    let tag = SchemaV5.Tag(try TagName("ops"))
    context.insert(list)
    context.insert(tag)
    context.insert(SchemaV5.SavedFilter(try ListName("Mine"), query: "is:open", position: 3))
    var parent: SchemaV5.Item?
    for (index, interval) in (Self.rules.keys.sorted() + ["none"]).enumerated() {
      let item = SchemaV5.Item(
        title: interval, timestamp: Moment.after(Double(index)), createTimestamp: Moment.base,
        orderKey: OrderKey(Double(index)))
      context.insert(item)
      (item.notes, item.list, item.tags, item.parent) = ("notes \(index)", list, [tag], parent)
      item.recurrence = Recurrence(rawValue: interval)
      item.anchor = item.recurrence.flatMap { _ in CalendarDay("2026-01-31").map { .day($0) } }
      parent = item
    }
    if let step {
      context.insert(
        SchemaV5.JournalStep(
          number: 1, author: "me", date: Moment.base, words: "repeat “2weeks”", rowCount: 1,
          changes: JournalCoder.encode(step)))
    }
    try context.save()
  }

  private func storedRules() throws -> [String] {
    let context = ModelContext(try World(directory.store).container())
    return try context.connection.read { connection in
      try connection.rows("SELECT title || ' ' || rule FROM Item WHERE rule IS NOT NULL ORDER BY title") { $0.text(0) }
    }
  }

  @Test func hasRulesWhereItHadIntervals() async throws {
    try makeFifthStore()
    let items = try await World(directory.store).handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.rule?.rawValue) == Self.rules.keys.sorted().map { Self.rules[$0] } + [nil])
    #expect(items.map { $0.recurrence?.rawValue ?? "none" } == items.map(\.title))
    // The store itself says so, too: queries compare with it.
    #expect(try storedRules() == Self.rules.map { "\($0) \($1)" }.sorted())
    #expect(items.map { $0.anchor?.rawValue } == Self.rules.map { _ in "2026-01-31" } + [nil])
  }

  @Test func keepsAllElse() async throws {
    try makeFifthStore()
    let items = try await World(directory.store).handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.notes) == items.indices.map { "notes \($0)" })
    #expect(items.map(\.number) == items.indices.map { Int64($0) + 1 })
    #expect(items.map(\.parentNumber) == [nil] + items.dropLast().map(\.number))
    #expect(items.allSatisfy { $0.list == "Work" && $0.tags == ["ops"] && $0.start == nil && $0.blockerIDs.isEmpty })
    #expect(try await World(directory.store).handler().filters().last?.query == "is:open")
    #expect(try directory.files.contains("docket.sqlite.backup-5.0.0"))
  }

  /// A step of the fifth release speaks of intervals.
  @Test func undoesAndRedoesWhatWasDoneBefore() async throws {
    var step = JournalChanges()
    step.append(.item, .update, [.recurrence], key: 1, before: [.text("year")], after: [.text("2weeks")])
    try makeFifthStore(step: step)
    let handler = try await World(directory.store).handler()
    let id = try handler.identifier(number: 1)
    #expect(try await handler.item(id: id).recurrence?.rawValue == "2weeks")
    #expect(try await handler.undo() == ["repeat “2weeks”"])
    #expect(try await handler.item(id: id).rule?.rawValue == "FREQ=YEARLY")
    #expect(try await handler.redo() == ["repeat “2weeks”"])
    #expect(try await handler.item(id: id).rule?.rawValue == "FREQ=WEEKLY;INTERVAL=2")
  }

  /// A migration says nothing to other machines: they come to the same rules by themselves.
  @Test func writesNoHistoryOfItems() async throws {
    try makeFifthStore()
    let sql = "SELECT count(*) FROM openswiftdata_transaction"
    let count = { (context: ModelContext) in try context.connection.read { try $0.integer(sql) } }
    let schema = Schema(versionedSchema: SchemaV5.self)
    let before = try count(
      ModelContext(
        try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: directory.store)])))
    #expect(try count(ModelContext(World(directory.store).container())) == before)
  }
}
