import PostgreSQLTestServer
import Testing

@testable import PostgreSQLRemote

@Suite("What runs again is prepared, and a pooler that loses it does no harm", .needsPostgreSQL)
struct PreparedStatementTests {
  private static let sum = "SELECT $1 + 1"

  private static func connection() throws -> Connection {
    let server = try TestServer.shared.get()
    return try Connection(ConnectionString(server.connection("owner", database: "postgres")), interrupt: Interrupt())
  }

  private static func prepared(_ connection: Connection) throws -> Int64 {
    try connection.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement = '\(sum)'").integer(0, 0)
  }

  @Test func aStatementIsPreparedWhenItRunsAgain() throws {
    let connection = try Self.connection()
    for (value, count) in zip(1...4 as ClosedRange<Int64>, [0, 1, 1, 1] as [Int64]) {
      #expect(try connection.execute(Self.sum, [.integer(value)]).integer(0, 0) == value + 1)
      #expect(try Self.prepared(connection) == count)
    }
  }

  @Test(arguments: ["DEALLOCATE ALL", "DISCARD ALL"]) func whatThePoolerForgotRunsAllTheSame(_ forget: String) throws {
    let connection = try Self.connection()
    for value in 1...3 as ClosedRange<Int64> { _ = try connection.execute(Self.sum, [.integer(value)]) }
    try connection.run(script: forget)
    for value in 4...6 as ClosedRange<Int64> {
      #expect(try connection.execute(Self.sum, [.integer(value)]).integer(0, 0) == value + 1)
    }
    #expect(try Self.prepared(connection) == 0)
    #expect(connection.isReusable)
  }

  /// There nothing could be run again after an error.
  @Test func withinATransactionNothingDependsOnIt() throws {
    let connection = try Self.connection()
    for value in 1...3 as ClosedRange<Int64> { _ = try connection.execute(Self.sum, [.integer(value)]) }
    try connection.run(script: "DEALLOCATE ALL; BEGIN")
    for value in 4...6 as ClosedRange<Int64> {
      #expect(try connection.execute(Self.sum, [.integer(value)]).integer(0, 0) == value + 1)
    }
    try connection.run(script: "COMMIT")
    #expect(connection.isReusable)
  }

  @Test func aNameThatSomebodyElseHasIsNotUsed() throws {
    let (one, two) = (try Self.connection(), try Self.connection())
    for value in 1...2 as ClosedRange<Int64> { _ = try one.execute(Self.sum, [.integer(value)]) }
    let name = try one.execute("SELECT name FROM pg_prepared_statements WHERE statement = '\(Self.sum)'").text(0, 0)
    try two.run(script: "PREPARE \(name) AS SELECT 7")
    for value in 1...3 as ClosedRange<Int64> {
      #expect(try two.execute(Self.sum, [.integer(value)]).integer(0, 0) == value + 1)
    }
  }
}
