import Foundation

/// Brings a store to the schema that a program wants, when it is opened.
struct StoreOpening {
  let schema: Schema
  let plan: (any SchemaMigrationPlan.Type)?
  let configuration: ModelConfiguration
  let location: StoreLocation
  /// Whether the store may be written.
  let isWritable: Bool
  /// Opens another connection.
  let connect: () throws -> Connection

  /// Is told what is done; nil if nobody wants to know.
  let progress = WorkProgress.current

  /// How long to wait for another process that brings the store up to date, in milliseconds.
  private static let patience: Int32 = 60_000

  var failure: MigrationFailure { MigrationFailure(location: location.name) }

  /// Creates the store, or checks and migrates it.
  ///
  /// - Throws: `StoreError`, and what the code of a migration throws; the store is then as it was.
  func run(on connection: Connection) throws -> SchemaGuard {
    try StoreFormat(schema: schema, location: location.name).prepare(connection)
    if try !isCurrent(connection) { try bringUpToDate(connection) }
    return SchemaGuard(
      fingerprint: try StoreMetadata(connection: connection)[.schemaFingerprint],
      cookie: try connection.integer("PRAGMA schema_version"),
      location: location.name)
  }

  /// The usual case, told without taking anything apart.
  private func isCurrent(_ connection: Connection) throws -> Bool {
    let metadata = StoreMetadata(connection: connection)
    return try metadata[.schemaVersion] == schema.version.description
      && metadata[.schemaFingerprint] == SchemaDescription(schema).fingerprint
  }

  private func bringUpToDate(_ connection: Connection) throws {
    let route = try route(connection)
    if route.isDone { return }
    guard isWritable else { return try checkReadable(route) }
    try waiting(on: connection) { try migrate(connection) }
  }

  /// Runs a body that another process may be about to do too, which takes long.
  func waiting(on connection: Connection, _ body: () throws -> Void) throws {
    connection.setBusyTimeout(milliseconds: Self.patience)
    defer { connection.setBusyTimeout(milliseconds: ConnectionSetup.busyTimeout) }
    try body()
  }

  private func route(_ connection: Connection) throws -> MigrationRoute {
    try MigrationRoute(
      from: StoredSchema(of: connection, location: location.name), to: schema, plan: plan, failure: failure)
  }

  private func checkReadable(_ route: MigrationRoute) throws {
    if route.changesStore { throw failure.readOnly(route.stored.version, schema.version) }
  }

  private func migrate(_ connection: Connection) throws {
    var backup: URL?
    do {
      try connection.withWriteTransaction {
        // Another process may have done it while this one waited for the lock.
        let route = try route(connection)
        if route.isDone { return }
        if route.changesStore { backup = try makeBackup(of: route.stored.version) }
        // The code of stages saves, and saving writes history.
        try HistoryLog.bringUpToDate(connection)
        try run(route, on: connection)
      }
    } catch {
      // The store is as it was, so there is nothing to keep a copy for.
      if let backup { StoreBackup.remove(backup) }
      throw error
    }
  }

  private func makeBackup(of version: Schema.Version) throws -> URL? {
    guard case .file(let url) = location else { return nil }
    let source = try connect()
    defer { source.close() }
    return try StoreBackup(store: url, version: version, progress: progress).make(from: source)
  }

  private func run(_ route: MigrationRoute, on connection: Connection) throws {
    for (index, (step, difference)) in zip(route.steps, route.differences).enumerated() {
      try StageRun(step: step, difference: difference, store: self, isFirst: index == 0).run(on: connection)
    }
    try FullTextUpdate.run(schema.roots.map { EntityTable($0, store: "") }, on: connection, progress)
    try StoreMetadata(connection: connection).setSchema(SchemaDescription(schema), version: schema.version)
    try connection.execute("PRAGMA user_version = \(StoreFormat.fileVersion)")
  }
}
