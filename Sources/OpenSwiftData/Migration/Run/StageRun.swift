/// Runs one step of a migration inside of its transaction.
struct StageRun {
  let step: MigrationRoute.Step
  let difference: SchemaDifference
  let store: StoreOpening
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
      failure: store.failure, progress: store.progress)
    try transformation.run(on: connection)
    try body()
    try transformation.finish(on: connection)
  }

  private func run(_ work: MigrationStage.Work, with schema: Schema, on connection: Connection) throws {
    let session = try MigrationSession(schema, on: connection, store: store)
    try work(session.context)
    try session.end()
    try store.progress?.checkCancellation()
  }

  private func run(
    _ migrate: (ModelContext, ModelContext) throws -> Void, from schema: Schema, in oldRows: Connection,
    on connection: Connection
  ) throws {
    let old = try MigrationSession(schema, on: oldRows, allowsSave: false, store: store)
    let new = try MigrationSession(step.schema, on: connection, store: store)
    try migrate(old.context, new.context)
    try old.end()
    try new.end()
    try store.progress?.checkCancellation()
  }

  /// A copy in memory, which finds large values where the store keeps them.
  private func copy(of connection: Connection) throws -> Connection {
    let copy = try connection.copyInMemory()
    if case .file(let url) = store.location { copy.externalData = ExternalDataSession(ExternalDataFolder(store: url)) }
    return copy
  }

  /// A connection that goes on seeing the rows as they are now.
  ///
  /// Before the first write another connection's snapshot is that, at no cost; later it takes a copy in memory.
  private func withOldRows(_ connection: Connection, _ body: (Connection) throws -> Void) throws {
    let old = isFirst ? try store.connect() : try copy(of: connection)
    defer { old.close() }
    try SQLFunctions.register(on: old)
    try old.withReadTransaction {
      // A snapshot begins with the first read.
      _ = try old.integer("SELECT count(*) FROM sqlite_master")
      try body(old)
    }
  }
}
