import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("A store and a copy of it that both go on lose nothing")
struct CopiedStoreTests {
  private let log = SharedLog()

  private func edit(_ replica: StoreReplica, _ change: (ModelContext, StoredTask) -> Void) throws {
    let context = ModelContext(replica.container)
    change(
      context, try #require(try context.fetch(FetchDescriptor<StoredTask>(sortBy: [SortDescriptor(\.weight)])).first))
    try context.save()
    log.time += 1_000
  }

  private func titles(_ replica: StoreReplica) throws -> Set<String> {
    Set(
      try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>()).map { "\($0.title) \($0.notes ?? "-")" })
  }

  /// A store in a file that has synced with another one, and a copy of it.
  private func stores(in folder: URL) async throws -> (original: StoreReplica, copy: StoreReplica, other: StoreReplica)
  {
    let files = ["original", "copy"].map { folder.appendingPathComponent("\($0).sqlite") }
    let (original, other) = (
      try StoreReplica(1, log: log, drains: true, file: files[0]), try StoreReplica(2, log: log, drains: true)
    )
    let context = ModelContext(original.container)
    context.insert(StoredTask("task"))
    try context.save()
    for replica in [original, other] {
      try await replica.engine.setUp(space: TaskSchema.space)
      try await replica.engine.round(with: replica.remote)
    }
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: files[0].path + suffix) {
      try FileManager.default.copyItem(atPath: files[0].path + suffix, toPath: files[1].path + suffix)
    }
    return (original, try StoreReplica(8, log: log, drains: true, file: files[1]), other)
  }

  /// - Parameter drains: whether the copy has written what it will send before it hears of the original.
  @Test(arguments: [true, false]) func whicheverWasDrainedBefore(_ drains: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (original, copy, other) = try await stores(in: folder)

    try edit(original) { context, task in
      task.title = "task of the original"
      context.insert(StoredTask("new in the original", weight: 2))
    }
    try edit(copy) { context, task in
      task.notes = "notes of the copy"
      context.insert(StoredTask("new in the copy", weight: 3))
    }
    if drains {
      try await copy.engine.drain()
      // Saved since, and not drained when the store takes another name.
      try edit(copy) { _, task in task.tags.append(StoredTag("tagged in the copy")) }
    }
    try await original.engine.round(with: original.remote)
    // More than the copy has drained, so that it is noticed before more is.
    try edit(original) { _, task in task.isDone = true }
    try await original.engine.round(with: original.remote)
    try await other.engine.round(with: other.remote)
    try edit(other) { _, task in task.title += ", and another" }
    try await other.engine.round(with: other.remote)

    let asOriginal = LogRemote(log: log, replica: original.remote.replica)
    await #expect { try await copy.engine.round(with: asOriginal) } throws: { error in
      if case .restored? = error as? SyncError { true } else { false }
    }
    #expect(try await copy.engine.takeNewReplica(insteadOf: original.remote.replica) == copy.remote.replica)
    for _ in 0..<2 { for replica in [copy, original, other] { try await replica.engine.round(with: replica.remote) } }

    let wanted: Set = [
      "task of the original, and another notes of the copy", "new in the original -", "new in the copy -",
    ]
    for replica in [original, copy, other] {
      #expect(try titles(replica) == wanted)
      #expect(try ModelContext(replica.container).fetchCount(FetchDescriptor<StoredTag>()) == (drains ? 1 : 0))
      #expect(try await replica.rows() == original.rows())
      #expect(try await replica.engine.ledgerRows() == original.engine.ledgerRows())
      #expect(try await replica.engine.status()?.conflicts == 0)
    }
  }
}

extension StoredTask {
  fileprivate convenience init(_ title: String, weight: Double) {
    self.init(title)
    self.weight = weight
  }
}
