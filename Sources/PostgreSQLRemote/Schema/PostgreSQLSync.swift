import OpenSwiftDataSync

/// Prepares a database for sync: the schema `docket_sync`, spaces, and the roles that may use them.
///
/// The role that initializes owns the tables and needs `CREATE` on the database; only it, and roles that have its rights,
/// can administer later.
public struct PostgreSQLSync: Sendable {
  private let session: Session

  /// - Parameters:
  ///   - connection: a connection string or URI of libpq.
  ///   - configuration: how patiently to try.
  /// - Throws: `PostgreSQLRemoteError.invalidConnection`.
  public init(
    connection: String, configuration: PostgreSQLConfiguration = PostgreSQLConfiguration()
  ) throws(PostgreSQLRemoteError) {
    session = try Session(connection: connection, configuration: configuration)
  }

  /// Whether two connection strings lead to one database, perhaps as different roles.
  ///
  /// - Throws: `PostgreSQLRemoteError.invalidConnection`.
  public static func isSameDatabase(_ one: String, _ other: String) throws(PostgreSQLRemoteError) -> Bool {
    try ConnectionString(one).isSameDatabase(as: ConnectionString(other))
  }

  /// Makes what is missing of schema and space, functions of an earlier version anew, and adds columns that its tables
  /// lack; who has logged in becomes a member of a new space.
  ///
  /// Any number may do so at once.
  ///
  /// - Parameters:
  ///   - other: a space whose members become members of a new one too, if it is in the same database.
  ///   - isReadable: whether a new space takes JSON only, which is kept as `jsonb`; see `ReadableRemote`.
  /// - Throws: `PostgreSQLRemoteError` and `CancellationError`.
  public func initialize(
    space: SyncIdentity, withMembersOf other: SyncIdentity? = nil, isReadable: Bool = false
  ) async throws {
    try await change { connection in
      let tables = try connection.execute(
        "SELECT pg_catalog.to_regclass('docket_sync.space') IS NULL, \(ReadableTables.lacksColumns)")
      if try tables.boolean(0, 0) {
        try connection.run(script: SyncTables.script)
      } else {
        if try tables.boolean(0, 1) { try connection.run(script: ReadableTables.columns) }
        try connection.run(script: SyncTables.functions)
      }
      let added = try connection.execute(
        "INSERT INTO docket_sync.space (space, readable) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING space",
        [.identity(space), .boolean(isReadable)])
      guard added.count > 0 else { return }
      try Self.add(nil, to: space, connection)
      guard let other else { return }
      _ = try connection.execute(
        """
        INSERT INTO docket_sync.member (space, role)
        SELECT $1, role FROM docket_sync.member WHERE space = $2 ON CONFLICT DO NOTHING
        """, [.identity(space), .identity(other)])
    }
  }

  /// Lets a role use a space, and with it all roles that have its rights.
  ///
  /// - Parameter role: the name of a role that exists in the database.
  /// - Throws: `PostgreSQLRemoteError`: of state `42704` if there is no such role.
  public func add(member role: String, to space: SyncIdentity) async throws {
    try await change { try Self.add(role, to: space, $0) }
  }

  /// Takes a space from a role; what it has pulled stays on its machines.
  ///
  /// - Throws: `PostgreSQLRemoteError` and `CancellationError`.
  public func remove(member role: String, from space: SyncIdentity) async throws {
    try await change { connection in
      _ = try connection.execute(
        "DELETE FROM docket_sync.member WHERE space = $1 AND role = $2::text::name", [.identity(space), .text(role)])
    }
  }

  private static func add(_ role: String?, to space: SyncIdentity, _ connection: Connection) throws {
    let name = try role ?? connection.execute("SELECT session_user::text").text(0, 0)
    try connection.run(script: SyncTables.grants(to: connection.quoted(name)))
    _ = try connection.execute(
      "INSERT INTO docket_sync.member (space, role) VALUES ($1, $2::text::name) ON CONFLICT DO NOTHING",
      [.identity(space), .text(name)])
  }

  /// Runs statements in one transaction, while nobody else changes tables or members.
  private func change(_ statements: @Sendable (Connection) throws -> Void) async throws {
    try await session.run { connection in
      // A transaction that fails ends with its connection.
      try connection.run(script: "BEGIN; \(SyncTables.lock)")
      try statements(connection)
      try connection.run(script: "COMMIT")
    }
  }
}
