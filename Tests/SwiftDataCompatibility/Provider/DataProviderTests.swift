import SwiftData
import XCTest

@MainActor
final class DataProviderTests: XCTestCase {
  private let date = Date(timeIntervalSince1970: 0)
  private nonisolated static let dataHome = FileManager.default.temporaryDirectory.appending(
    component: UUID().uuidString)

  /// The shared container must not lie among a person's own files.
  override class func setUp() {
    setenv("XDG_DATA_HOME", dataHome.path, 1)
  }

  override class func tearDown() {
    try? FileManager.default.removeItem(at: dataHome)
  }

  func testAHandlerOfThePreviewWorksOnThePreviewContainer() async throws {
    let provider = DataProvider.shared
    let createDataHandler = provider.dataHandlerCreator(preview: true)
    let date = date
    let id = try await Task.detached { try await createDataHandler().newItem(date: date) }.value
    XCTAssertEqual((provider.previewContainer.mainContext.model(for: id) as? Item)?.timestamp, date)
    XCTAssertTrue(provider.previewContainer.configurations.allSatisfy(\.isStoredInMemoryOnly))
  }

  func testTheSharedContainerIsAFile() async throws {
    let provider = DataProvider.shared
    let handler = await provider.dataHandlerCreator()()
    let id = try await handler.newItem(date: date)
    let url = try XCTUnwrap(provider.sharedModelContainer.configurations.first?.url)
    XCTAssertTrue(url.path.hasPrefix(Self.dataHome.path))
    XCTAssertTrue(FileManager.default.fileExists(atPath: url.path))
    try await handler.deleteItem(id: id)
  }

  func testAHandlerWithTheMainContextSharesItsModels() async throws {
    let provider = DataProvider.shared
    let handler = await provider.dataHandlerWithMainContextCreator(preview: true)()
    let id = try await handler.newItem(date: date)
    let item: Item? = provider.previewContainer.mainContext.registeredModel(for: id)
    XCTAssertNil(item, "nobody holds the item any more")
    let held = try XCTUnwrap(provider.previewContainer.mainContext.model(for: id) as? Item)
    try await handler.updateItem(id: id, timestamp: .distantPast)
    XCTAssertEqual(held.timestamp, .distantPast)
  }
}
