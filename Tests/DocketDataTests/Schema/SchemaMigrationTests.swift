import Foundation
import SwiftData
import Testing

@testable import DocketData

@Suite("A store of the first release")
struct SchemaMigrationTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A store as the first release makes it.
  private func makeFirstStore(_ titles: [String]) throws {
    let schema = Schema(versionedSchema: SchemaV1.self)
    let configuration = ModelConfiguration(schema: schema, url: directory.store)
    let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
    for (index, title) in titles.enumerated() {
      context.insert(
        SchemaV1.Item(
          title: title, timestamp: Moment.after(Double(index)), createTimestamp: Moment.after(-Double(index))))
    }
    try context.save()
  }

  @Test func isConvertedWithAllItsItems() async throws {
    let titles = ["Buy milk", "Zoë’s café ☕️", "\u{1b}]52;c;x\u{7}", "a\u{0}b"]
    try makeFirstStore(titles)
    let world = World(directory.store)
    let items = try await world.handler().items(order: ItemOrder(.created, isAscending: false))
    #expect(items.map(\.title) == titles)
    #expect(items.map(\.number) == [1, 2, 3, 4])
    #expect(items.map(\.timestamp) == (0..<4).map { Moment.after(Double($0)) })
    #expect(items.map(\.createTimestamp) == (0..<4).map { Moment.after(-Double($0)) })
    #expect(Set(items.map(\.uid)).count == 4)
    #expect(items.map(\.orderKey) == items.map(\.orderKey).sorted() && Set(items.map(\.orderKey)).count == 4)
    #expect(items.allSatisfy { $0.notes.isEmpty && $0.completedAt == nil && $0.priority == .none && $0.dueAt == nil })
    #expect(items.allSatisfy { $0.recurrence == nil && $0.tags.isEmpty && $0.list == nil && $0.parentNumber == nil })
  }

  @Test func keepsItsIdentifiersWhenItIsOpenedAgain() async throws {
    try makeFirstStore(["a", "b"])
    let first = try await World(directory.store).handler().items().map(\.uid)
    #expect(try await World(directory.store).handler().items().map(\.uid) == first)
  }

  @Test func leavesACopyBesideTheNewOne() async throws {
    try makeFirstStore(["a", "b"])
    _ = try await World(directory.store).handler().items()
    let copy = directory.url.appendingPathComponent("docket.sqlite.backup-1.0.0")
    #expect(try directory.files.contains(copy.lastPathComponent))
    let schema = Schema(versionedSchema: SchemaV1.self)
    let container = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: copy)])
    #expect(try ModelContext(container).fetch(FetchDescriptor<SchemaV1.Item>()).map(\.title) == ["a", "b"])
  }

  @Test func canBeSearchedChangedAndUndone() async throws {
    try makeFirstStore(["Buy milk", "Call Zoë"])
    let world = World(directory.store)
    let handler = try await world.handler()
    let found = try ModelContext(world.container()).fetch(
      FetchDescriptor<Item>(predicate: #Predicate { $0.title.localizedStandardContains("ZOE") }))
    #expect(found.map(\.title) == ["Call Zoë"])
    let id = try handler.identifier(number: 1)
    try await handler.updateItems(ids: [id], ItemChanges(addedTags: ["home"]))
    #expect(try await handler.item(id: id).tags == ["home"])
    #expect(try await handler.undo() == ["tag “Buy milk”"])
    #expect(try await handler.item(id: id).tags == [])
    #expect(try await handler.newItem(title: "new").primaryKey == 3)
    #expect(try world.manualOrder() == ["Buy milk", "Call Zoë", "new"])
  }

  /// How many items are converted in one go; all of them with `DOCKET_LARGE_TESTS`.
  private static let many = ProcessInfo.processInfo.environment["DOCKET_LARGE_TESTS"] == nil ? 5_000 : 100_000

  /// Of the order of the time that adding the items took, whatever the machine is, and however busy: a conversion that
  /// looks at each item by itself takes a hundred times as long.
  @Test func isConvertedInTheOrderOfTimeThatAddingItsItemsTook() async throws {
    let adding = try Self.processorTime { try makeFirstStore((0..<Self.many).map { "item \($0)" }) }
    let world = World(directory.store)
    let converting = try Self.processorTime { _ = try world.container() }
    let handler = try await world.handler()
    #expect(try await handler.itemCount() == Self.many)
    #expect(converting < adding * 10, "adding \(Self.many) items took \(adding), converting them \(converting)")
    let uids = try await handler.items().map(\.uid)
    #expect(Set(uids).count == Self.many)
  }

  /// How much of the processor something takes on this thread, whatever else the machine does.
  private static func processorTime(_ body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try body()
    return now() - start
  }
}
