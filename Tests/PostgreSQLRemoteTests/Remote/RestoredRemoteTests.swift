import Foundation
import OpenSwiftDataSync
import Testing

@testable import PostgreSQLRemote

@Suite("A database restored from an old backup is noticed, and nothing is lost", .needsPostgreSQL, .serialized)
struct RestoredRemoteTests {
  @Test func whatTheBackupDoesNotHaveIsPushedAgain() async throws {
    let space = try await TestSpace(database: "vault")
    let (one, two, reader) = (try space.remote(1), try space.remote(2), try space.remote(3))
    var (ones, twos) = (TestBatches(1), TestBatches(2))
    let old = [ones.next(), ones.next()]
    for batch in old { try await one.push(batch) }
    let kept = try await reader.pull(after: RemoteCursor(), limit: 9)
    let backup = try Backup(of: space)
    let lost = [ones.next(), ones.next()]
    for batch in lost { try await one.push(batch) }
    let second = twos.next()
    try await two.push(second)
    let seen = try await reader.pull(after: kept.cursor, limit: 9)
    let ownView = try await one.pull(after: RemoteCursor(), limit: 9)
    #expect(ownView.batches == [second] && ownView.repeatPushesAfter == nil)
    try await backup.restore(in: space)
    // What came before the backup is of the same log.
    let before = try await reader.pull(after: kept.cursor, limit: 9)
    #expect(before.repeatPushesAfter == nil && before.batches.isEmpty)
    #expect(try await one.wait(after: ownView.cursor, until: .now))
    let noticed = try await one.pull(after: ownView.cursor, limit: 9)
    #expect(noticed.repeatPushesAfter == 2 && noticed.batches.isEmpty)
    let fifth = ones.next()
    await #expect(throws: PostgreSQLRemoteError.missingBatches(before: fifth.header.id, last: 2)) {
      try await one.push(fifth)
    }
    // Another one is faster: the log is as long as before, with other batches at the same places.
    try await two.push(second)
    for batch in lost + [fifth] { try await one.push(batch) }
    let again = try await reader.pull(after: seen.cursor, limit: 9)
    #expect(again.repeatPushesAfter == 0, "the reader has pushed nothing")
    #expect(again.batches == old + [second] + lost + [fifth])
    #expect(try await two.pull(after: noticed.cursor, limit: 9).repeatPushesAfter == nil)
    #expect(try await space.log().map(\.seq) == Array(1...6))
  }

  @Test func aSpaceThatWasMadeAnewIsAnotherOne() async throws {
    let space = try await TestSpace(database: "vault")
    let (one, reader) = (try space.remote(1), try space.remote(2))
    let batch = TestBatches.first(of: 1)
    try await one.push(batch)
    let page = try await reader.pull(after: RemoteCursor(), limit: 9)
    try await space.sql("DELETE FROM docket_sync.space WHERE space = '\(space.space)'")
    await #expect(throws: PostgreSQLRemoteError.notMember(space: space.space)) {
      try await reader.pull(after: page.cursor, limit: 9)
    }
    let administration = try PostgreSQLSync(connection: space.server.connection("keeper", database: "vault"))
    try await administration.initialize(space: space.space)
    try await administration.add(member: "anna", to: space.space)
    let empty = try await one.pull(after: page.cursor, limit: 9)
    #expect(empty.repeatPushesAfter == 0)
    try await one.push(batch)
    #expect(try await reader.pull(after: page.cursor, limit: 9).batches == [batch])
  }

  @Test func aCursorThatIsNoneIsTheBeginning() async throws {
    let space = try await TestSpace()
    let remote = try space.remote(1)
    try await space.remote(2).push(TestBatches.first(of: 2))
    for bytes in [[1], Array(repeating: 0xFF, count: 24), Array(repeating: 0, count: 25)] as [[UInt8]] {
      let page = try await remote.pull(after: RemoteCursor(bytes: bytes), limit: 9)
      #expect(page.batches.count == 1 && page.repeatPushesAfter == nil)
    }
    let foreign = RemoteCursor(bytes: Array(repeating: 1, count: 24))
    #expect(try await remote.pull(after: foreign, limit: 9).repeatPushesAfter == 0)
  }
}

/// A database's schema as `pg_dump` writes it.
private struct Backup {
  private let path = "/tmp/docket-backup-\(UInt32.random(in: 0...UInt32.max)).sql"

  init(of space: TestSpace) throws {
    try space.server.run("pg_dump", "--schema", "docket_sync", "--file", path, space.database)
  }

  func restore(in space: TestSpace) async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await space.sql("DROP SCHEMA docket_sync CASCADE")
    try space.server.run("psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--file", path, space.database)
  }
}
