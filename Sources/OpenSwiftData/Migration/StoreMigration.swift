import DocketLocking
import Foundation

/// Brings an existing store to the schema that a program wants, in one transaction.
struct StoreMigration {
  let schema: Schema
  let plan: (any SchemaMigrationPlan.Type)?
  let configuration: ModelConfiguration
  let location: StoreLocation
  let isWritable: Bool
  let connect: () throws -> Connection
  /// The caller's, if it has set one.
  let progress = WorkProgress.current

  fileprivate var failure: MigrationFailure { MigrationFailure(location: location.name) }

  /// Migrates a store whose schema differs; if the code of a stage throws, the store is as it was.
  func run(on connection: Connection) throws {
    if try isCurrent(connection) { return }
    let route = try route(connection)
    if route.isDone { return }
    guard isWritable else {
      if route.changesStore { throw failure.readOnly(route.stored.version, schema.version) }
      return
    }
    try ConnectionSetup.withUpgradeTimeout(on: connection) { try migrate(connection) }
  }

  /// Recognises the usual case without decoding the stored description.
  private func isCurrent(_ connection: Connection) throws -> Bool {
    let metadata = StoreMetadata(connection: connection)
    return try metadata[.schemaVersion] == schema.version.description
      && metadata[.schemaFingerprint] == SchemaDescription(schema).fingerprint
  }

  private func route(_ connection: Connection) throws -> MigrationRoute {
    try MigrationRoute(
      from: StoredSchema(of: connection, location: location.name), to: schema, plan: plan, failure: failure)
  }

  private func migrate(_ connection: Connection) throws {
    var backup: URL?
    do {
      try connection.withWriteTransaction {
        // Another process may have migrated it while this one waited for the lock.
        let route = try route(connection)
        if route.isDone { return }
        if route.changesStore { backup = try makeBackup(of: route.stored.version) }
        // The code of stages saves, and saving writes history.
        try HistoryLog.bringUpToDate(connection)
        try follow(route, on: connection)
      }
    } catch {
      // The store is as it was, so no copy is needed.
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

  private func follow(_ route: MigrationRoute, on connection: Connection) throws {
    // Asked before indexes of this version are made beside the others.
    let hasOldIndexes = try FullTextSchema.isOutdated(on: connection)
    for (index, (step, difference)) in zip(route.steps, route.differences).enumerated() {
      try StageRun(step: step, difference: difference, migration: self, isFirst: index == 0).run(on: connection)
    }
    let tables = schema.roots.map { EntityTable($0, store: "") }
    if hasOldIndexes {
      try FullTextSchema.rebuild(tables, on: connection, progress)
    } else {
      try FullTextUpdate.run(tables, on: connection, progress)
    }
    try StoreMetadata(connection: connection).setSchema(SchemaDescription(schema), version: schema.version)
    try connection.execute("PRAGMA user_version = \(StoreFormat.fileVersion)")
  }
}

/// Runs one step of a migration within its transaction.
private struct StageRun {
  let step: MigrationRoute.Step
  let difference: SchemaDifference
  let migration: StoreMigration
  /// Whether the transaction has written nothing yet.
  let isFirst: Bool

  func run(on connection: Connection) throws {
    switch step.stage {
    case nil, .lightweight: try transform(connection)
    case .custom(let source, _, let before, let after):
      if let before { try run(before, with: Schema(versionedSchema: source), on: connection) }
      try transform(connection) {
        if let after { try run(after, with: step.schema, on: connection) }
      }
    case .twoSided(let source, _, let migrate):
      try withOldRows(connection) { old in
        try transform(connection) {
          try run(migrate, from: Schema(versionedSchema: source), in: old, on: connection)
        }
      }
    }
  }

  private func transform(_ connection: Connection, _ body: () throws -> Void = {}) throws {
    let transformation = SchemaTransformation(
      difference: difference, schema: step.schema, isFollowedByCode: step.stage?.hasCodeAfter == true,
      failure: migration.failure, progress: migration.progress)
    try transformation.run(on: connection)
    try body()
    try transformation.finish(on: connection)
  }

  private func run(_ work: MigrationStage.Work, with schema: Schema, on connection: Connection) throws {
    let session = try MigrationSession(schema, on: connection, of: migration)
    try work(session.context)
    try session.end()
    try migration.progress?.checkCancellation()
  }

  private func run(
    _ migrate: (ModelContext, ModelContext) throws -> Void, from schema: Schema, in oldRows: Connection,
    on connection: Connection
  ) throws {
    let old = try MigrationSession(schema, on: oldRows, allowsSave: false, of: migration)
    let new = try MigrationSession(step.schema, on: connection, of: migration)
    try migrate(old.context, new.context)
    try old.end()
    try new.end()
    try migration.progress?.checkCancellation()
  }

  /// Opens a connection that keeps seeing the rows as they are now.
  ///
  /// Before the first write that is another connection's snapshot, at no cost; later it is a copy in memory.
  private func withOldRows(_ connection: Connection, _ body: (Connection) throws -> Void) throws {
    let old = isFirst ? try migration.connect() : try copy(of: connection)
    defer { old.close() }
    try SQLFunctions.register(on: old)
    try old.withReadTransaction {
      // A snapshot begins with the first read.
      _ = try old.integer("SELECT count(*) FROM sqlite_master")
      try body(old)
    }
  }

  /// Copies the database into memory; large values are still read from the folder beside the store.
  private func copy(of connection: Connection) throws -> Connection {
    let copy = try connection.copyInMemory()
    if case .file(let url) = migration.location { copy.useExternalData(of: url) }
    return copy
  }
}

/// A context of one version of the models within a migration's transaction.
private final class MigrationSession {
  let context: ModelContext
  private let connection: MigrationConnection
  // Retained here, because the context refers to it weakly.
  private let container: ModelContainer

  init(_ schema: Schema, on connection: Connection, allowsSave: Bool = true, of migration: StoreMigration) throws {
    self.connection = MigrationConnection(connection, allowsSave: allowsSave)
    let store = try SQLiteStore(
      schema: schema, configuration: migration.configuration, location: migration.location, migrating: self.connection)
    container = ModelContainer(store: store)
    context = ModelContext(container)
  }

  /// Saves what is unsaved, and ends the context's access to the store.
  func end() throws {
    defer { connection.end() }
    if connection.allowsSave { try context.save() }
  }
}

/// The one connection of a migration, for the contexts in its transaction; closed for contexts that outlive it.
final class MigrationConnection: Sendable {
  let allowsSave: Bool
  private let connection: Lock<Connection?>

  fileprivate init(_ connection: Connection, allowsSave: Bool) {
    self.connection = Lock(connection)
    self.allowsSave = allowsSave
  }

  /// The connection while the migration runs.
  ///
  /// - Throws: `SwiftDataError` after the migration; `SQLiteError` in code that goes on after its transaction ended,
  ///   because the disk is full or the work was cancelled.
  func get() throws -> Connection {
    guard let connection = connection.withLock({ $0 }) else { throw SwiftDataError.migrationIsOver }
    guard connection.isInTransaction else { throw SQLiteError.rolledBack }
    return connection
  }

  fileprivate func end() { connection.withLock { $0 = nil } }
}
