import Foundation
import OpenSwiftData

/// A store in a directory of its own, removed once nobody needs it.
final class BenchmarkStore: Sendable {
  let container: ModelContainer
  /// Where the store is; it outlives the container for a side that has none.
  let directory: BenchmarkDirectory
  var url: URL { directory.store }

  /// - Parameter parent: where the store's directory goes; the temporary directory if nil.
  init(in parent: URL? = nil) throws {
    directory = BenchmarkDirectory(in: parent ?? FileManager.default.temporaryDirectory)
    container = try ModelContainer(
      for: Item.self, Shelf.self, Book.self, configurations: ModelConfiguration(url: directory.store))
  }

  /// A store that holds the items of the baseline.
  convenience init(holding items: BaselineItems) throws {
    try self.init()
    try Baseline(url).insert(items)
  }
}

/// The directory of a store, removed with this object.
final class BenchmarkDirectory: Sendable {
  let store: URL

  fileprivate init(in parent: URL) {
    store = parent.appendingPathComponent("data-bench-\(UUID().uuidString)/store.sqlite")
  }

  deinit { try? FileManager.default.removeItem(at: store.deletingLastPathComponent()) }
}

// MARK: - Models

/// The row that most bars work with; the C baseline knows its columns.
@Model
final class Item {
  #Index<Item>([\.createdAt])

  var title: String
  var notes: String
  var createdAt: Date
  var due: Date?
  var isDone: Bool
  var priority: Int

  init(_ sample: ItemSample) {
    title = sample.title
    notes = sample.notes
    createdAt = sample.createdAt
    due = sample.due
    isDone = sample.isDone
    priority = sample.priority
  }

  /// Reads every attribute; the sum keeps the reads from being optimised away.
  var checksum: Int {
    title.utf8.count &+ notes.utf8.count &+ Int(createdAt.timeIntervalSinceReferenceDate)
      &+ (due == nil ? 0 : 1) &+ (isDone ? 1 : 0) &+ priority
  }
}

extension ItemSample {
  init(_ item: Item) {
    self.init(
      title: item.title, notes: item.notes, createdAt: item.createdAt, due: item.due, isDone: item.isDone,
      priority: item.priority)
  }
}

/// The owner of the relationship that is touched owner by owner.
@Model
final class Shelf {
  var name: String
  @Relationship(inverse: \Book.shelf) var books: [Book] = []

  init(name: String) { self.name = name }
}

@Model
final class Book {
  var title: String
  var shelf: Shelf?

  init(title: String, shelf: Shelf) {
    self.title = title
    self.shelf = shelf
  }
}
