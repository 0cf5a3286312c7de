import Foundation
import Measuring
import OpenSwiftDataSync
import PostgreSQLRemote
import PostgreSQLServer

/// Pushes many changes, beside `COPY` of the same bytes into a table of the same columns.
struct LargePushes {
  /// As many batches as 10^5 new items make in `docket sync now`, and as large, sealed: what is random can't be compressed.
  private static let batches = 200
  private static let size = 42_000
  private static let database = "large"

  private let server: TestServer
  private let rounds = 5

  init(_ server: TestServer) { self.server = server }

  func measure() async throws -> [Outcome] {
    try server.run("createdb", Self.database)
    let connection = server.connection(database: Self.database)
    var times: (pushes: [Double], copies: [Double]) = ([], [])
    for round in 1...rounds {
      let space = SyncIdentity.random()
      try await PostgreSQLSync(connection: connection).initialize(space: space)
      times.pushes.append(try await push(to: space, connection, as: Replica(UInt64(round))))
      times.copies.append(try copy(space))
    }
    let (push, copy) = (times.pushes.sorted()[rounds / 2], times.copies.sorted()[rounds / 2])
    return [
      Outcome("S1", "push of \(Self.batches) batches of \(Self.size) bytes", push * 1e3, .milliseconds, limit: 5_000),
      Outcome("S1", "the same, beside COPY of the same bytes", push, against: copy, limit: 2),
    ]
  }

  private func push(to space: SyncIdentity, _ connection: String, as replica: Replica) async throws -> Double {
    let remote = try PostgreSQLRemote(connection: connection, space: space, replica: replica)
    try await remote.open()
    let batches = Self.envelopes(of: replica)
    // As the engine does, which reads so many of its outbox at once.
    return try await Stopwatch.time {
      for start in stride(from: 0, to: batches.count, by: 64) {
        try await remote.push(Array(batches[start..<min(start + 64, batches.count)]))
      }
    }.seconds
  }

  private static func envelopes(of replica: Replica) -> [BatchEnvelope] {
    var random = SystemRandomNumberGenerator()
    var vector = VersionVector()
    let start = UInt64(Date().timeIntervalSince1970 * 1000) << 16
    return (1...UInt64(batches)).map { number in
      let clock = start + number
      defer { vector[replica] = VersionVector.Progress(number: number, clock: clock) }
      return BatchEnvelope(
        header: BatchHeader(
          id: BatchID(replica: replica, number: number), vector: vector, clock: clock, fingerprint: 1),
        payload: (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  /// The time that `psql` takes to copy the rows of the space from a file, without that of its start.
  private func copy(_ space: SyncIdentity) throws -> Double {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("pg-bench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    for command in [
      "CREATE TABLE IF NOT EXISTS copied (LIKE docket_sync.batch INCLUDING ALL)", "TRUNCATE copied", "CHECKPOINT",
      #"\copy (SELECT * FROM docket_sync.batch WHERE space = '\#(space)') TO '\#(file)' (FORMAT binary)"#,
    ] { try psql(command) }
    let start = try Stopwatch.time { try psql("SELECT 1") }.seconds
    return try Stopwatch.time { try psql(#"\copy copied FROM '\#(file)' (FORMAT binary)"#) }.seconds - start
  }

  private func psql(_ command: String) throws {
    try server.run("psql", "--dbname", Self.database, "--quiet", "--command", command)
  }
}
