import Foundation
import OpenSwiftDataSync
import PostgreSQLTestServer
import Testing

@testable import PostgreSQLRemote

@Suite("What is lost on the way is repeated, and nothing that was acknowledged is lost", .needsPostgreSQL)
struct LostConnectionTests {
  @Test func aPushThatIsCutInTheMiddleIsRepeated() async throws {
    let space = try await TestSpace()
    let remote = try space.remote(41, configuration: .eager)
    var batches = TestBatches(41)
    try await remote.push(batches.next())
    let batch = batches.next()
    let push = try await space.whileLocked {
      let push = Task { try await remote.push(batch) }
      try await space.wait(until: space.isBlocked(41))
      let first = try await space.sql("SELECT pid::text FROM pg_stat_activity WHERE \(space.backend(41))")
      try await space.sql("SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE \(space.backend(41))")
      try await space.wait(until: space.isBlocked(41, but: first[0]))
      return push
    }
    try await push.value
    #expect(try await space.log().map(\.number) == [1, 2])
  }

  /// `kill -9` of the server's first process while sixteen replicas push.
  @Test(arguments: RandomCases.seeds(2)) func aServerThatIsKilledKeepsWhatItAcknowledged(_ seed: UInt64) async throws {
    let server = try TestServer(programs: #require(TestServer.installation))
    let space = try await TestSpace(server: server)
    let acknowledged = Shared(Set<BatchID>())
    try await withThrowingTaskGroup { group in
      for writer in 1...UInt64(16) {
        group.addTask {
          let remote = try space.remote(writer, configuration: .eager)
          var batches = TestBatches(writer)
          for _ in 0..<20 {
            let batch = batches.next()
            try await remote.push(batch)
            acknowledged.change { _ = $0.insert(batch.header.id) }
          }
        }
      }
      group.addTask {
        var random = SeededGenerator(seed: seed)
        for crash in 1...3 {
          let count = 320 * crash / 4 - random.below(60)
          while acknowledged.value.count < count {
            try Task.checkCancellation()
            await Task.yield()
          }
          let before = acknowledged.value
          try await server.crashAndRestart()
          let after = try await Self.present(space)
          #expect(before.isSubset(of: after), "seed \(seed)")
        }
      }
      // The first failure ends the others: who counts would go on for ever.
      while try await group.next() != nil {}
    }
    let log = try await space.log()
    #expect(log.count == 320 && log.map(\.seq) == Array(1...320), "seed \(seed)")
    #expect(try await Self.present(space) == acknowledged.value, "seed \(seed)")
  }

  private static func present(_ space: TestSpace) async throws -> Set<BatchID> {
    Set(try await space.log().map { BatchID(replica: Replica(UInt64($0.replica)), number: UInt64($0.number)) })
  }

  @Test func pausesGrowAndEnd() async throws {
    let clock = ManualClock()
    var configuration = PostgreSQLConfiguration()
    configuration.clock = clock
    configuration.jitter = { $0 }
    configuration.retryDeadline = .seconds(20)
    configuration.longestPause = .seconds(5)
    let remote = try PostgreSQLRemote(
      connection: "host=/nonexistent dbname=sync", space: .random(), replica: Replica(1), configuration: configuration)
    let error = await #expect(throws: PostgreSQLRemoteError.self) { try await remote.open() }
    guard case .unreachable("/nonexistent/sync", _) = error else { throw Unexpected(error: error) }
    #expect(clock.pauses == [100, 200, 400, 800, 1600, 3200, 5000, 5000].map { .milliseconds($0) })
    // With jitter each is somewhere below.
    for attempt in 0..<9 {
      let pause = PostgreSQLConfiguration().pause(before: attempt)
      #expect(pause >= .zero && pause <= min(.seconds(10), .milliseconds(100) * (1 << attempt)))
    }
  }

  @Test func whatLastsIsNotRepeated() async throws {
    let space = try await TestSpace()
    let clock = ManualClock()
    var configuration = PostgreSQLConfiguration()
    configuration.clock = clock
    let nowhere = try PostgreSQLRemote(
      connection: space.server.connection("anna", database: "nowhere"), space: space.space, replica: Replica(1),
      configuration: configuration)
    let error = await #expect(throws: PostgreSQLRemoteError.self) { try await nowhere.open() }
    guard case .server(SQLState("3D000"), _, _) = error else { throw Unexpected(error: error) }
    let elsewhere = try PostgreSQLRemote(
      connection: space.server.connection("anna"), space: space.space, replica: Replica(1),
      configuration: configuration)
    await #expect(throws: PostgreSQLRemoteError.notInitialized(place: "\(space.server.directory)/postgres")) {
      try await elsewhere.open()
    }
    #expect(clock.pauses.isEmpty)
  }

  @Test func deadlocksAndSerializationFailuresAreRepeated() async throws {
    #expect(["40001", "40P01", "08006", "08001", "57P01", "57P05", "53300"].allSatisfy { SQLState($0).isTransient })
    #expect(["42501", "23505", "28P01", "3D000", "22023", "XX000"].allSatisfy { !SQLState($0).isTransient })
    let space = try await TestSpace()
    var configuration = PostgreSQLConfiguration.eager
    configuration.clock = ManualClock()
    let session = try Session(connection: space.server.connection("anna"), configuration: configuration)
    let attempts = Shared(0)
    let pids = try await session.run { connection in
      attempts.change { $0 += 1 }
      let attempt = attempts.value
      if attempt <= 3 {
        _ = try connection.execute("DO $$ BEGIN RAISE SQLSTATE '\(["40001", "40P01", "08006"][attempt - 1])'; END $$")
      }
      return try connection.execute("SELECT 1::bigint").integer(0, 0)
    }
    #expect(pids == 1 && attempts.value == 4)
  }
}
