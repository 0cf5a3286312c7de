import OpenSwiftDataSync
import PostgreSQLTestServer
import Testing

@testable import PostgreSQLRemote

/// A space of its own in the shared server, or another one, with what tests do to it.
struct TestSpace {
  let server: TestServer
  let space = SyncIdentity.random()
  let database: String

  /// Makes a space, whose members are the given roles; the role `keeper`, who is no superuser, owns the tables.
  init(
    members: [String] = ["anna"], server: TestServer? = nil, database: String = "sync", owner: String = "keeper",
    isReadable: Bool = false
  ) async throws {
    self.server = try server ?? TestServer.shared.get()
    self.database = database
    try await Roles.make(in: self.server, database)
    let administration = try PostgreSQLSync(connection: self.server.connection(owner, database: database))
    try await administration.initialize(space: space, isReadable: isReadable)
    for member in members { try await administration.add(member: member, to: space) }
  }

  /// Brings the tables of a space's database up to date.
  static func initialize(again space: TestSpace) async throws {
    try await PostgreSQLSync(connection: space.server.connection("keeper", database: space.database))
      .initialize(space: space.space)
  }

  func remote(
    _ replica: UInt64, as role: String = "anna", configuration: PostgreSQLConfiguration = .hinting
  ) throws -> PostgreSQLRemote {
    try PostgreSQLRemote(
      connection: server.connection(role, database: database) + " application_name=replica-\(replica)", space: space,
      replica: Replica(replica), configuration: configuration)
  }

  /// Waits until SQL of the superuser gives something, asking again and again.
  func wait(until condition: String) async throws {
    while try await sql("SELECT CASE WHEN \(condition) THEN 'yes' ELSE 'no' END") != ["yes"] { await Task.yield() }
  }

  /// Runs SQL as a role, and gives the first column as text.
  @discardableResult
  func sql(_ statement: String, as role: String = "owner") async throws -> [String] {
    try await server.sql(statement, as: role, database: database)
  }

  /// A row of texts for each batch in the log.
  func log() async throws -> [LogEntry] {
    try await sql(
      """
      SELECT seq || ' ' || replica || ' ' || number FROM docket_sync.batch WHERE space = '\(space)' ORDER BY seq
      """
    ).map { line in
      let parts = line.split(separator: " ").compactMap { Int($0) }
      return LogEntry(seq: parts[0], replica: parts[1], number: parts[2])
    }
  }
}

extension PostgreSQLConfiguration {
  /// Gives hints also where many suites are connected to one database.
  static var hinting: PostgreSQLConfiguration {
    var configuration = PostgreSQLConfiguration()
    configuration.maxHintedConnections = .max
    return configuration
  }
}

/// A batch's place in the log.
struct LogEntry: Hashable {
  let seq: Int
  let replica: Int
  let number: Int
}

extension TestServer {
  /// Runs SQL on a connection of its own.
  @discardableResult
  func sql(_ statement: String, as role: String = "owner", database: String = "postgres") async throws -> [String] {
    let session = try Session(
      connection: connection(role, database: database), configuration: PostgreSQLConfiguration())
    return try await session.run { connection in
      let rows = try connection.execute(statement)
      return try (0..<rows.count).map { try rows.text($0, 0) }
    }
  }
}

/// The roles and databases of the tests, made once in each server, one after the other.
private actor Roles {
  private static let all = Roles()
  private var last: Task<Void, any Error>?
  private var databases: Set<String> = []

  static func make(in server: TestServer, _ database: String) async throws {
    try await all.make(server, database)
  }

  private func make(_ server: TestServer, _ database: String) async throws {
    if databases.insert(server.directory + "/" + database).inserted {
      last = Task { [last] in
        try await last?.value
        for role in ["keeper", "anna", "bert", "carl", "locked"]
        where try await server.sql("SELECT rolname::text FROM pg_roles WHERE rolname = '\(role)'").isEmpty {
          try await server.sql("CREATE ROLE \(role) LOGIN PASSWORD 'sesam-\(role)'")
        }
        try await server.sql("CREATE DATABASE \(database) OWNER keeper")
      }
    }
    try await last?.value
  }
}

/// Batches of a replica, each knowing of those before it.
struct TestBatches {
  let replica: Replica
  var number: UInt64 = 0
  var milliseconds: UInt64 = 1_700_000_000_000

  init(_ replica: UInt64) { self.replica = Replica(replica) }

  static func first(of replica: UInt64) -> BatchEnvelope {
    var batches = TestBatches(replica)
    return batches.next()
  }

  mutating func next(_ payload: [UInt8] = [1, 2, 3]) -> BatchEnvelope {
    var vector = VersionVector()
    vector[replica] = VersionVector.Progress(number: number, clock: milliseconds << 16)
    number += 1
    milliseconds += 1
    return BatchEnvelope(
      header: BatchHeader(
        id: BatchID(replica: replica, number: number), vector: vector, clock: milliseconds << 16, fingerprint: .max),
      payload: payload)
  }
}

extension Trait where Self == ConditionTrait {
  /// Tests that need a server.
  static var needsPostgreSQL: ConditionTrait {
    .enabled(if: TestServer.installation != nil, "PostgreSQL's initdb is not installed (apt-get install postgresql)")
  }
}
