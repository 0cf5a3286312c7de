import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("A snapshot that a later version left waits for an upgrade, and holds up no more than what depends on it")
struct LaterSnapshotTests {
  private let log = SharedLog()

  private func replica(_ number: Int) async throws -> StoreReplica {
    let replica = try StoreReplica(number, log: log, drains: true)
    try await replica.engine.setUp(space: TaskSchema.space)
    return replica
  }

  private func add(_ titles: [String], _ replica: StoreReplica) throws {
    let context = ModelContext(replica.container)
    for title in titles { context.insert(StoredTask(title)) }
    try context.save()
    log.time += 1_000
  }

  private func titles(_ replica: StoreReplica) throws -> [String] {
    try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>()).map(\.title).sorted()
  }

  @discardableResult
  private func round(_ replica: StoreReplica) async throws -> SyncReport {
    try await replica.engine.round(with: replica.remote)
  }

  /// Has one replica write so much that it leaves a snapshot.
  private func leaveSnapshot(_ replica: StoreReplica, _ name: String) async throws {
    let before = log.snapshots.count
    var number = 0
    while log.snapshots.count == before {
      try add(["\(name) \(number)"], replica)
      try await round(replica)
      number += 1
    }
  }

  /// Writes another format's number into the snapshots, or this one's.
  private func setFormat(_ format: UInt8) {
    for index in log.snapshots.indices { log.snapshots[index][4] = format }
  }

  /// What an upgraded program would find: the format that it waits for is its own.
  private func upgrade(_ replica: StoreReplica) throws {
    setFormat(1)
    try ReplicationTransaction.run(in: replica.container, author: "test") {
      try $0.execute("UPDATE openswiftdatasync_state SET value = 1 WHERE name = 'laterSnapshot'")
    }
  }

  @Test func andNothingElse() async throws {
    let (first, second, third) = (try await replica(0), try await replica(1), try await replica(2))
    try await leaveSnapshot(first, "first")
    // One that has not heard of the first one, and one that the snapshot does not have.
    try add(["independent"], third)
    try await round(third)
    setFormat(99)
    let shown = try titles(third).count
    try add(["dependent"], first)
    try await round(first)
    #expect(log.snapshots.allSatisfy { $0[4] == 99 })
    let report = try await round(second)
    #expect(report.laterSnapshot == 99 && report.problems.isEmpty)
    #expect(try titles(second) == ["independent"])
    #expect(try await second.engine.status()?.setAside == 1)
    // It is said again, and not fetched again; what is written here is sent.
    let reads = log.snapshotReads
    try add(["mine"], second)
    let next = try await round(second)
    #expect(next.laterSnapshot == 99 && next.pushed == 1 && log.snapshotReads == reads)
    try upgrade(second)
    let last = try await round(second)
    #expect(last.laterSnapshot == nil && log.snapshotReads == reads + 1)
    #expect(try titles(second).count == shown + 2)
    for replica in [first, third, first] { try await round(replica) }
    #expect(try await second.rows() == first.rows())
    #expect(try await second.rows() == third.rows())
    #expect(try await second.engine.status()?.setAside == 0)
  }

  @Test func asDoesOneThatIsDamaged() async throws {
    let (first, second, third) = (try await replica(0), try await replica(1), try await replica(2))
    try await leaveSnapshot(first, "first")
    try add(["independent"], third)
    try await round(third)
    let whole = log.snapshots
    log.snapshots = whole.map { Array($0.dropLast(9)) }
    for _ in 0..<2 {
      let report = try await round(second)
      #expect(report.problems.count == 1 && report.problems[0].description.hasPrefix("a snapshot can't be read: "))
      #expect(try titles(second) == ["independent"])
    }
    log.snapshots = whole
    #expect(try await round(second).problems.isEmpty)
    try await round(first)
    #expect(try await second.rows() == first.rows())
  }

  /// Without it all else is in order, and it is not made anew in each round.
  @Test func exceptThatARemoteMayRefuseOne() async throws {
    let replica = try await replica(0)
    log.refusesSnapshots = true
    while log.refusedSnapshots == 0 {
      try add(["one more"], replica)
      let report = try await round(replica)
      #expect(report.pushed == 1 && report.problems.count == log.refusedSnapshots)
    }
    #expect(try await round(replica).problems.isEmpty)
    #expect(log.refusedSnapshots == 1)
  }

  /// What was written meanwhile is sent after the upgrade: the others may have forgotten what it is about.
  @Test func andForWhoWasAwayForLong() async throws {
    let (first, second) = (try await replica(0), try await replica(1))
    try add(["one", "two"], first)
    for replica in [first, second, first] { try await round(replica) }
    log.time += 60 * 24 * 3_600_000
    try add(["typed offline"], second)
    try await leaveSnapshot(first, "first")
    setFormat(99)
    let report = try await round(second)
    #expect(report.laterSnapshot == 99 && report.pushed == 0)
    #expect(try await second.engine.status()?.unsent == 1)
    #expect(try await round(second).pushed == 0)
    try upgrade(second)
    let last = try await round(second)
    #expect(last.laterSnapshot == nil && last.pushed > 0)
    try await round(first)
    #expect(try titles(first).contains("typed offline"))
    #expect(try await second.rows() == first.rows())
    #expect(try await second.engine.ledgerRows() == first.engine.ledgerRows())
  }
}
