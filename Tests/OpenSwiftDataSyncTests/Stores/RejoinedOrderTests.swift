import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("What a store that leaves a space and joins it again does to what the others wrote meanwhile")
struct RejoinedOrderTests {
  private let log = SharedLog()
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")

  private func withStores(_ body: (_ mine: StoreReplica, _ other: StoreReplica) async throws -> Void) async throws {
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
    let (mine, other) = (
      try StoreReplica(1, log: log, drains: true, file: file), try StoreReplica(2, log: log, drains: true)
    )
    log.time = now()
    try edit(mine) { context in
      let tag = StoredTag("spring")
      context.insert(tag)
      for title in ["Mow", "Sow", "Weed"] {
        let task = StoredTask(title)
        context.insert(task)
        task.tags = [tag]
      }
    }
    for replica in [mine, other] { try await replica.engine.setUp(space: TaskSchema.space) }
    try await syncAll([mine, other])
    try await body(mine, other)
  }

  private func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  /// The history has the time of each save, in milliseconds of the real clock.
  private func edit(_ replica: StoreReplica, _ change: (ModelContext) throws -> Void) throws {
    let start = now()
    while now() < start + 2 {}
    let context = ModelContext(replica.container)
    try change(context)
    try context.save()
    log.time = now() + 1
  }

  private func rename(_ title: String, _ new: String, at replica: StoreReplica) throws {
    try edit(replica) { context in
      let task = try context.fetch(FetchDescriptor<StoredTask>()).first { $0.title == title }
      try #require(task).title = new
    }
  }

  private func delete(_ title: String, at replica: StoreReplica) throws {
    try edit(replica) { context in
      let task = try context.fetch(FetchDescriptor<StoredTask>()).first { $0.title == title }
      context.delete(try #require(task))
    }
  }

  private func syncAll(_ replicas: [StoreReplica]) async throws {
    for _ in 0..<3 {
      for replica in replicas {
        log.time = max(log.time + 1, now())
        try await replica.engine.round(with: replica.remote)
      }
    }
  }

  private func joinAgain(_ number: Int = 8) async throws -> StoreReplica {
    let again = try StoreReplica(number, log: log, drains: true, file: file)
    try await again.engine.setUp(space: TaskSchema.space)
    return again
  }

  private func tasks(_ replica: StoreReplica) throws -> [String] {
    try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>()).map { task in
      task.title + task.tags.map { " #\($0.name)" }.sorted().joined()
    }.sorted()
  }

  /// The network goes while it sends: the program leaves again, and nothing has changed.
  @Test func nothingIsTakenBackThoughAFirstTryToJoinFailedWhileSending() async throws {
    try await withStores { mine, other in
      try await mine.engine.leave()
      try rename("Weed", "Weed beds", at: other)
      try delete("Sow", at: other)
      let failing = try await joinAgain(7)
      while try await failing.engine.drain() > 0 {}
      try await failing.engine.leave()
      let again = try await joinAgain()
      try await syncAll([other, again])
      for replica in [again, other] {
        #expect(try tasks(replica) == ["Mow #spring", "Weed beds #spring"])
        #expect(try await replica.engine.status()?.conflicts == 0)
      }
    }
  }

  /// What it had received is nothing that it has to tell, though something else was not drained yet when it left.
  @Test func whatItHadReceivedBeforeItLeftIsNoNews() async throws {
    try await withStores { mine, other in
      try rename("Weed", "Weed beds", at: other)
      try edit(other) { $0.insert(StoredTask("Prune")) }
      try await other.engine.round(with: other.remote)
      try await mine.engine.round(with: mine.remote)
      try #require(try tasks(mine) == ["Mow #spring", "Prune", "Sow #spring", "Weed beds #spring"])
      // Out of reach.
      try rename("Mow", "Mow lawn", at: mine)
      try await mine.engine.leave()
      try rename("Weed beds", "Weed paths", at: other)
      try delete("Prune", at: other)
      let again = try await joinAgain()
      try await syncAll([other, again])
      for replica in [again, other] {
        #expect(try tasks(replica) == ["Mow lawn #spring", "Sow #spring", "Weed paths #spring"])
        let kept = try await replica.engine.conflicts().flatMap(\.kept).map(\.value)
        #expect(kept == [.text("Mow")])
      }
    }
  }

  /// It is as late as it was written, in whichever batch it is told.
  @Test func aLaterValueOfAnotherStoreHoldsThoughSomethingElseWasChangedAfterwards() async throws {
    try await withStores { mine, other in
      for number in 1...8 { try edit(mine) { $0.insert(StoredTask("Bed \(number)")) } }
      try await syncAll([mine, other])
      try await mine.engine.leave()
      try rename("Bed 8", "Mine", at: mine)
      try rename("Bed 8", "Theirs", at: other)
      try rename("Bed 1", "Last", at: mine)
      let again = try await joinAgain()
      try await syncAll([other, again])
      for replica in [again, other] {
        let shown = try tasks(replica)
        #expect(shown.contains("Theirs") && shown.contains("Last"), "\(shown)")
      }
    }
  }

  /// The others were not told.
  @Test func whatWasDeletedOrTakenOffMeanwhileIsBack() async throws {
    try await withStores { mine, other in
      try await mine.engine.leave()
      try delete("Sow", at: mine)
      try edit(mine) { context in
        for task in try context.fetch(FetchDescriptor<StoredTask>()) where task.title == "Weed" { task.tags = [] }
      }
      let again = try await joinAgain()
      try await syncAll([other, again])
      for replica in [again, other] { #expect(try tasks(replica) == ["Mow #spring", "Sow #spring", "Weed #spring"]) }
    }
  }

  /// It was undone offline before somebody agreed to it.
  @Test func agreeingToADeletionDeletesNothingThatIsBack() async throws {
    try await withStores { mine, other in
      let context = ModelContext(mine.container)
      context.undoManager = UndoManager()
      let start = now()
      while now() < start + 2 {}
      let task = try context.fetch(FetchDescriptor<StoredTask>()).first { $0.title == "Weed" }
      context.delete(try #require(task))
      try context.save()
      log.time = now() + 1
      try rename("Weed", "Weed beds", at: other)
      try await syncAll([mine, other])
      let conflict = try #require(try await mine.engine.conflicts().first)
      try #require(conflict.kind == .deleted)
      context.undoManager?.undo()
      try context.save()
      log.time = now() + 1
      try #require(try tasks(mine).count == 3)
      try await mine.engine.write([conflict.dismissal])
      #expect(try tasks(mine).count == 3)
    }
  }
}
