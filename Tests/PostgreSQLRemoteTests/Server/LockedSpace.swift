import OpenSwiftDataSync

@testable import PostgreSQLRemote

extension TestSpace {
  /// The condition for the backend of a replica's remote.
  func backend(_ replica: UInt64) -> String { "application_name = 'replica-\(replica)' AND datname = '\(database)'" }

  /// The condition that a replica's statement waits for the lock of its space.
  func isBlocked(_ replica: UInt64, but pid: String = "0") -> String {
    "EXISTS (SELECT FROM pg_stat_activity WHERE \(backend(replica)) AND wait_event_type = 'Lock' AND pid <> \(pid))"
  }

  /// The condition that a number of statements of a replica wait for the lock of its space.
  func isBlocked(_ replica: UInt64, count: Int) -> String {
    "\(count) = (SELECT count(*) FROM pg_stat_activity WHERE \(backend(replica)) AND wait_event_type = 'Lock')"
  }

  /// Does something while nobody can push to the space.
  func whileLocked<Outcome: Sendable>(_ body: @Sendable () async throws -> Outcome) async throws -> Outcome {
    let holder = try LockHolder(server.connection(database: database))
    try await holder.run("BEGIN; SELECT FROM docket_sync.space WHERE space = '\(space)' FOR UPDATE")
    let outcome = try await body()
    try await holder.run("COMMIT")
    return outcome
  }
}

/// A connection that keeps a transaction open.
private actor LockHolder {
  private let connection: Connection

  init(_ connection: String) throws {
    self.connection = try Connection(ConnectionString(connection), interrupt: Interrupt())
  }

  func run(_ script: String) throws { try connection.run(script: script) }
}
