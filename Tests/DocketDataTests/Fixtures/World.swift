import DocketData
import Foundation
import SwiftData
import Testing

/// A store in memory, or one in a file that several providers open, as several processes would.
struct World {
  let provider: DataProvider
  private let isPreview: Bool

  /// A store in memory.
  init(author: String = "me") {
    provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"), author: author)
    isPreview = true
  }

  /// A store in a file.
  init(_ url: URL, author: String = "me") {
    provider = DataProvider(storeURL: url, author: author)
    isPreview = false
  }

  /// A fresh handler.
  func handler() async throws -> DataHandler { try await provider.dataHandlerCreator(preview: isPreview)() }

  func container() throws -> ModelContainer { try provider.modelContainer(preview: isPreview) }

  /// What is in the store, to be compared: all fields of all items, tags and lists, keys included.
  func snapshot() throws -> Snapshot { try Snapshot(ModelContext(container())) }

  /// The title of each item in the manual order.
  func manualOrder() throws -> [String] {
    try ModelContext(container()).fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.position)])).map(\.title)
  }
}

/// Everything that a store holds about items.
struct Snapshot: Hashable {
  let items: [ItemValues]
  let tags: [String]
  let lists: [String]
  let filters: [String]

  init(_ context: ModelContext) throws {
    items = try context.fetch(FetchDescriptor<Item>()).map(ItemValues.init)
    tags = try context.fetch(FetchDescriptor<ItemTag>()).map { "\($0.persistentModelID.primaryKey ?? 0) \($0.name)" }
    lists = try context.fetch(FetchDescriptor<ItemList>()).map { "\($0.persistentModelID.primaryKey ?? 0) \($0.name)" }
    filters = try context.fetch(FetchDescriptor<SavedFilter>()).map { "\($0.name): \($0.query)" }
  }
}

/// Moments that are the same in every run.
enum Moment {
  static let base = Date(timeIntervalSinceReferenceDate: 800_000_000)

  static func after(_ seconds: Double) -> Date { base.addingTimeInterval(seconds) }
}
