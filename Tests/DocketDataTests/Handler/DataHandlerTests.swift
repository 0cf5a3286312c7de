import DocketData
import Foundation
import SwiftData
import Testing

@Suite("A data handler")
struct DataHandlerTests {
  let provider: DataProvider
  let createHandler: @Sendable () async -> DataHandler

  init() throws {
    provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"))
    createHandler = try provider.dataHandlerCreator(preview: true)
  }

  @Test @MainActor func newItemIsSeenFromMainContext() async throws {
    let createHandler = createHandler
    let date = Date(timeIntervalSinceReferenceDate: 5)
    let id = try await Task.detached { try await createHandler().newItem(title: " Buy milk ", timestamp: date) }.value
    let context = try provider.modelContainer(preview: true).mainContext
    let items = try context.fetch(FetchDescriptor<Item>())
    #expect(items.map(\.title) == ["Buy milk"])
    #expect(items.first?.timestamp == date)
    #expect(items.first?.createTimestamp == date)
    #expect(items.first?.persistentModelID == id)
  }

  @Test @MainActor func updateItemIsSeenFromMainContext() async throws {
    let createHandler = createHandler
    let id = try await createHandler().newItem(title: "before")
    let item = try #require(
      try provider.modelContainer(preview: true).mainContext.fetch(FetchDescriptor<Item>()).first)
    let date = Date(timeIntervalSinceReferenceDate: 6)
    try await Task.detached { try await createHandler().updateItem(id: id, title: "after", timestamp: date) }.value
    #expect(item.title == "after")
    #expect(item.timestamp == date)
  }

  @Test @MainActor func deleteItemIsSeenFromMainContext() async throws {
    let createHandler = createHandler
    let id = try await createHandler().newItem(title: "doomed")
    let context = try provider.modelContainer(preview: true).mainContext
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 1)
    try await Task.detached { try await createHandler().deleteItem(id: id) }.value
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 0)
  }

  @Test func severalAreChangedTogetherOrNotAtAll() async throws {
    let handler = await createHandler()
    let first = try await handler.newItem(title: "first")
    let second = try await handler.newItem(title: "second")
    try await handler.deleteItem(id: second)
    await #expect(throws: ItemError.noSuchItem(2)) {
      try await createHandler().updateItems(ids: [first, second], ItemChanges(title: "both"))
    }
    #expect(try await createHandler().items().map(\.title) == ["first"])
    await #expect(throws: ItemError.noSuchItem(2)) { try await createHandler().deleteItems(ids: [first, second]) }
    #expect(try await createHandler().itemCount() == 1)
  }

  @Test func anEmptyTitleIsRefused() async throws {
    let handler = await createHandler()
    await #expect(throws: ItemError.emptyTitle) { try await handler.newItem(title: " \n\t") }
    let id = try await handler.newItem(title: "kept")
    await #expect(throws: ItemError.emptyTitle) { try await handler.updateItem(id: id, title: "") }
    #expect(try await handler.item(id: id).title == "kept")
  }

  @Test func whatFailedToSaveDoesNotGoAlongWithTheNextSave() async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("handler-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let handler = try await DataProvider(storeURL: directory.appendingPathComponent("a.sqlite")).dataHandlerCreator()()
    await #expect(throws: SwiftDataError.self) {
      try await handler.newItem(title: "phantom", timestamp: Date(timeIntervalSinceReferenceDate: .nan))
    }
    try await handler.newItem(title: "real")
    #expect(try await handler.items().map(\.title) == ["real"])
  }

  @Test func ordersAndLimits() async throws {
    let handler = await createHandler()
    for (number, title) in ["b", "c", "a"].enumerated() {
      try await handler.newItem(title: title, timestamp: Date(timeIntervalSinceReferenceDate: Double(number)))
    }
    #expect(try await handler.items().map(\.title) == ["a", "c", "b"])
    #expect(try await handler.items(order: ItemOrder(.title, isAscending: true)).map(\.title) == ["a", "b", "c"])
    #expect(try await handler.items(order: ItemOrder(.created, isAscending: true), limit: 1).map(\.title) == ["b"])
  }

  @Test func previewItemsAreTheSameEachTime() async throws {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    let other = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"))
    try await provider.fillPreview(count: 2_500, now: now)
    try await other.fillPreview(count: 2_500, now: now)
    let mine = try await createHandler().items()
    let theirs = try await other.dataHandlerCreator(preview: true)().items()
    #expect(mine.count == 2_500)
    #expect(mine.map(\.title) == theirs.map(\.title))
    #expect(mine.map(\.timestamp) == theirs.map(\.timestamp))
    #expect(mine.first?.title == "Renew the certificate for mail.example.org")
  }
}
