import OpenSwiftDataSync
import Testing

@testable import PostgreSQLRemote

@Suite("A snapshot stands for batches, and what it stands for is removed", .needsPostgreSQL)
struct SnapshotTests {
  @Test func aSnapshotStandsForBatchesOfAll() async throws {
    let space = try await TestSpace()
    let (one, two, reader) = (try space.remote(1), try space.remote(2), try space.remote(3))
    let (ones, twos) = (try await push(3, by: 1, one), try await push(2, by: 2, two))
    let early = try await reader.pull(after: RemoteCursor(), limit: 1)
    try await one.leave(snapshot: [1, 2, 3], of: seen([1: 2, 2: 2]))
    let page = try await reader.pull(after: early.cursor, limit: 9)
    #expect(page.needsSnapshot && page.batches == [ones[2]])
    #expect(try await reader.snapshots() == [[1, 2, 3]])
    let kept = try await space.sql(
      "SELECT count(payload)::text FROM docket_sync.batch WHERE space = '\(space.space)'")
    #expect(kept == ["1"])
    #expect(try await !reader.pull(after: page.cursor, limit: 9).needsSnapshot)
    // The second replica pushes again what it did not know to be there.
    for batch in twos { try await two.push(batch) }
    var other = twos[0]
    other.header.clock += 1
    await #expect(throws: PostgreSQLRemoteError.numberTaken(other.header.id)) { try await two.push(other) }
    #expect(try await space.log().count == 5)
  }

  @Test func whoHasSeenAllThatASnapshotHasNeedsNone() async throws {
    let space = try await TestSpace()
    let (one, reader) = (try space.remote(1), try space.remote(3))
    _ = try await push(3, by: 1, one)
    let page = try await reader.pull(after: RemoteCursor(), limit: 9)
    try await one.leave(snapshot: [1], of: seen([1: 3]))
    let next = try await reader.pull(after: page.cursor, limit: 9)
    #expect(!next.needsSnapshot && next.batches.isEmpty && next.cursor == page.cursor)
  }

  @Test func oneThatHasSeenMoreTakesThePlaceOfOthers() async throws {
    let space = try await TestSpace()
    let (one, two) = (try space.remote(1), try space.remote(2))
    _ = (try await push(3, by: 1, one), try await push(2, by: 2, two))
    try await one.leave(snapshot: [1], of: seen([1: 2]))
    try await two.leave(snapshot: [2], of: seen([1: 1, 2: 2]))
    #expect(try await one.snapshots() == [[1], [2]], "neither has seen all of the other's")
    try await one.leave(snapshot: [3], of: seen([1: 3, 2: 2]))
    #expect(try await one.snapshots() == [[3]])
    await #expect(throws: PostgreSQLRemoteError.staleSnapshot(Replica(1))) {
      try await one.leave(snapshot: [4], of: seen([1: 3, 2: 1]))
    }
    #expect(try await one.snapshots() == [[3]])
  }

  /// Not only the payloads but also that there were batches is forgotten at last.
  @Test func whoComesBackAfterTheHorizonBeginsWithTheSnapshot() async throws {
    let space = try await TestSpace()
    var configuration = PostgreSQLConfiguration()
    configuration.horizon = .zero
    let (one, two) = (try space.remote(1, configuration: configuration), try space.remote(2))
    let (reader, current) = (try space.remote(3), try space.remote(4))
    var ones = TestBatches(1)
    for _ in 0..<4 { try await one.push(ones.next()) }
    _ = try await push(1, by: 2, two)
    let early = try await reader.pull(after: RemoteCursor(), limit: 2)
    let last = try await current.pull(after: RemoteCursor(), limit: 9)
    for _ in 0..<2 { try await one.leave(snapshot: [7], of: seen([1: 4, 2: 1])) }
    #expect(try await space.log().isEmpty)
    #expect(try await !current.pull(after: last.cursor, limit: 9).needsSnapshot)
    #expect(try await !current.wait(after: last.cursor, until: .now))
    #expect(try await reader.wait(after: early.cursor, until: .now))
    let page = try await reader.pull(after: early.cursor, limit: 9)
    #expect(page.needsSnapshot && page.batches.isEmpty && page.repeatPushesAfter == nil)
    #expect(try await !reader.pull(after: page.cursor, limit: 9).needsSnapshot)
    #expect(try await space.remote(5).pull(after: RemoteCursor(), limit: 9).needsSnapshot)
    // Numbers go on where they were.
    let fifth = ones.next()
    try await one.push(fifth)
    #expect(try await reader.pull(after: page.cursor, limit: 9).batches == [fifth])
    await #expect(throws: PostgreSQLRemoteError.self, "what can't be compared is not acknowledged") {
      try await one.push(TestBatches.first(of: 1))
    }
  }

  @Test func aSnapshotBringsAReplicaThatPushedElsewhereBefore() async throws {
    let space = try await TestSpace()
    let remote = try space.remote(1)
    var batches = TestBatches(1)
    for _ in 0..<6 { _ = batches.next() }
    try await remote.leave(snapshot: [6], of: seen([1: 6]))
    let seventh = batches.next()
    try await remote.push(seventh)
    let page = try await space.remote(2).pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches == [seventh])
  }

  private func push(_ count: Int, by replica: UInt64, _ remote: PostgreSQLRemote) async throws -> [BatchEnvelope] {
    var batches = TestBatches(replica)
    let pushed = (0..<count).map { _ in batches.next() }
    for batch in pushed { try await remote.push(batch) }
    return pushed
  }

  private func seen(_ numbers: [UInt64: UInt64]) -> VersionVector {
    var vector = VersionVector()
    for (replica, number) in numbers { vector[Replica(replica)] = VersionVector.Progress(number: number, clock: 1) }
    return vector
  }
}
