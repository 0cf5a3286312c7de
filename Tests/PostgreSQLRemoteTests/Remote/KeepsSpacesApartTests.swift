import OpenSwiftDataSync
import Testing

@testable import PostgreSQLRemote

@Suite("A role sees and writes the spaces that it is a member of, whatever SQL it runs", .needsPostgreSQL)
struct KeepsSpacesApartTests {
  /// Who owns the tables: an ordinary role, for whom row-level security is forced, or a superuser, who passes it by.
  static let owners = ["keeper", "owner"]

  @Test(arguments: owners) func nobodySeesAnothersSpace(_ owner: String) async throws {
    let (annas, berts) = try await spaces(owner)
    for table in ["space", "batch", "snapshot"] {
      for (space, role) in [(annas, "anna"), (berts, "bert")] {
        let seen = try await space.sql("SELECT DISTINCT space::text FROM docket_sync.\(table)", as: role)
        #expect(seen.contains(space.space.description), "\(table), \(role)")
        #expect(!seen.contains(space.space == annas.space ? "\(berts.space)" : "\(annas.space)"), "\(table), \(role)")
      }
      let counted = try await berts.sql(
        "SELECT count(*)::text FROM docket_sync.\(table) WHERE space = '\(annas.space)'", as: "bert")
      #expect(counted == ["0"])
      // An operator that fails for rows that are not to be seen is not asked about them.
      let leak = "1 / (CASE WHEN space = '\(annas.space)' THEN 0 ELSE 1 END) = 1"
      _ = try await berts.sql("SELECT space::text FROM docket_sync.\(table) WHERE \(leak)", as: "bert")
      await #expect(throws: PostgreSQLRemoteError.self, "the operator does fail") {
        try await berts.sql("SELECT space::text FROM docket_sync.\(table) WHERE \(leak)")
      }
    }
    #expect(try await berts.sql("SELECT DISTINCT role::text FROM docket_sync.member", as: "bert") == ["bert"])
    let statistics = try await berts.sql(
      "SELECT attname::text FROM pg_stats WHERE schemaname = 'docket_sync'", as: "bert")
    #expect(statistics.isEmpty)
  }

  @Test(arguments: owners) func nobodyPushesToAnothersSpace(_ owner: String) async throws {
    let (annas, berts) = try await spaces(owner)
    let stranger = try PostgreSQLRemote(
      connection: berts.server.connection("bert", database: berts.database), space: annas.space, replica: Replica(5))
    let refusal = PostgreSQLRemoteError.notMember(space: annas.space)
    await #expect(throws: refusal) { try await stranger.open() }
    await #expect(throws: refusal) { try await stranger.push(TestBatches.first(of: 5)) }
    await #expect(throws: refusal) { try await stranger.pull(after: RemoteCursor(), limit: 1) }
    await #expect(throws: refusal) { try await stranger.leave(snapshot: [1], of: VersionVector()) }
    await #expect(throws: refusal) { try await stranger.wait(after: RemoteCursor(), until: .now) }
    #expect(try await stranger.snapshots().isEmpty)
    #expect(try await annas.log() == [LogEntry(seq: 1, replica: 1, number: 1)])
    // A space that is not there is refused with the same words.
    let nowhere = SyncIdentity.random()
    let lost = try PostgreSQLRemote(
      connection: berts.server.connection("bert", database: berts.database), space: nowhere, replica: Replica(5))
    await #expect(throws: PostgreSQLRemoteError.notMember(space: nowhere)) {
      try await lost.push(TestBatches.first(of: 5))
    }
  }

  @Test(arguments: owners) func membersWriteByPushOnly(_ owner: String) async throws {
    let (annas, berts) = try await spaces(owner)
    let attempts = [
      "INSERT INTO docket_sync.member VALUES ('\(annas.space)', 'bert')",
      "UPDATE docket_sync.member SET space = '\(annas.space)'",
      "INSERT INTO docket_sync.space (space) VALUES (gen_random_uuid())",
      "UPDATE docket_sync.space SET seq = 7",
      "UPDATE docket_sync.batch SET payload = ''",
      "DELETE FROM docket_sync.batch",
      "DELETE FROM docket_sync.snapshot",
      "TRUNCATE docket_sync.batch",
      "ALTER TABLE docket_sync.batch DISABLE ROW LEVEL SECURITY",
      "CREATE POLICY all_of_it ON docket_sync.batch USING (true)",
      "CREATE TABLE docket_sync.mine (a int)",
      "SELECT space FROM docket_sync.space FOR UPDATE",
      "SET ROLE anna",
      "SET ROLE \(owner)",
      "SET SESSION AUTHORIZATION anna",
    ]
    for attempt in attempts {
      let error = await #expect(throws: PostgreSQLRemoteError.self, "\(attempt)") {
        try await berts.sql(attempt, as: "bert")
      }
      guard case .server(.insufficientPrivilege, _, _) = error else {
        Issue.record("\(attempt): \(String(describing: error))")
        continue
      }
    }
    #expect(try await berts.log().count == 1)
    // A role that was never added may not even look.
    await #expect(throws: PostgreSQLRemoteError.self) {
      try await annas.sql("SELECT space::text FROM docket_sync.space", as: "locked")
    }
  }

  @Test func aRemovedMemberIsAStranger() async throws {
    let space = try await TestSpace(members: ["anna", "bert"])
    let remote = try space.remote(2, as: "bert")
    try await remote.push(TestBatches.first(of: 2))
    let administration = try PostgreSQLSync(
      connection: space.server.connection("keeper", database: space.database))
    try await administration.remove(member: "bert", from: space.space)
    await #expect(throws: PostgreSQLRemoteError.notMember(space: space.space)) {
      try await remote.pull(after: RemoteCursor(), limit: 1)
    }
    #expect(try await space.remote(3, as: "anna").pull(after: RemoteCursor(), limit: 9).batches.count == 1)
  }

  @Test func aGroupMayBeAMember() async throws {
    // A database of its own: `DROP OWNED` changes what others are just granting.
    let space = try await TestSpace(members: [], database: "crew")
    let crew = "crew \"\(space.space)\""
    let quoted = "\"crew \"\"\(space.space)\"\"\""
    try await space.sql("CREATE ROLE \(quoted)")
    try await space.sql("GRANT \(quoted) TO bert")
    let administration = try PostgreSQLSync(
      connection: space.server.connection("keeper", database: space.database))
    for _ in 0..<2 { try await administration.add(member: crew, to: space.space) }
    try await space.remote(2, as: "bert").push(TestBatches.first(of: 2))
    await #expect(throws: PostgreSQLRemoteError.notInitialized(place: "\(space.server.directory)/crew")) {
      try await space.remote(1, as: "anna").push(TestBatches.first(of: 1))
    }
    // A member that is no role any more stops nobody.
    try await space.sql("DROP OWNED BY \(quoted)")
    try await space.sql("DROP ROLE \(quoted)")
    await #expect(throws: PostgreSQLRemoteError.self) { try await space.remote(2, as: "bert").open() }
    try await administration.add(member: "anna", to: space.space)
    try await space.remote(1, as: "anna").push(TestBatches.first(of: 1))
    let error = await #expect(throws: PostgreSQLRemoteError.self) {
      try await administration.add(member: "nobody", to: space.space)
    }
    guard case .server(SQLState("42704"), _, _) = error else { throw Unexpected(error: error) }
  }

  @Test func anyNumberMayInitializeAtOnce() async throws {
    let space = try await TestSpace(database: "crowd")
    try await space.sql("DROP SCHEMA docket_sync CASCADE")
    let others = (0..<4).map { _ in SyncIdentity.random() }
    try await withThrowingTaskGroup { group in
      for index in 0..<12 {
        group.addTask {
          try await PostgreSQLSync(connection: space.server.connection("keeper", database: space.database))
            .initialize(space: others[index % 4])
        }
      }
      try await group.waitForAll()
    }
    #expect(try await space.sql("SELECT count(*)::text FROM docket_sync.space") == ["4"])
    #expect(try await space.sql("SELECT count(*)::text FROM docket_sync.member") == ["4"])
    let error = await #expect(throws: PostgreSQLRemoteError.self) {
      try await PostgreSQLSync(connection: space.server.connection("anna", database: space.database))
        .initialize(space: space.space)
    }
    guard case .server(.insufficientPrivilege, _, _) = error else { throw Unexpected(error: error) }
  }

  /// One space of each, with a batch and a snapshot.
  private func spaces(_ owner: String) async throws -> (TestSpace, TestSpace) {
    let annas = try await TestSpace(members: ["anna"], database: "sync_of_\(owner)", owner: owner)
    let berts = try await TestSpace(members: ["bert"], database: "sync_of_\(owner)", owner: owner)
    for (space, replica, role) in [(annas, UInt64(1), "anna"), (berts, 2, "bert")] {
      let remote = try space.remote(replica, as: role)
      try await remote.push(TestBatches.first(of: replica))
      try await remote.leave(snapshot: [1], of: VersionVector())
    }
    try await annas.sql("ANALYZE docket_sync.batch")
    return (annas, berts)
  }
}

/// Another error than the one that was expected.
struct Unexpected: Error {
  let error: (any Error)?
}
