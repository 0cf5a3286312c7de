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

  /// What a store had when it left is no news: it takes nothing back of what others did meanwhile.
  @Test func andTellsOnlyWhatWasChangedSince() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
    let (mine, other) = (
      try StoreReplica(1, log: log, drains: true, file: file), try StoreReplica(2, log: log, drains: true)
    )
    try edit(mine) { context in
      let tag = StoredTag("spring")
      context.insert(tag)
      for title in ["Deleted", "Weed", "Sow", "Mow"] {
        let task = StoredTask(title)
        context.insert(task)
        task.tags = [tag]
      }
    }
    for replica in [mine, other] { try await replica.engine.setUp(space: TaskSchema.space) }
    try await syncAll([mine, other])
    try await mine.engine.leave()
    try edit(mine) { context in
      for task in try context.fetch(FetchDescriptor<StoredTask>()) where task.title == "Mow" { task.title = "Mow lawn" }
      context.insert(StoredTask("New"))
    }
    try edit(other) { context in
      for task in try context.fetch(FetchDescriptor<StoredTask>()) {
        switch task.title {
        case "Deleted": context.delete(task)
        case "Weed": task.title = "Weed beds"
        case "Sow": task.tags = []
        default: break
        }
      }
      try context.fetch(FetchDescriptor<StoredTag>()).first?.name = "autumn"
    }
    let again = try StoreReplica(8, log: log, drains: true, file: file)
    try await again.engine.setUp(space: TaskSchema.space)
    try await syncAll([other, again])
    for replica in [again, other] {
      #expect(try tasks(replica) == ["Mow lawn #autumn", "New", "Sow", "Weed beds #autumn"])
      #expect(try ModelContext(replica.container).fetchCount(FetchDescriptor<StoredTag>()) == 1)
      // Whoever has left no longer knows that the others have had the title which is changed.
      let conflicts = try await replica.engine.conflicts()
      #expect(conflicts.flatMap(\.kept).map(\.value) == [.text("Mow")], "\(conflicts)")
      #expect(try await replica.rows() == again.rows())
    }
  }

  /// Nobody has heard of what was saved before the store left, but not sent.
  @Test func andTellsWhatItHadNotSentWhenItLeft() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
    let (mine, other) = (
      try StoreReplica(1, log: log, drains: true, file: file), try StoreReplica(2, log: log, drains: true)
    )
    try edit(mine) { context in for title in ["Sow", "Mow"] { context.insert(StoredTask(title)) } }
    for replica in [mine, other] { try await replica.engine.setUp(space: TaskSchema.space) }
    try await syncAll([mine, other])
    func rename(_ title: String, _ new: String, at replica: StoreReplica) throws {
      try edit(replica) { context in
        for task in try context.fetch(FetchDescriptor<StoredTask>()) where task.title == title { task.title = new }
      }
    }
    // One is in a batch that was not sent, and one in none.
    try rename("Mow", "Mow lawn", at: mine)
    while try await mine.engine.drain() > 0 {}
    try rename("Sow", "Sow beans", at: mine)
    try await mine.engine.leave()
    let again = try StoreReplica(8, log: log, drains: true, file: file)
    try await again.engine.setUp(space: TaskSchema.space)
    try await syncAll([other, again])
    for replica in [again, other] { #expect(try tasks(replica) == ["Mow lawn", "Sow beans"]) }
  }

  /// What came from a space that it was in meanwhile is news where it comes back to.
  @Test func andTellsWhatItHasFromAnotherSpace() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
    let elsewhere = SharedLog()
    let (mine, other) = (
      try StoreReplica(1, log: log, drains: true, file: file), try StoreReplica(2, log: log, drains: true)
    )
    let third = try StoreReplica(3, log: elsewhere, drains: true)
    try edit(mine) { $0.insert(StoredTask("Mow")) }
    for replica in [mine, other] { try await replica.engine.setUp(space: TaskSchema.space) }
    try await syncAll([mine, other])
    try await mine.engine.leave()
    let away = try StoreReplica(4, log: elsewhere, drains: true, file: file)
    let space = SyncIdentity(high: 4, low: 5)
    for replica in [away, third] { try await replica.engine.setUp(space: space) }
    elsewhere.time = log.time
    try await syncAll([away, third])
    elsewhere.time += 1_000
    try edit(third) { context in try context.fetch(FetchDescriptor<StoredTask>()).first?.title = "Mow lawn" }
    elsewhere.time += 1_000
    try await syncAll([third, away])
    log.time = elsewhere.time + 1_000
    try await away.engine.leave()
    let again = try StoreReplica(8, log: log, drains: true, file: file)
    try await again.engine.setUp(space: TaskSchema.space)
    try await syncAll([other, again])
    for replica in [again, other] { #expect(try tasks(replica) == ["Mow lawn"]) }
  }
}
