import Foundation
import OpenSwiftDataSync
import Testing

@testable import PostgreSQLRemote

@Suite("The log has no gaps, no number twice, and all that was acknowledged, whoever writes at once", .needsPostgreSQL)
struct LogOrderTests {
  @Test func sixteenWritersAndAReader() async throws {
    let space = try await TestSpace()
    let acknowledged = try await Self.write(in: space, writers: 16, batches: 25)
    try await Self.check(space, acknowledged)
  }

  /// A connection is lost while its push waits, and the repeated one comes while the first still does.
  @Test func theSameBatchPushedTwiceAtOnceIsThereOnce() async throws {
    let space = try await TestSpace()
    let (one, two, three) = (try space.remote(71), try space.remote(71), try space.remote(71))
    let batch = TestBatches.first(of: 71)
    var other = batch
    other.payload.append(0)
    let pushes = try await space.whileLocked { [other] in
      let first = Task { try await one.push(batch) }
      try await space.wait(until: space.isBlocked(71, count: 1))
      let second = Task { try await two.push(batch) }
      try await space.wait(until: space.isBlocked(71, count: 2))
      let third = Task { try await three.push(other) }
      try await space.wait(until: space.isBlocked(71, count: 3))
      return (first, second, third)
    }
    try await pushes.0.value
    try await pushes.1.value
    await #expect(throws: PostgreSQLRemoteError.numberTaken(batch.header.id)) { try await pushes.2.value }
    #expect(try await space.log() == [LogEntry(seq: 1, replica: 71, number: 1)])
  }

  /// Connections are cut at random all the while, so that pushes are repeated without knowing what became of them.
  @Test(arguments: RandomCases.seeds(3)) func sixteenWritersWhoseConnectionsAreCut(_ seed: UInt64) async throws {
    let space = try await TestSpace(members: ["carl"])
    var random = SeededGenerator(seed: seed)
    let cutter = Task {
      var cut = 0
      while !Task.isCancelled {
        cut += try await space.sql(
          """
          SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
          WHERE usename = 'carl' AND application_name = 'replica-\(random.below(16) + 1)'
          """
        ).count
      }
      return cut
    }
    let acknowledged = try await Self.write(in: space, writers: 16, batches: 12, as: "carl")
    cutter.cancel()
    #expect((try? await cutter.value) != 0, "seed \(seed)")
    try await Self.check(space, acknowledged)
  }

  /// Writers push at once while a reader pulls; what was acknowledged.
  private static func write(
    in space: TestSpace, writers: Int, batches count: Int, as role: String = "anna"
  ) async throws -> Set<BatchID> {
    let total = writers * count
    return try await withThrowingTaskGroup(of: [BatchID].self) { group in
      for writer in 1...UInt64(writers) {
        group.addTask {
          let remote = try space.remote(writer, as: role, configuration: .eager)
          var batches = TestBatches(writer)
          var acknowledged: [BatchID] = []
          for number in 0..<count {
            let batch = batches.next(Array(repeating: UInt8(number), count: number * 100))
            try await remote.push(batch)
            // Somebody who does not trust the acknowledgement.
            if number % 5 == 0 { try await remote.push(batch) }
            acknowledged.append(batch.header.id)
          }
          return acknowledged
        }
      }
      group.addTask {
        let given = try await read(in: space, until: total, as: role)
        #expect(given.count == Set(given).count, "a batch was given twice")
        return []
      }
      return try await group.reduce(into: Set()) { $0.formUnion($1) }
    }
  }

  /// Pulls small pages until all are there; a batch that the cursor passed would never come.
  private static func read(in space: TestSpace, until total: Int, as role: String) async throws -> [BatchID] {
    let remote = try space.remote(999, as: role, configuration: .eager)
    var (given, cursor): ([BatchID], RemoteCursor) = ([], RemoteCursor())
    var last: [Replica: UInt64] = [:]
    while given.count < total {
      let page = try await remote.pull(after: cursor, limit: 7)
      for batch in page.batches {
        #expect(batch.header.id.number == (last[batch.header.id.replica] ?? 0) + 1, "not in the order of its replica")
        last[batch.header.id.replica] = batch.header.id.number
      }
      given += page.batches.map(\.header.id)
      cursor = page.cursor
      if page.batches.isEmpty { _ = try await remote.wait(after: cursor, until: .now + .seconds(5)) }
    }
    return given
  }

  /// Reads the log with SQL.
  private static func check(_ space: TestSpace, _ acknowledged: Set<BatchID>) async throws {
    let log = try await space.log()
    #expect(log.map(\.seq) == Array(1...log.count))
    for (replica, entries) in Dictionary(grouping: log, by: \.replica) {
      #expect(entries.map(\.number) == Array(1...entries.count), "replica \(replica)")
    }
    let present = Set(log.map { BatchID(replica: Replica(UInt64($0.replica)), number: UInt64($0.number)) })
    #expect(present == acknowledged)
    let state = try await space.sql("SELECT seq::text FROM docket_sync.space WHERE space = '\(space.space)'")
    #expect(state == ["\(log.count)"])
  }
}

extension PostgreSQLConfiguration {
  /// Tries again soon, and for long.
  static var eager: PostgreSQLConfiguration {
    var configuration = PostgreSQLConfiguration.hinting
    configuration.firstPause = .milliseconds(1)
    configuration.longestPause = .milliseconds(50)
    configuration.retryDeadline = .seconds(60)
    return configuration
  }
}
