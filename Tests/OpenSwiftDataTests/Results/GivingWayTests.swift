import COpenSwiftDataSQLite
import Testing

@testable import OpenSwiftData

@Suite("Reading many rows while giving way to other threads")
struct GivingWayTests {
  private static let manyRows = """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200000)
    SELECT count(*) FROM numbers
    """

  private func withConnection(_ body: (Connection) throws -> Void) throws {
    let connection = try Connection(path: ":memory:", mode: .readWrite)
    defer { connection.close() }
    try body(connection)
  }

  @Test func findsTheSame() throws {
    try withConnection { connection in
      let count = try connection.givingWay { try connection.integer(Self.manyRows) }
      #expect(count == 200_000)
      #expect(connection.progressHandler == nil)
    }
  }

  /// A connection has one progress handler, which both use.
  @Test func keepsWorkCancellable() throws {
    try withConnection { connection in
      let progress = WorkProgress()
      #expect(throws: CancellationError.self) {
        try connection.reporting(to: progress) {
          let count = try connection.givingWay { try connection.integer(Self.manyRows) }
          #expect(count == 200_000)
          progress.cancel()
          _ = try connection.integer(Self.manyRows)
        }
      }
      #expect(connection.progressHandler == nil)
    }
  }

  @Test func aReportWithinAnotherLeavesThatOneAtWork() throws {
    try withConnection { connection in
      let (outer, inner) = (WorkProgress(), WorkProgress())
      #expect(throws: CancellationError.self) {
        try connection.reporting(to: outer) {
          _ = try connection.reporting(to: inner) { try connection.integer(Self.manyRows) }
          outer.cancel()
          _ = try connection.integer(Self.manyRows)
        }
      }
    }
  }
}
