import Foundation
import OpenSwiftDataSync
import Testing

@testable import PostgreSQLRemote

@Suite("Connecting fails with one line that says why, and never says a password", .needsPostgreSQL)
struct ConnectionTests {
  @Test(arguments: [
    "postgres://anna:s3cret@[::1/sync", "postgresql://anna:s3cret%ZZ@host/sync", "host=x password=s3cret nonsense",
    "host=x password='s3cret", "password='a \"s3cret\" b' s3cret", "host=x s3cret=1", "passwrd=s3cret", "s3cret",
    "postgres://anna:s3cret@host:port:5/s3cret?s3cret", "host=x\u{0}password=s3cret",
  ]) func whatCantBeReadIsNotRepeated(_ text: String) {
    let error = #expect(throws: PostgreSQLRemoteError.self) {
      try PostgreSQLRemote(connection: text, space: .random(), replica: Replica(1))
    }
    guard case .invalidConnection(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty && !reason.contains("s3cret") && !reason.contains("\n"), "\(reason)")
  }

  @Test func aWrongPasswordIsNotShown() async throws {
    let space = try await TestSpace(members: ["locked"])
    let base = "host=\(space.server.directory) dbname=\(space.database) user=locked"
    func remote(_ rest: String) throws -> PostgreSQLRemote {
      try PostgreSQLRemote(connection: base + rest, space: space.space, replica: Replica(1))
    }
    for wrong in [" password=n0t-it", " password='n0t-it with \"quotes\"'"] {
      let error = await #expect(throws: PostgreSQLRemoteError.self) { try await remote(wrong).open() }
      guard case .server(SQLState("28P01"), let reason, _) = error else { throw Unexpected(error: error) }
      #expect(reason.contains("locked") && !"\(error as Any)".contains("n0t-it") && !reason.contains("28P01"))
    }
    let none = await #expect(throws: PostgreSQLRemoteError.self) {
      try await remote(" passfile=/nonexistent").open()
    }
    guard case .server(.passwordMissing, _, _) = none else { throw Unexpected(error: none) }
    try await remote(" password=sesam-locked").open()
    // The same from a file, as `~/.pgpass`.
    let file = "/tmp/docket-pgpass-\(UInt32.random(in: 0...UInt32.max))"
    try Data("*:*:*:locked:sesam-locked\n".utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try await remote(" passfile=\(file)").open()
  }

  @Test func aPasswordInAMessageIsCoveredUp() throws {
    let string = try ConnectionString("postgres://anna:s3cret@host/sync?sslpassword=k3y")
    #expect(string.redacted("no s3cret\nfor k3y or p4ss", password: "p4ss") == "no *** for *** or ***")
    #expect(string.place == "host/sync" && string.timeout == .seconds(10))
    #expect(try ConnectionString("host='a\u{1B}[2J' connect_timeout=3").place == "a [2J")
    #expect(try ConnectionString("service=team").place == "service team")
    #expect(try ConnectionString("connect_timeout=3").timeout == .seconds(3))
  }

  @Test func aServerThatIsNotThereIsNamed() async throws {
    var configuration = PostgreSQLConfiguration()
    configuration.retryDeadline = .zero
    let remote = try PostgreSQLRemote(
      connection: "host=/nonexistent/s3cret password=s3cret", space: .random(), replica: Replica(1),
      configuration: configuration)
    let error = await #expect(throws: PostgreSQLRemoteError.self) { try await remote.open() }
    guard case .unreachable(_, let reason) = error else { throw Unexpected(error: error) }
    #expect(reason.contains("/nonexistent/***") && !reason.contains("\n"))
  }

  @Test func laterTablesAreLeftAlone() async throws {
    let space = try await TestSpace()
    try await space.sql("UPDATE docket_sync.space SET format = 2 WHERE space = '\(space.space)'")
    await #expect(throws: PostgreSQLRemoteError.laterFormat(2)) { try await space.remote(1).open() }
  }

  @Test func aConnectionIsUsedAgain() async throws {
    let space = try await TestSpace()
    let session = try Session(
      connection: space.server.connection("anna", database: space.database), configuration: PostgreSQLConfiguration())
    let pid: @Sendable (Connection) throws -> Int64 = {
      try $0.execute("SELECT pg_backend_pid()::bigint").integer(0, 0)
    }
    let first = try await session.run(pid)
    await #expect(throws: PostgreSQLRemoteError.self) { try await session.run { _ = try $0.execute("SELECT 1/0") } }
    #expect(try await session.run(pid) == first)
    // A transaction that was left open is not taken over.
    try await session.run { try $0.run(script: "BEGIN") }
    #expect(try await session.run(pid) != first)
  }

  @Test func anAnswerOfAnotherShapeIsAnError() async throws {
    let space = try await TestSpace()
    let session = try Session(
      connection: space.server.connection(database: space.database), configuration: PostgreSQLConfiguration())
    let answer = try await session.run {
      try $0.execute("SELECT 'a' || chr(10) || 'b', NULL::text, ''::bytea, '\\x00ff'::bytea")
        .bytes(0, 3)
    }
    #expect(answer == [0, 0xFF])
    let error = await #expect(throws: PostgreSQLRemoteError.self) {
      try await session.run { _ = try $0.execute("SELECT 1").integer(0, 0) }
    }
    #expect(error == .unexpectedAnswer, "four bytes are no eight")
  }
}
