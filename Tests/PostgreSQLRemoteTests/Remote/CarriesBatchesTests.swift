import OpenSwiftDataSync
import Testing

@testable import PostgreSQLRemote

@Suite("A database carries batches, each once and in one order", .needsPostgreSQL)
struct CarriesBatchesTests {
  @Test func batchesComeAsTheyWere() async throws {
    let space = try await TestSpace()
    let writer = try space.remote(0xFFFF_FFFF_FFFF_FFFF)
    let reader = try space.remote(2)
    var batches = TestBatches(.max)
    var pushed = [batches.next([]), batches.next([0]), batches.next(Array(0...255) + Array("'\"\\$$;--\u{0}".utf8))]
    pushed[2].header.vector[Replica(1 << 63)] = VersionVector.Progress(number: .max, clock: .max)
    pushed.append(batches.next((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
    for batch in pushed { try await writer.push(batch) }
    let first = try await reader.pull(after: RemoteCursor(), limit: 3)
    let second = try await reader.pull(after: first.cursor, limit: 3)
    #expect(first.batches + second.batches == pushed)
    #expect(!first.needsSnapshot && first.problems.isEmpty && first.repeatPushesAfter == nil)
    #expect(try await reader.pull(after: second.cursor, limit: 3).batches.isEmpty)
    #expect(try await writer.pull(after: RemoteCursor(), limit: 9).batches.isEmpty)
  }

  @Test func anEmptyPageIsTheEndAlsoAmongOwnBatches() async throws {
    let space = try await TestSpace()
    let (one, two) = (try space.remote(1), try space.remote(2))
    var (ones, twos) = (TestBatches(1), TestBatches(2))
    for _ in 0..<5 { try await one.push(ones.next()) }
    let late = twos.next()
    try await two.push(late)
    let page = try await one.pull(after: RemoteCursor(), limit: 2)
    #expect(page.batches == [late])
    try await one.push(ones.next())
    let next = try await one.pull(after: page.cursor, limit: 2)
    #expect(next.batches.isEmpty)
    #expect(try await one.wait(after: next.cursor, until: .now) == false)
  }

  @Test func aBatchIsPushedOnce() async throws {
    let space = try await TestSpace()
    let remote = try space.remote(1)
    var batches = TestBatches(1)
    let batch = batches.next()
    for _ in 0..<3 { try await remote.push(batch) }
    #expect(try await space.log() == [LogEntry(seq: 1, replica: 1, number: 1)])
    var others = [batch, batch, batch, batch]
    others[0].payload.append(0)
    others[1].header.clock += 1
    others[2].header.fingerprint -= 1
    others[3].header.vector[Replica(9)] = VersionVector.Progress(number: 1, clock: 1)
    for other in others {
      await #expect(throws: PostgreSQLRemoteError.numberTaken(batch.header.id)) { try await remote.push(other) }
    }
    let foreign = TestBatches.first(of: 7)
    await #expect(throws: PostgreSQLRemoteError.foreignBatch(foreign.header.id)) { try await remote.push(foreign) }
    #expect(try await space.log().count == 1)
  }

  @Test(arguments: [1, 31, 32, 33, 100]) func manyAreAddedInTheirOrder(_ count: Int) async throws {
    let space = try await TestSpace()
    let (writer, reader) = (try space.remote(1), try space.remote(2))
    var batches = TestBatches(1)
    let pushed = (0..<count).map { batches.next([UInt8](repeating: 7, count: $0 % 9 == 4 ? 700_000 : $0)) }
    try await writer.push(Array(pushed.prefix(count / 2)))
    try await writer.push(pushed)
    #expect(try await space.log().map(\.number) == Array(1...count))
    var (page, pulled) = (RemotePage(batches: [], cursor: RemoteCursor()), [BatchEnvelope]())
    while !page.isLast {
      page = try await reader.pull(after: page.cursor, limit: 40)
      pulled += page.batches
    }
    #expect(pulled == pushed)
  }

  @Test func whatComesBeforeARefusedOneIsAdded() async throws {
    let space = try await TestSpace()
    let (remote, copy) = (try space.remote(1), try space.remote(1))
    var batches = TestBatches(1)
    let first = (0..<4).map { _ in batches.next() }
    try await remote.push(Array(first.prefix(2)))
    _ = try await remote.lastNumber()
    // Another store under the same name.
    var others = Array(first.prefix(4))
    others[2].payload.append(1)
    try await copy.push(others)
    await #expect(throws: PostgreSQLRemoteError.numberTaken(first[2].header.id)) { try await remote.push(first) }
    #expect(try await remote.lastNumber() == 4)
    let fifth = batches.next()
    _ = batches.next()
    let gap = [fifth, batches.next()]
    await #expect(throws: PostgreSQLRemoteError.missingBatches(before: gap[1].header.id, last: 5)) {
      try await remote.push(gap)
    }
    #expect(try await space.log().map(\.number) == Array(1...5))
  }

  /// As a command does while the program that the list has started is running.
  @Test func whatAnotherProcessOfTheStorePushesIsNotTakenForLost() async throws {
    let space = try await TestSpace()
    let (running, command) = (try space.remote(1), try space.remote(1))
    var batches = TestBatches(1)
    try await running.push((0..<2).map { _ in batches.next() })
    #expect(try await running.lastNumber() == 2)
    try await command.push((0..<3).map { _ in batches.next() })
    #expect(try await running.lastNumber() == 5)
  }

  @Test func aNumberIsNotLeftOut() async throws {
    let space = try await TestSpace()
    let remote = try space.remote(1)
    var batches = TestBatches(1)
    try await remote.push(batches.next())
    _ = batches.next()
    let third = batches.next()
    await #expect(throws: PostgreSQLRemoteError.missingBatches(before: third.header.id, last: 1)) {
      try await remote.push(third)
    }
    #expect(try await space.log().count == 1)
  }

  @Test func aStampThatIsAheadIsRefused() async throws {
    let space = try await TestSpace()
    let remote = try space.remote(1)
    var batches = TestBatches(1)
    try await remote.push(batches.next())
    let server = try await UInt64(space.sql("SELECT docket_sync.milliseconds()::text")[0])
    batches.milliseconds = try #require(server) + 90_000
    let ahead = batches.next()
    let error = await #expect(throws: PostgreSQLRemoteError.self) { try await remote.push(ahead) }
    guard case .clock(.ahead(ahead.header.stamp, let milliseconds)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(milliseconds > 60_000 && milliseconds <= 90_001)
    #expect(error.map { "\($0)" }?.contains("ahead by") == true)
    batches = TestBatches(1)
    _ = batches.next()
    batches.milliseconds = try #require(server) + 50_000
    try await remote.push(batches.next())
    batches.milliseconds = 1 << 47
    await #expect(throws: PostgreSQLRemoteError.self) { try await remote.push(batches.next()) }
    #expect(try await space.log().count == 2)
  }

  @Test(arguments: [0, 120_000, -120_000] as [Int64]) func theClocksAreCompared(_ error: Int64) async throws {
    let space = try await TestSpace()
    var configuration = PostgreSQLConfiguration()
    let wall = configuration.wall
    configuration.wall = { wall() - error }
    let remote = try space.remote(1, configuration: configuration)
    #expect(remote.clockDifference == nil)
    try await remote.open()
    let difference = try #require(remote.clockDifference)
    #expect(abs(difference - error) < 5_000)
    try await space.remote(2, configuration: configuration).push(TestBatches.first(of: 2))
  }
}
