import Dispatch
import DocketLocking
import Foundation

/// The store behind a container: its connections and tables, its one writer at a time, and the hub for its changes.
final class SQLiteStore: Sendable {
  let schema: Schema
  let configuration: ModelConfiguration
  let location: StoreLocation
  let history: HistoryLog
  let hub = ChangeHub()
  /// The custom stores of which this one is a working copy; nil for the library's own store.
  let original: (any OriginalStore)?
  let allowsSave: Bool
  /// The cached SQL of predicates.
  let translations: TranslationCache
  let aggregates = SharedAggregates()
  /// Where aggregates are computed.
  let aggregateQueues = AggregateQueues()

  private let tables: StoreTables
  /// The connection of the running migration, for a store as seen from inside of one.
  private let migrating: MigrationConnection?
  /// Nil in memory, where no other process can migrate the store, and inside of a migration.
  private let schemaGuard: SchemaGuard?
  /// Nil in memory and inside of a migration.
  private let file: OpenedFile?
  private let pool: ConnectionPool
  /// How many followers of commits read at a time.
  private let followers = DispatchSemaphore(value: idleConnections - 1)
  private let writeLock: WriteLock
  private let ownWrites = OwnWrites()
  /// Nil without large values, for a read-only store, and inside of a migration.
  private let sweeper: ExternalDataSweeper?
  /// Nil inside of a migration.
  private let ownRemoteCommits: RemoteCommits?
  private let logs: OpenedLogs?
  private let remoteListener = Lock<(@Sendable (HistoryLog.Reading) -> Void)?>(nil)

  private static let idleConnections = 4

  // MARK: - Opening and closing

  /// Opens the store of a configuration, creates it if there is none, and migrates it if it is older; an unsuitable
  /// file is left as it was.
  init(
    schema: Schema, configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    copyOf original: (any OriginalStore)? = nil
  ) throws {
    try FullTextSchema.check(schema)
    try schema.checkInverses()
    self.original = original
    self.schema = schema
    self.configuration = configuration
    let location = configuration.location
    self.location = location
    let isWritable = try location.prepare()
    allowsSave = isWritable && configuration.allowsSave
    let setup = ConnectionSetup(mode: isWritable ? .readWrite : .readOnly)
    let file = OpenedFile(location)
    self.file = file
    let pool = ConnectionPool(limit: Self.idleConnections) {
      try file?.check()
      return try setup.connect(to: location)
    }
    self.pool = pool
    writeLock = WriteLock(file.map { .file($0.number) } ?? .memory(ObjectIdentifier(pool)))
    migrating = nil
    let opened = try StoreOpening(
      migration: StoreMigration(
        schema: schema, plan: migrationPlan, configuration: configuration, location: location, isWritable: allowsSave,
        connect: { try setup.connect(to: location) }),
      setup: setup
    ).run(on: pool)
    if case .file = location { schemaGuard = opened.schemaGuard } else { schemaGuard = nil }
    let identifier = original?.identifier ?? opened.identifier
    tables = StoreTables(
      schema.roots.map { entity in
        EntityTable(
          entity, store: original?.identifier(ofEntity: entity.name) ?? identifier, hasFullText: opened.hasFullText)
      })
    translations = TranslationCache(tables.roots)
    history = HistoryLog(storeIdentifier: identifier, tables: tables.roots)
    logs = file.map(OpenedLogs.init)
    ownRemoteCommits = RemoteCommits(location, pool: pool, history: history, ownWrites: ownWrites)
    sweeper = isWritable ? ExternalDataSweeper(schema, location) : nil
    ownRemoteCommits?.setListener { [weak self] reading in self?.announceRemote(reading) }
    sweeper?.sweepInBackground(writeLock, pool)
  }

  /// The store as it is inside of a migration's transaction, for the models of one version.
  init(
    schema: Schema, configuration: ModelConfiguration, location: StoreLocation, migrating: MigrationConnection
  ) throws {
    self.schema = schema
    self.configuration = configuration
    self.location = location
    self.migrating = migrating
    allowsSave = migrating.allowsSave
    schemaGuard = nil
    original = nil
    sweeper = nil
    file = nil
    logs = nil
    ownRemoteCommits = nil
    pool = ConnectionPool(limit: 0) { throw SwiftDataError.migrationIsOver }
    writeLock = WriteLock(.memory(ObjectIdentifier(pool)))
    let identifier = try StoreMetadata(connection: migrating.get())[.storeIdentifier] ?? ""
    tables = StoreTables(schema.roots.map { EntityTable($0, store: identifier) })
    translations = TranslationCache(tables.roots)
    history = HistoryLog(storeIdentifier: identifier, tables: tables.roots)
  }

  /// Closes the files, so that they can be moved or removed.
  deinit {
    sweeper?.close()
    ownRemoteCommits?.close()
    pool.close()
  }

  func table(for type: any PersistentModel.Type) throws -> EntityTable {
    guard let table = tables.table(for: type) else { throw SwiftDataError.unknownSchema(type) }
    return table
  }

  /// The table of the whole hierarchy that a table is a part of.
  func root(of table: EntityTable) -> EntityTable { tables.table(for: table.identity) ?? table }

  /// The table of an identity, for a hierarchy the root's; nil if it is another store's.
  func table(for identity: EntityIdentity) -> EntityTable? { tables.table(for: identity) }

  /// Nil if the store does not hold the type.
  func identity(of type: any PersistentModel.Type) -> EntityIdentity? { tables.table(for: type)?.identity }

  /// A table for the models of entities that the store does not have; each time the same.
  var anyTable: EntityTable? { tables.first }

  func table(named name: String) -> EntityTable? { tables.table(named: name) }

  /// The tables whose full-text indexes each write updates; a migration updates them at its end.
  var indexed: [EntityTable] { migrating == nil ? tables.indexed : [] }

  // MARK: - Reading

  /// Runs a body that only reads, with a connection of the pool.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try original?.complete(self)
    return try reporting {
      if let migrating { return try body(migrating.get()) }
      return try pool.withConnection { try reading($0, body) }
    }
  }

  /// Reads what a commit has changed, with few others at a time.
  ///
  /// A commit wakes a dozen followers at once. Each reads for a moment; to open a connection for it would take longer
  /// than to wait for one. Whoever committed is offered the processor meanwhile.
  func follow<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    followers.wait()
    defer { followers.signal() }
    return try read { connection in try connection.givingWay { try body(connection) } }
  }

  /// Reads, and makes sure that no other process has migrated the tables.
  func reading<Result>(_ connection: Connection, _ body: (Connection) throws -> Result) throws -> Result {
    guard let schemaGuard else { return try body(connection) }
    return try schemaGuard.reading(connection, body)
  }

  /// A connection for the main context, which keeps it and must not wait.
  func leaseForMain() throws -> Connection {
    let connection = try reporting { try pool.lease() }
    connection.setBusyTimeout(milliseconds: ConnectionSetup.mainBusyTimeout)
    return connection
  }

  func giveBack(_ connection: Connection) {
    connection.setBusyTimeout(milliseconds: ConnectionSetup.busyTimeout)
    pool.giveBack(connection)
  }

  /// Runs the body and turns SQLite's errors into ones that people understand.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw file?.reason(for: error) ?? StoreError(error, location: location.name)
    }
  }

  // MARK: - Writing

  /// Runs a write transaction; one at a time in this process, in the order of arrival.
  ///
  /// - Parameter rollBack: called if it can't be committed, before anybody else can write.
  /// - Throws: `SwiftDataError.nestedWrite` from inside of another write on the same thread.
  func write<Result>(_ body: (Connection) throws -> Result, onRollback rollBack: () -> Void = {}) throws -> Result {
    guard allowsSave else { throw savingRefusal }
    return try reporting {
      if let migrating { return try write(inside: migrating, body, rollBack) }
      return try writeLock.withLock {
        try pool.withConnection { connection in
          try ownWrites.run { try write(on: connection, body, rollBack) }
        }
      }
    }
  }

  private func write<Result>(
    on connection: Connection, _ body: (Connection) throws -> Result, _ rollBack: () -> Void
  ) throws -> Result {
    let result = try connection.withWriteTransaction {
      // Nobody would find what is written to a file that has no name.
      if connection.fileHasMoved { throw OpenedFile.hasMoved(location.name) }
      try schemaGuard?.check(connection)
      return try writeIndexed(on: connection, body)
    } beforeRollback: {
      rollBack()
    }
    // What can't be removed now is removed after a later save.
    try? sweeper?.removeReplaced(on: connection)
    return result
  }

  /// Ends a series of large transactions, whose connections keep pages for the next one.
  func releasePages() { pool.releasePages() }

  /// A save by the code of a migration is a part of the migration's transaction.
  private func write<Result>(
    inside migration: MigrationConnection, _ body: (Connection) throws -> Result, _ rollBack: () -> Void
  ) throws -> Result {
    let connection = try migration.get()
    do {
      return try connection.withSavepoint { try body(connection) }
    } catch {
      rollBack()
      throw error
    }
  }

  /// Writes within the caller's transaction, which must not be committed if the body throws.
  ///
  /// Full-text indexes are updated at the end of that transaction: once is faster than with each of its saves.
  func write<Result>(within connection: Connection, _ body: (Connection) throws -> Result) throws -> Result {
    try reporting {
      try connection.triggerPause.end()
      return try body(connection)
    }
  }

  private func writeIndexed<Result>(on connection: Connection, _ body: (Connection) throws -> Result) throws -> Result {
    let result = try body(connection)
    try FullTextUpdate.run(indexed, on: connection)
    return result
  }

  /// Runs a body with its own transactions while nothing else in this process writes; throws `nestedWrite` in a write.
  func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try reporting { try writeLock.withLock { try pool.withConnection(body) } }
  }

  /// Why nothing can be saved: the configuration or the file system.
  private var savingRefusal: any Error {
    guard configuration.allowsSave, migrating == nil else { return SwiftDataError.savingNotAllowed }
    return StoreError(
      kind: .readOnly, location: location.name,
      explanation: "The store can only be read, because its file or its folder may not be written.")
  }

  // MARK: - Commits of other processes

  /// Starts, once, to announce what other processes commit.
  ///
  /// Only programs that show models for long need it; a command that reads or writes once is spared the cost.
  func followOtherProcesses() { for commits in remoteCommits { commits.watch() } }

  /// The watches for commits of other processes: the store's own, or those of the stores behind a working copy.
  var remoteCommits: [RemoteCommits] {
    original?.remoteCommits(for: self) ?? ownRemoteCommits.map { [$0] } ?? []
  }

  /// Sets the listener of a working copy, called with each commit of other processes once they are watched for.
  func setRemoteListener(_ listener: @escaping @Sendable (HistoryLog.Reading) -> Void) {
    remoteListener.withLock { $0 = listener }
  }

  private func announceRemote(_ reading: HistoryLog.Reading) {
    hub.publish(reading.changes)
    remoteListener.withLock { $0 }?(reading)
    let token = DefaultHistoryToken(storeIdentifier: history.storeIdentifier, transaction: reading.token)
    ModelContainer.postRemoteChange(of: self, token: token)
  }
}

/// The tables of a store, found by model type, by identity and by name.
private struct StoreTables: Sendable {
  /// The tables of the root entities: those that are in the database.
  let roots: [EntityTable]
  /// The roots that have full-text indexes.
  let indexed: [EntityTable]
  private let byType: [ObjectIdentifier: EntityTable]
  private let byIdentity: [EntityIdentity: EntityTable]

  init(_ roots: [EntityTable]) {
    self.roots = roots
    indexed = roots.filter { !$0.fullText.isEmpty }
    let all = roots.flatMap { [$0] + $0.subtables }
    byType = Dictionary(all.map { (ObjectIdentifier($0.properties.modelType), $0) }, uniquingKeysWith: { $1 })
    byIdentity = Dictionary(roots.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
  }

  func table(for type: any PersistentModel.Type) -> EntityTable? { byType[ObjectIdentifier(type)] }
  func table(for identity: EntityIdentity) -> EntityTable? { byIdentity[identity] }
  func table(named name: String) -> EntityTable? { byType.values.first { $0.properties.entityName == name } }
  var first: EntityTable? { byIdentity.values.min { $0.identity.index < $1.identity.index } }
}
