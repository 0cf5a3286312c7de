import SwiftData
import XCTest

/// What a handler does in the background, looked at from the main context.
final class DataHandlerTests: XCTestCase {
  private let date = Date(timeIntervalSince1970: 0)

  @MainActor
  func testNewItem() async throws {
    let container = try TestContainer.inMemory()
    let handler = DataHandler(modelContainer: container)
    let id = try await handler.newItem(date: date)
    let items = try container.mainContext.fetch(FetchDescriptor<Item>())
    XCTAssertEqual(items.count, 1)
    let item = try XCTUnwrap(items.first)
    XCTAssertEqual(item.timestamp, date)
    XCTAssertEqual(item.createTimestamp, date)
    XCTAssertEqual(item.persistentModelID, id)
  }

  @MainActor
  func testNewItemInAFile() async throws {
    let container = try TestContainer.temporary(#function)
    let handler = DataHandler(modelContainer: container)
    try await handler.newItem(date: date)
    let items = try container.mainContext.fetch(FetchDescriptor<Item>())
    XCTAssertEqual(items.map(\.timestamp), [date])
  }

  @MainActor
  func testUpdateItem() async throws {
    let container = try TestContainer.inMemory()
    let handler = DataHandler(modelContainer: container)
    let id = try await handler.newItem(date: date)
    let newDate = Date(timeIntervalSince1970: 1_000)
    try await handler.updateItem(id: id, timestamp: newDate)
    let item = try XCTUnwrap(container.mainContext.model(for: id) as? Item)
    XCTAssertEqual(item.timestamp, newDate)
    XCTAssertEqual(item.createTimestamp, date)
  }

  /// FB13689240: an item that is on screen while a handler saves.
  @MainActor
  func testUpdateShowsInAnItemThatTheMainContextHolds() async throws {
    let container = try TestContainer.inMemory()
    let id = try await DataHandler(modelContainer: container).newItem(date: date)
    let item = try XCTUnwrap(try container.mainContext.fetch(FetchDescriptor<Item>()).first)
    let told = expectation(description: "the observer is told")
    withObservationTracking {
      _ = item.timestamp
    } onChange: {
      told.fulfill()
    }
    let newDate = Date(timeIntervalSince1970: 1_000)
    try await Task.detached {
      try await DataHandler(modelContainer: container).updateItem(id: id, timestamp: newDate)
    }.value
    await fulfillment(of: [told], timeout: 10)
    XCTAssertEqual(item.timestamp, newDate)
  }

  @MainActor
  func testDeleteItem() async throws {
    let container = try TestContainer.inMemory()
    let handler = DataHandler(modelContainer: container)
    let id = try await handler.newItem(date: date)
    try await handler.deleteItem(id: id)
    XCTAssertEqual(try container.mainContext.fetchCount(FetchDescriptor<Item>()), 0)
    let count = try await handler.itemCount()
    XCTAssertEqual(count, 0)
  }

  @MainActor
  func testAnUnknownIdentifierChangesNothing() async throws {
    let container = try TestContainer.inMemory()
    let handler = DataHandler(modelContainer: container)
    let id = try await handler.newItem(date: date)
    try await handler.deleteItem(id: id)
    try await handler.updateItem(id: id, timestamp: .now)
    try await handler.deleteItem(id: id)
    XCTAssertEqual(try container.mainContext.fetchCount(FetchDescriptor<Item>()), 0)
  }

  func testManyHandlersAtOnce() async throws {
    let container = try TestContainer.inMemory()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for second in 0..<50 {
        group.addTask {
          let handler = DataHandler(modelContainer: container)
          try await handler.newItem(date: Date(timeIntervalSince1970: TimeInterval(second)))
        }
      }
      try await group.waitForAll()
    }
    let context = ModelContext(container)
    let items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.timestamp)]))
    XCTAssertEqual(items.map(\.timestamp.timeIntervalSince1970), (0..<50).map(TimeInterval.init))
  }
}
