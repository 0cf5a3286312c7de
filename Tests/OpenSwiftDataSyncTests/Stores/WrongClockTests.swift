import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("A clock that is ahead holds up nobody else")
struct WrongClockTests {
  private let log = SharedLog()

  private func titles(_ replica: StoreReplica) throws -> [String] {
    try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>(sortBy: [SortDescriptor(\.title)])).map(
      \.title)
  }

  private func add(_ title: String, to replica: StoreReplica) throws {
    let context = ModelContext(replica.container)
    context.insert(StoredTask(title))
    try context.save()
  }

  @Test func andItsBatchesAreMergedWhenTheirTimeHasCome() async throws {
    let replicas = try (0..<3).map { try StoreReplica($0, log: log, drains: true) }
    for replica in replicas { try await replica.engine.setUp(space: TaskSchema.space) }
    let begin = log.time
    log.time = begin + 3_600_000
    try add("from the future", to: replicas[0])
    try await replicas[0].engine.round(with: replicas[0].remote)
    log.time = begin
    try add("of today", to: replicas[1])
    try await replicas[1].engine.round(with: replicas[1].remote)
    try await replicas[2].engine.round(with: replicas[2].remote)
    #expect(try titles(replicas[2]) == ["of today"])
    #expect(try await replicas[2].engine.status()?.setAside == 1)

    log.time = begin + 3_600_000
    try add("later", to: replicas[2])
    // Its own clock passes the other one's before anything is merged.
    while try await replicas[2].engine.drain() > 0 {}
    try await replicas[2].engine.round(with: replicas[2].remote)
    #expect(try titles(replicas[2]) == ["from the future", "later", "of today"])
    #expect(try await replicas[2].engine.status()?.setAside == 0)
  }

  /// What is written by a clock that is ahead would be refused until its time has come, with all that follows.
  @Test func andWritesNothingBeforeItIsSetRight() async throws {
    let replica = try StoreReplica(0, log: log, drains: true)
    try await replica.engine.setUp(space: TaskSchema.space)
    let begin = log.time
    (log.time, log.clockDifference) = (begin + 3_600_000, -3_600_000)
    try add("task", to: replica)
    await #expect(throws: SyncError.clockAhead(seconds: 3_600)) { try await replica.engine.round(with: replica.remote) }
    #expect(try await replica.engine.status()?.unsent == 0)
    (log.time, log.clockDifference) = (begin, 0)
    #expect(try await replica.engine.round(with: replica.remote).pushed == 1)
    let clock = try #require(log.batches.first).header.stamp
    #expect(clock.milliseconds <= begin)
  }

  @Test func andItsSnapshotIsMergedWhenItsTimeHasCome() async throws {
    let replicas = try (0..<3).map { try StoreReplica($0, log: log, drains: true) }
    for replica in replicas { try await replica.engine.setUp(space: TaskSchema.space) }
    let begin = log.time
    log.time = begin + 3_600_000
    var number = 0
    while log.snapshots.isEmpty {
      try add("from the future \(number)", to: replicas[0])
      try await replicas[0].engine.round(with: replicas[0].remote)
      number += 1
    }
    log.time = begin
    try add("of today", to: replicas[1])
    try await replicas[1].engine.round(with: replicas[1].remote)
    for _ in 0..<2 {
      let report = try await replicas[2].engine.round(with: replicas[2].remote)
      #expect(report.problems.count == 1 && report.problems[0].description.contains("is ahead by 3600 s"))
      #expect(try titles(replicas[2]) == ["of today"])
    }

    log.time = begin + 3_600_000
    for replica in replicas { try await replica.engine.round(with: replica.remote) }
    #expect(try titles(replicas[2]).count == number + 1)
    #expect(try await replicas[2].engine.round(with: replicas[2].remote).problems.isEmpty)
    #expect(try await replicas[2].rows() == replicas[1].rows())
  }
}
