import Foundation
import OpenSwiftData

/// A store in a directory of its own, removed with this object.
final class BenchmarkStore: Sendable {
  let container: ModelContainer
  let url: URL

  /// - Parameter directory: where the store's directory goes; the temporary directory if nil.
  init(in directory: URL? = nil) throws {
    let parent = directory ?? FileManager.default.temporaryDirectory
    url = parent.appendingPathComponent("data-bench-\(UUID().uuidString)/store.sqlite")
    container = try ModelContainer(
      for: Item.self, Shelf.self, Book.self, configurations: ModelConfiguration(url: url))
  }

  /// A store that holds the items of the baseline.
  convenience init(holding items: BaselineItems) throws {
    try self.init()
    try Baseline(url).insert(items)
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}
