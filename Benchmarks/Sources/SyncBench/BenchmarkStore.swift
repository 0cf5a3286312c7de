import CBaseline
import Foundation
import OpenSwiftData
import OpenSwiftDataSync

/// A store in a folder of its own, with its engine; both are removed with this object.
final class BenchmarkStore {
  static let space = SyncIdentity(high: 1, low: 1)

  let container: ModelContainer
  /// It leaves no snapshots.
  let engine: SyncEngine
  /// The same, and leaves a snapshot with each round.
  let snapshotEngine: SyncEngine
  private let url: URL

  init(_ options: Options) throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("sync-bench-\(UUID().uuidString)/store.sqlite")
    container = try ModelContainer(
      for: Item.self, ItemList.self, Tag.self, configurations: ModelConfiguration(url: url))
    var configuration = SyncConfiguration()
    configuration.transactionLimit = options.transactionLimit
    configuration.snapshotLimit = .max
    configuration.snapshotThreshold = .max
    engine = SyncEngine(container: container, configuration: configuration)
    configuration.snapshotThreshold = 1
    snapshotEngine = SyncEngine(container: container, configuration: configuration)
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// Takes part in the space; the folder is the remote of all.
  func join(_ folder: URL) async throws -> FolderRemote {
    try await engine.setUp(space: Self.space)
    guard let replica = try await engine.status()?.replica else { throw SyncError.notSetUp }
    return FolderRemote(path: folder.path, replica: replica)
  }

  /// Inserts items as an import does: one batch of rows, then their tags.
  func insert(_ samples: [ItemSample]) throws {
    let context = ModelContext(container)
    let lists = ItemGenerator.lists.map(ItemList.init)
    let tags = ItemGenerator.tags.map(Tag.init)
    lists.forEach(context.insert)
    tags.forEach(context.insert)
    try context.save()
    let batch = BatchInsert<Item, ItemSample>(samples)
      .set(\.uid) { $0.uid }
      .set(\.title) { $0.title }
      .set(\.notes) { $0.notes }
      .set(\.timestamp) { $0.timestamp }
      .set(\.createTimestamp) { $0.timestamp }
      .set(\.completedAt) { $0.completedAt }
      .set(\.deadline) { $0.deadline ?? .distantFuture }
      .set(\.priority) { $0.priority }
      .set(\.position) { $0.position }
      .set(\.list) { sample in sample.list.map { lists[$0].persistentModelID } }
      .set(\.tags) { sample in sample.tags.map { tags[$0].persistentModelID } }
    try context.execute(batch)
  }

  /// Gives every item another title.
  func edit() throws {
    let context = ModelContext(container)
    let keys = try context.fetchIdentifiers(FetchDescriptor<Item>())
    try context.execute(BatchUpdate<Item>(keys).set(\.title, toEach: keys.indices.map { "Title number \($0)" }))
  }

  /// Deletes items, as a command upon many does.
  func delete(_ count: Int) throws {
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Item>()
    descriptor.fetchLimit = count
    try context.execute(BatchDelete<Item>(try context.fetchIdentifiers(descriptor)))
  }

  var itemCount: Int { get throws { try ModelContext(container).fetchCount(FetchDescriptor<Item>()) } }

  /// How many bytes the tables and indexes have whose names match a pattern.
  func bytes(_ pattern: String) throws -> Int {
    let bytes = sizes_of(url.path, pattern)
    guard bytes >= 0 else { throw Failure.sizes }
    return Int(bytes)
  }

  enum Failure: Error { case sizes, incomplete }
}
