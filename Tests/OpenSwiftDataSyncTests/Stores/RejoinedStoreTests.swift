import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("A store that leaves a space and joins it again has the same rows")
struct RejoinedStoreTests {
  private let log = SharedLog()

  private func edit(_ replica: StoreReplica, _ change: (ModelContext) throws -> Void) throws {
    let context = ModelContext(replica.container)
    try change(context)
    try context.save()
    log.time += 1_000
  }

  private func syncAll(_ replicas: [StoreReplica]) async throws {
    for _ in 0..<3 { for replica in replicas { try await replica.engine.round(with: replica.remote) } }
  }

  private func tasks(_ replica: StoreReplica) throws -> [String] {
    try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>()).map { task in
      task.title + task.tags.map { " #\($0.name)" }.sorted().joined()
    }.sorted()
  }

  /// By its name alone the new tag would be the old one, which has another name by now.
  ///
  /// - Parameter fails: whether a first try to join again ends before anything is sent.
  @Test(arguments: [false, true]) func alsoWhereANameWasGivenUpAndTakenAgain(_ fails: Bool) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
    let (mine, other) = (
      try StoreReplica(1, log: log, drains: true, file: file), try StoreReplica(2, log: log, drains: true)
    )
    try edit(mine) { context in
      let (task, tag) = (StoredTask("Weed"), StoredTag("spring"))
      context.insert(task)
      context.insert(tag)
      task.tags = [tag]
    }
    for replica in [mine, other] { try await replica.engine.setUp(space: TaskSchema.space) }
    try await syncAll([mine, other])
    try edit(mine) { context in
      try context.fetch(FetchDescriptor<StoredTag>()).first?.name = "autumn"
    }
    try edit(mine) { context in
      let (task, tag) = (StoredTask("Sow"), StoredTag("spring"))
      context.insert(task)
      context.insert(tag)
      task.tags = [tag]
    }
    try await syncAll([mine, other])
    let wanted = ["Sow #spring", "Weed #autumn"]
    #expect(try tasks(other) == wanted)

    try await mine.engine.leave()
    if fails {
      try await mine.engine.setUp(space: TaskSchema.space)
      try await mine.engine.leave()
    }
    let again = try StoreReplica(8, log: log, drains: true, file: file)
    try await again.engine.setUp(space: TaskSchema.space)
    try await syncAll([again, other])
    for replica in [again, other] {
      #expect(try tasks(replica) == wanted)
      #expect(try ModelContext(replica.container).fetchCount(FetchDescriptor<StoredTag>()) == 2)
      #expect(try await replica.engine.status()?.conflicts == 0)
      #expect(try await replica.rows() == again.rows())
    }
  }
}
