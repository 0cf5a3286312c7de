import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// What it had received in the meantime is nothing that it has to tell.
@Suite("What a store tells that joins a space again after it left with something unsent")
struct RejoinedAfterFailureTests {
  private let log = SharedLog()
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")

  private func withStores(_ body: (_ mine: StoreReplica, _ other: StoreReplica) async throws -> Void) async throws {
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
    let (mine, other) = (
      try StoreReplica(1, log: log, drains: true, file: file), try StoreReplica(2, log: log, drains: true)
    )
    log.time = now()
    try edit(mine) { context in for title in ["Mow", "Sow", "Weed"] { context.insert(StoredTask(title)) } }
    for replica in [mine, other] { try await replica.engine.setUp(space: TaskSchema.space) }
    try await syncAll([mine, other])
    try await body(mine, other)
  }

  private func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  /// What is saved next has another time.
  private func pass() {
    let start = now()
    while now() < start + 2 {}
  }

  /// The history has the time of each save, in milliseconds of the real clock.
  private func edit(_ replica: StoreReplica, _ change: (ModelContext) throws -> Void) throws {
    pass()
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

  private func round(_ replica: StoreReplica) async throws {
    log.time = max(log.time + 1, now())
    try await replica.engine.round(with: replica.remote)
  }

  private func syncAll(_ replicas: [StoreReplica]) async throws {
    for _ in 0..<3 { for replica in replicas { try await round(replica) } }
  }

  private func joinAgain(_ number: Int) async throws -> StoreReplica {
    let again = try StoreReplica(number, log: log, drains: true, file: file)
    try await again.engine.setUp(space: TaskSchema.space)
    return again
  }

  /// The network takes nothing; what others have sent is received all the same.
  private func failingRound(_ replica: StoreReplica) async throws {
    pass()
    log.time = max(log.time + 1, now())
    let remote = ReceivingRemote(remote: replica.remote)
    await #expect(throws: LogRemote.Partitioned.self) { try await replica.engine.round(with: remote) }
  }

  private func titles(_ replica: StoreReplica) throws -> [String] {
    try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>()).map(\.title).sorted()
  }

  /// A third store wrote later than the second one, and is heard of last.
  @Test func whatAFailedTryReceivedIsNotToldAsItsOwn() async throws {
    try await withStores { mine, other in
      let third = try StoreReplica(3, log: log, drains: true)
      try await third.engine.setUp(space: TaskSchema.space)
      try await syncAll([mine, other, third])
      try await mine.engine.leave()
      try rename("Weed", "Weed beds", at: other)
      try edit(other) { $0.insert(StoredTask("Prune")) }
      try await syncAll([other])
      try rename("Weed", "Weed paths", at: third)
      let failing = try await joinAgain(7)
      try await failingRound(failing)
      try #require(try titles(failing) == ["Mow", "Prune", "Sow", "Weed beds"])
      try await failing.engine.leave()
      let again = try await joinAgain(8)
      try await syncAll([other, again])
      try await syncAll([third, other, again])
      for replica in [again, other, third] {
        #expect(try titles(replica) == ["Mow", "Prune", "Sow", "Weed paths"])
      }
    }
  }

  /// It joined again, and all went well for a while.
  @Test func whatALaterStayReceivedIsNotToldAsItsOwn() async throws {
    try await withStores { mine, other in
      let third = try StoreReplica(3, log: log, drains: true)
      try await third.engine.setUp(space: TaskSchema.space)
      try await syncAll([mine, other, third])
      try await mine.engine.leave()
      let away = try await joinAgain(7)
      try await syncAll([away, other])
      try rename("Weed", "Weed beds", at: other)
      try await syncAll([other])
      try rename("Weed", "Weed paths", at: third)
      pass()
      try await syncAll([away])
      // Out of reach.
      try rename("Mow", "Mow lawn", at: away)
      while try await away.engine.drain() > 0 {}
      try await away.engine.leave()
      let again = try await joinAgain(8)
      try await syncAll([other, again])
      try await syncAll([third, other, again])
      for replica in [again, other, third] { #expect(try titles(replica) == ["Mow lawn", "Sow", "Weed paths"]) }
    }
  }

  /// What it had written itself is not in the store any more.
  @Test func aValueThatWasReceivedInPlaceOfItsOwnIsNotToldAsItsOwn() async throws {
    try await withStores { mine, other in
      try await mine.engine.leave()
      try rename("Weed", "Mine", at: mine)
      try rename("Weed", "Theirs", at: other)
      try await syncAll([other])
      let failing = try await joinAgain(7)
      try await failingRound(failing)
      try #require(try titles(failing) == ["Mow", "Sow", "Theirs"])
      try await failing.engine.leave()
      try rename("Theirs", "Theirs later", at: other)
      let again = try await joinAgain(8)
      try await syncAll([other, again])
      for replica in [again, other] {
        #expect(try titles(replica) == ["Mow", "Sow", "Theirs later"])
        #expect(try await replica.engine.conflicts().flatMap(\.kept).map(\.value) == [])
      }
    }
  }

  @Test func whatWasWrittenDuringAFailedTryIsTold() async throws {
    try await withStores { mine, other in
      try await mine.engine.leave()
      try rename("Weed", "Weed beds", at: other)
      try edit(other) { $0.insert(StoredTask("Prune")) }
      try await syncAll([other])
      let failing = try await joinAgain(7)
      try await failingRound(failing)
      try rename("Mow", "Mow lawn", at: failing)
      try rename("Weed beds", "Weed paths", at: failing)
      try rename("Prune", "Prune roses", at: failing)
      try edit(failing) { $0.insert(StoredTask("Rake")) }
      try await failing.engine.leave()
      try rename("Sow", "Sow beans", at: failing)
      let again = try await joinAgain(8)
      try await syncAll([other, again])
      for replica in [again, other] {
        #expect(try titles(replica) == ["Mow lawn", "Prune roses", "Rake", "Sow beans", "Weed paths"])
      }
    }
  }

  /// It is written by the engine, as what it receives is.
  @Test func aDecisionDuringAFailedTryIsTold() async throws {
    try await withStores { mine, other in
      try await mine.engine.leave()
      try rename("Weed", "Mine", at: mine)
      try rename("Weed", "Theirs", at: other)
      try await syncAll([other])
      let failing = try await joinAgain(7)
      try await failingRound(failing)
      let conflict = try #require(try await failing.engine.conflicts().first)
      pass()
      log.time = max(log.time + 1, now())
      try await failing.engine.write([try #require(conflict.decision(for: .text("Mine")))])
      try #require(try titles(failing) == ["Mine", "Mow", "Sow"])
      try await failing.engine.leave()
      let again = try await joinAgain(8)
      try await syncAll([other, again])
      for replica in [again, other] { #expect(try titles(replica) == ["Mine", "Mow", "Sow"]) }
    }
  }

  /// The history is read once, and what is saved meanwhile comes after that.
  @Test func whatIsWrittenWhileRowsAreToldIsTold() async throws {
    try await withStores { mine, other in
      try edit(mine) { context in for number in 1...8 { context.insert(StoredTask("Bed \(number)")) } }
      try await syncAll([mine, other])
      try await mine.engine.leave()
      try rename("Weed", "Weed beds", at: mine)
      let again = try await joinAgain(8)
      try #require(try await again.engine.drain() == 3)
      try rename("Bed 8", "Roses", at: again)
      try edit(again) { $0.insert(StoredTask("Rake")) }
      try await syncAll([other, again])
      let wanted = (1...7).map { "Bed \($0)" } + ["Mow", "Rake", "Roses", "Sow", "Weed beds"]
      for replica in [again, other] { #expect(try titles(replica) == wanted) }
    }
  }

  /// Nobody knows what was changed since the last round: a program deleted the history.
  @Test func allIsToldAnewIfNobodyKnowsWhatWasNotSent() async throws {
    try await withStores { mine, other in
      try rename("Mow", "Mow lawn", at: mine)
      try ModelContext(mine.container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      try await mine.engine.leave()
      let again = try await joinAgain(8)
      try await syncAll([other, again])
      for replica in [again, other] { #expect(try titles(replica) == ["Mow lawn", "Sow", "Weed"]) }
    }
  }
}

/// A remote that gives what others have sent, and takes nothing.
private struct ReceivingRemote: SyncRemote {
  let remote: LogRemote

  var replica: Replica { remote.replica }
  func open() async throws { try await remote.open() }
  func lastNumber() async throws -> UInt64 { try await remote.lastNumber() }
  func push(_ batch: BatchEnvelope) async throws { throw LogRemote.Partitioned() }
  func pull(after cursor: RemoteCursor, limit: Int) async throws -> RemotePage {
    try await remote.pull(after: cursor, limit: limit)
  }
  func wait(after cursor: RemoteCursor, until deadline: ContinuousClock.Instant) async throws -> Bool {
    try await remote.wait(after: cursor, until: deadline)
  }
  func snapshots() async throws -> [[UInt8]] { try await remote.snapshots() }
  func leave(snapshot bytes: [UInt8], of seen: VersionVector) async throws { throw LogRemote.Partitioned() }
}
