import Foundation
import SwiftData
import Testing

@testable import DocketData
@testable import OpenSwiftData

@Suite("A store of the fourth release")
struct FourthReleaseMigrationTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A store as the fourth release makes it, with an item for each position.
  private func makeFourthStore(_ positions: [Double], step: JournalChanges? = nil) throws {
    let schema = Schema(versionedSchema: SchemaV4.self)
    let context = ModelContext(
      try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: directory.store)]))
    let list = SchemaV4.ItemList(try ListName("Work"))
    context.insert(list)
    context.insert(SchemaV4.SavedFilter(try ListName("Mine"), query: "is:open", position: 3))
    for (index, position) in positions.enumerated() {
      let item = SchemaV4.Item(
        title: "item \(index)", timestamp: Moment.after(Double(index)), createTimestamp: Moment.base,
        position: position)
      context.insert(item)
      (item.notes, item.list, item.recurrence) = ("notes \(index)", list, Recurrence(.week))
      item.completedAt = index.isMultiple(of: 3) ? Moment.base : nil
    }
    if let step {
      context.insert(
        SchemaV4.JournalStep(
          number: 1, author: "me", date: Moment.base, words: "move “item 0”", rowCount: 1,
          changes: JournalCoder.encode(step)))
    }
    try context.save()
  }

  private func itemsInOrder() async throws -> [ItemValues] {
    try await World(directory.store).handler().items(order: ItemOrder(.manual, isAscending: true))
  }

  /// Positions as people left them: counted up, moved between, and moved to one place until there was no room.
  private static var positions: [Double] {
    var positions = (0..<40).map { 812_345_678 + Double($0) } + [-1_000_000, 0.25, 3, 1e12, .leastNonzeroMagnitude]
    var (low, high) = (812_345_690.0, 812_345_691.0)
    while true {
      let middle = low + (high - low) / 2
      guard low < middle, middle < high else { return positions }
      positions.append(middle)
      if positions.count.isMultiple(of: 2) { low = middle } else { high = middle }
    }
  }

  @Test func keepsItsOrderAndAllElse() async throws {
    var random = SeededGenerator(seed: 1)
    let positions = Self.positions.shuffled(using: &random)
    try makeFourthStore(positions)
    let items = try await itemsInOrder()
    #expect(items.map(\.number) == positions.indices.sorted { positions[$0] < positions[$1] }.map { Int64($0) + 1 })
    let keys = items.map(\.orderKey)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    #expect(keys.allSatisfy { $0.isWellFormed })
    // What is moved between two of them finds room without moving others.
    #expect(items.map(\.notes) == items.map { "notes \($0.number - 1)" })
    #expect(items.allSatisfy { $0.list == "Work" && $0.recurrence == Recurrence(.week) })
    #expect(items.allSatisfy { $0.isDone == ($0.number % 3 == 1) && Set(items.map(\.uid)).count == items.count })
    #expect(try await World(directory.store).handler().filters().last?.query == "is:open")
  }

  /// Six characters for what was counted up, ten where people moved items between others.
  @Test func hasShortKeys() async throws {
    try makeFourthStore(Self.positions)
    let keys = try await itemsInOrder().filter { (1...40).contains($0.number) || $0.number > 45 }.map(\.orderKey)
    #expect(keys.map { $0.text.utf8.count }.max() ?? 99 <= 10)
  }

  @Test func leavesACopyBesideTheNewOne() async throws {
    try makeFourthStore([1, 2])
    _ = try await itemsInOrder()
    #expect(try directory.files.contains("docket.sqlite.backup-4.0.0"))
  }

  /// A move of the fourth release: its step speaks of numbers.
  @Test func undoesAndRedoesWhatWasMovedBefore() async throws {
    var step = JournalChanges()
    step.append(
      .item, .update, [.position], key: 1, before: [.real(0.5)], after: [.real(2.5)])
    try makeFourthStore([2.5, 1, 2], step: step)
    let world = World(directory.store)
    #expect(try world.manualOrder() == ["item 1", "item 2", "item 0"])
    #expect(try await world.handler().undo() == ["move “item 0”"])
    #expect(try world.manualOrder() == ["item 0", "item 1", "item 2"])
    #expect(try await world.handler().redo() == ["move “item 0”"])
    #expect(try world.manualOrder() == ["item 1", "item 2", "item 0"])
  }

  @Test func canBeArrangedAndUndone() async throws {
    try makeFourthStore([1, 2, 3])
    let world = World(directory.store)
    let handler = try await world.handler()
    let ids = try (1...3).map { try handler.identifier(number: $0) }
    try await handler.moveItems(ids: [ids[2]], to: .before(ids[1]))
    #expect(try world.manualOrder() == ["item 0", "item 2", "item 1"])
    #expect(try await handler.undo() == ["move “item 2”"])
    #expect(try world.manualOrder() == ["item 0", "item 1", "item 2"])
    let new = try await handler.newItem(title: "new")
    #expect(try world.manualOrder().last == "new" && new.primaryKey == 4)
  }

  /// A migration says nothing to other machines: they come to the same keys by themselves.
  @Test func writesNoHistoryOfItems() async throws {
    try makeFourthStore([1, 2, 3])
    let sql = "SELECT count(*) FROM openswiftdata_transaction"
    let count = { (context: ModelContext) in try context.connection.read { try $0.integer(sql) } }
    let schema = Schema(versionedSchema: SchemaV4.self)
    let before = try count(
      ModelContext(
        try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: directory.store)])))
    #expect(try count(ModelContext(World(directory.store).container())) == before)
  }
}
