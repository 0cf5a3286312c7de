import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("A snapshot takes the place of batches")
struct SnapshotTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("snapshots-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func store(_ number: UInt64, threshold: Int) async throws -> (engine: SyncEngine, remote: FolderRemote) {
    let container = try ModelContainer(
      for: Schema([StoredTask.self, StoredTag.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    var configuration = SyncConfiguration()
    configuration.newReplica = { Replica(number) }
    configuration.snapshotThreshold = threshold
    configuration.batchLimit = 4
    let engine = SyncEngine(container: container, configuration: configuration)
    try await engine.setUp(space: TaskSchema.space)
    return (engine, FolderRemote(path: folder.path, replica: Replica(number)))
  }

  private func add(_ titles: [String], _ engine: SyncEngine) throws {
    let context = ModelContext(engine.modelContainer)
    for title in titles { context.insert(StoredTask(title)) }
    try context.save()
  }

  private func titles(_ engine: SyncEngine) throws -> [String] {
    try ModelContext(engine.modelContainer).fetch(FetchDescriptor<StoredTask>()).map(\.title).sorted()
  }

  private func files(_ suffix: String) throws -> Int {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).count { $0.hasSuffix(suffix) }
  }

  @Test func inTheFolderAndForWhoComesLater() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try await store(1, threshold: 500)
    var wanted: [String] = []
    for round in 0..<12 {
      let new = (0..<5).map { "task \(round).\($0)" }
      wanted += new
      try add(new, first.engine)
      try await first.engine.round(with: first.remote)
    }
    #expect(try files(".snapshot") == 1)
    #expect(try files(".batch") < 12)
    let second = try await store(2, threshold: .max)
    try add(["mine"], second.engine)
    try await second.engine.round(with: second.remote)
    #expect(try titles(second.engine) == (wanted + ["mine"]).sorted())
    try await first.engine.round(with: first.remote)
    #expect(try titles(first.engine) == titles(second.engine))
    #expect(try await second.engine.ledgerRows() == first.engine.ledgerRows())
  }

  /// Somebody who was away gets what the snapshot has, and loses nothing of what was typed meanwhile.
  @Test func forWhoWasAway() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (try await store(1, threshold: 500), try await store(2, threshold: .max))
    try add(["one", "two"], first.engine)
    for store in [first, second] { try await store.engine.round(with: store.remote) }
    try add(["typed offline"], second.engine)
    let context = ModelContext(first.engine.modelContainer)
    for task in try context.fetch(FetchDescriptor<StoredTask>()) where task.title == "one" { context.delete(task) }
    try context.save()
    for round in 0..<12 {
      try add((0..<5).map { "task \(round).\($0)" }, first.engine)
      try await first.engine.round(with: first.remote)
    }
    #expect(try files(".snapshot") == 1)
    for store in [second, first, second] { try await store.engine.round(with: store.remote) }
    let shown = try titles(second.engine)
    #expect(shown.contains("typed offline") && shown.contains("two") && !shown.contains("one"))
    #expect(shown.count == 62)
    #expect(try titles(first.engine) == shown)
  }

  @Test func unlessItWouldBeTooLarge() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (engine, remote) = try await store(1, threshold: 0)
    var configuration = SyncConfiguration()
    configuration.snapshotThreshold = 0
    configuration.snapshotLimit = 3
    let careful = SyncEngine(container: engine.modelContainer, configuration: configuration)
    try add(["1", "2", "3"], careful)
    try await careful.round(with: remote)
    #expect(try files(".snapshot") == 1)
    try add(["4"], careful)
    try await careful.round(with: remote)
    #expect(try files(".snapshot") == 1)
    #expect(try files(".batch") == 1)
  }
}
