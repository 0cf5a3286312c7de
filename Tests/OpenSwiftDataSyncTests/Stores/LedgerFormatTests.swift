import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("What another version of the engine keeps in a store is refused, not taken for damage")
struct LedgerFormatTests {
  private let log = SharedLog()

  /// A store that has synced, and has a row.
  private func replica() async throws -> StoreReplica {
    let replica = try StoreReplica(1, log: log, drains: true)
    let context = ModelContext(replica.container)
    context.insert(StoredTask("one"))
    try context.save()
    try await replica.engine.setUp(space: TaskSchema.space)
    try await replica.engine.round(with: replica.remote)
    return replica
  }

  private func run(_ sql: String, in replica: StoreReplica) throws {
    try ReplicationTransaction.run(in: replica.container, author: "test") { try $0.execute(sql) }
  }

  private func expect(_ error: SyncError, from replica: StoreReplica) async throws {
    let engine = replica.engine
    await #expect(throws: error) { try await engine.round(with: replica.remote) }
    await #expect(throws: error) { try await engine.drain() }
    await #expect(throws: error) { _ = try await engine.status() }
    await #expect(throws: error) { _ = try await engine.conflicts() }
    await #expect(throws: error) { try await engine.setUp(space: TaskSchema.space) }
    await #expect(throws: error) { _ = try await engine.hasUndrained() }
  }

  @Test func ofAnEarlierVersionWhichHadNoNumber() async throws {
    let replica = try await replica()
    try run("DELETE FROM openswiftdatasync_state WHERE name = 'format'", in: replica)
    // Whatever its tables look like.
    try run("DROP TABLE openswiftdatasync_name; DROP TABLE openswiftdatasync_batch", in: replica)
    try await expect(.earlierFormat(store: "memory"), from: replica)
    #expect("\(SyncError.earlierFormat(store: "memory"))".contains("leave"))
  }

  @Test func ofALaterVersion() async throws {
    let replica = try await replica()
    try run("UPDATE openswiftdatasync_state SET value = 1000 WHERE name = 'format'", in: replica)
    try await expect(.laterFormat(1000, store: "memory"), from: replica)
    #expect("\(SyncError.laterFormat(1000, store: "memory"))".contains("upgrade"))
  }

  @Test func andIsLeftAsAnyOther() async throws {
    let replica = try await replica()
    try run("DELETE FROM openswiftdatasync_state WHERE name = 'format'", in: replica)
    try run(
      "CREATE TABLE openswiftdatasync_long_gone(x); CREATE TABLE openswiftdatasync7_state(name, value)", in: replica)
    try await replica.engine.leave()
    let left = try ReplicationTransaction.read(in: replica.container) { transaction in
      try transaction.rows("SELECT name FROM sqlite_schema WHERE name GLOB 'openswiftdatasync*'") { $0[0].text }
    }
    #expect(left.isEmpty)
    // It comes back with all it had, and has nothing twice.
    try await replica.engine.setUp(space: TaskSchema.space)
    try await replica.engine.drain()
    let tasks = try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>())
    #expect(tasks.map(\.title) == ["one"])
  }
}
