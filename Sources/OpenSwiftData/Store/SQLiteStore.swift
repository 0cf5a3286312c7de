import DocketLocking
import Foundation

/// The store behind a container: its connections, its one writer at a time, its tables and who is told of changes.
final class SQLiteStore: Sendable {
  let schema: Schema
  let configuration: ModelConfiguration
  let location: StoreLocation
  let history: HistoryLog
  let hub = ChangeHub()
  /// What stands behind the store if it is only the copy of a custom one.
  let copy: WorkingCopy?
  /// Whether the store may be written.
  let allowsSave: Bool

  /// The connection of a migration, if the store is only seen from inside of one.
  private let migrating: MigrationConnection?
  private let schemaGuard: SchemaGuard?
  /// What was opened; nil for a store in memory, and inside of a migration.
  private let file: OpenedFile?
  private let pool: ConnectionPool
  private let sweeper: ExternalDataSweeper?
  private let writeLock = FairLock()
  /// What is written to; nil inside of a migration.
  private let target: RunningWrites.Target?
  private let upkeep = StoreUpkeep()
  /// Nil inside of a migration.
  private let following: CommitFollowing?
  private let remoteListener = Lock<(@Sendable (HistoryLog.Reading) -> Void)?>(nil)
  private let tables: [ObjectIdentifier: EntityTable]
  /// The SQL of predicates that were translated before.
  let translations: TranslationCache
  /// The tables that have full-text indexes.
  let indexed: [EntityTable]
  private let tablesByIdentity: [EntityIdentity: EntityTable]

  /// Opens the store of a configuration, creates it if there is none, and migrates it if it is older.
  ///
  /// - Throws: `StoreError`; an unsuitable file is left as it was.
  init(
    schema: Schema, configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    copy: WorkingCopy? = nil
  ) throws {
    try FullTextSchema.check(schema)
    try schema.checkInverses()
    self.copy = copy
    self.schema = schema
    self.configuration = configuration
    let location = configuration.location
    self.location = location
    let isWritable = try Self.prepare(location)
    allowsSave = isWritable && configuration.allowsSave
    let setup = ConnectionSetup(mode: isWritable ? .readWrite : .readOnly)
    let file = OpenedFile(location)
    self.file = file
    let pool = ConnectionPool(limit: 4) {
      try file?.check()
      return try setup.connect(to: location)
    }
    self.pool = pool
    target = file.map { .file($0.number) } ?? .memory(ObjectIdentifier(pool))
    let opening = StoreOpening(
      schema: schema, plan: migrationPlan, configuration: configuration, location: location, isWritable: allowsSave,
      connect: { try setup.connect(to: location) })
    let opened = try Self.open(opening, setup, pool)
    let identifier = copy?.backend.identifier ?? opened.identifier
    migrating = nil
    // No other process can reach a store in memory.
    if case .file = location { self.schemaGuard = opened.schemaGuard } else { self.schemaGuard = nil }
    let roots = schema.roots.map { entity in
      EntityTable(
        entity, store: copy?.backend.identifier(ofEntity: entity.name) ?? identifier, hasFullText: opened.hasFullText)
    }
    history = HistoryLog(storeIdentifier: identifier, tables: roots)
    following = CommitFollowing(location, pool: pool, history: history)
    (tables, tablesByIdentity) = Self.lookUps(roots)
    translations = TranslationCache(roots)
    indexed = roots.filter { !$0.fullText.isEmpty }
    sweeper = isWritable ? ExternalDataSweeper(schema, location) : nil
    following?.tell { [weak self] reading in self?.announceRemote(reading) }
    sweepExternalData()
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
    copy = nil
    sweeper = nil
    file = nil
    target = nil
    pool = ConnectionPool(limit: 0) { throw SwiftDataError.migrationIsOver }
    let identifier = try StoreMetadata(connection: migrating.get())[.storeIdentifier] ?? ""
    let roots = schema.roots.map { EntityTable($0, store: identifier) }
    history = HistoryLog(storeIdentifier: identifier, tables: roots)
    following = nil
    (tables, tablesByIdentity) = Self.lookUps(roots)
    translations = TranslationCache(roots)
    // What is written is indexed at the end of the migration.
    indexed = []
  }

  /// Lets go of the files: whoever has no container any more may move or remove them.
  deinit {
    upkeep.close()
    following?.close()
    pool.close()
  }

  private static func lookUps(
    _ roots: [EntityTable]
  ) -> ([ObjectIdentifier: EntityTable], [EntityIdentity: EntityTable]) {
    let all = roots.flatMap { [$0] + $0.subtables }
    return (
      Dictionary(all.map { (ObjectIdentifier($0.properties.modelType), $0) }, uniquingKeysWith: { $1 }),
      Dictionary(roots.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
    )
  }

  /// The table of a model type.
  func table(for type: any PersistentModel.Type) throws -> EntityTable {
    guard let table = tables[ObjectIdentifier(type)] else { throw SwiftDataError.unknownSchema(type) }
    return table
  }

  /// The table of the whole hierarchy that a table is a part of.
  func root(of table: EntityTable) -> EntityTable { tablesByIdentity[table.identity] ?? table }

  /// The table that an identifier belongs to, or nil if it is another store's; of a hierarchy that of the root.
  func table(for identity: EntityIdentity) -> EntityTable? { tablesByIdentity[identity] }

  /// The identity of a model type's entity, or nil if the store does not hold it.
  func identity(of type: any PersistentModel.Type) -> EntityIdentity? { tables[ObjectIdentifier(type)]?.identity }

  /// One of the tables, always the same; nil if there is none.
  var anyTable: EntityTable? { tablesByIdentity.values.min { $0.identity.index < $1.identity.index } }

  /// The table of an entity name, or nil.
  func table(named name: String) -> EntityTable? { tables.values.first { $0.properties.entityName == name } }

  /// Begins to announce what other processes commit, if nobody asked for it before.
  ///
  /// Only who shows models for long needs it; a command that reads or writes once is spared the cost.
  func followOtherProcesses() {
    for following in followings { following.begin() }
  }

  /// What watches for the commits of other processes on behalf of the store; of a copy, that of the stores behind it.
  var followings: [CommitFollowing] {
    guard let copy else { return following.map { [$0] } ?? [] }
    copy.listenToOtherProcesses(self)
    return copy.backend.sqliteStores.flatMap(\.followings)
  }

  /// Tells a copy of each commit of other processes, once they are watched for.
  func tellOfOtherProcesses(_ listener: @escaping @Sendable (HistoryLog.Reading) -> Void) {
    remoteListener.withLock { $0 = listener }
  }

  private func announceRemote(_ reading: HistoryLog.Reading) {
    hub.publish(reading.changes)
    remoteListener.withLock { $0 }?(reading)
    let token = DefaultHistoryToken(storeIdentifier: history.storeIdentifier, transaction: reading.token)
    ModelContainer.postRemoteChange(of: self, token: token)
  }

  // MARK: - Access

  /// Lends a connection for one operation that only reads.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try copy?.complete(self)
    return try reporting {
      if let migrating { return try body(migrating.get()) }
      return try pool.withConnection { try reading($0, body) }
    }
  }

  /// Runs a write transaction; one at a time in this process, in the order of arrival.
  ///
  /// - Parameter takeBack: called if it can't be committed, before anybody else can write.
  /// - Throws: `SwiftDataError.nestedWrite` if the calling thread is inside of another one.
  func write<Result>(
    _ body: (Connection) throws -> Result, orTakeBack takeBack: () -> Void = {}
  ) throws -> Result {
    guard allowsSave else { throw savingRefusal }
    return try reporting {
      if let migrating {
        let connection = try migrating.get()
        do {
          return try connection.withSavepoint { try body(connection) }
        } catch {
          takeBack()
          throw error
        }
      }
      return try inTurn {
        try pool.withConnection { connection in
          let result = try connection.withWriteTransaction {
            try refuseIfMoved(connection)
            try schemaGuard?.check(connection)
            let result = try body(connection)
            try FullTextUpdate.run(indexed, on: connection)
            return result
          } beforeRollback: {
            takeBack()
          }
          // What can't be removed now is removed after a later save.
          try? sweeper?.removeReplaced(on: connection)
          return result
        }
      }
    }
  }

  /// Why nothing can be saved: the configuration, or else the file system.
  private var savingRefusal: any Error {
    guard configuration.allowsSave, migrating == nil else { return SwiftDataError.savingNotAllowed }
    return StoreError(
      kind: .readOnly, location: location.name,
      explanation: "The store can only be read, because its file or its folder may not be written.")
  }

  /// Refuses to write to a file that nobody will find again.
  private func refuseIfMoved(_ connection: Connection) throws {
    if connection.fileIsGone { throw OpenedFile.isGone(location.name) }
  }

  /// Writes within a transaction that runs, and that must not be committed if the body throws.
  func write<Result>(within connection: Connection, _ body: (Connection) throws -> Result) throws -> Result {
    try reporting {
      let result = try body(connection)
      try FullTextUpdate.run(indexed, on: connection)
      return result
    }
  }

  /// Lends a connection for work that is a transaction by itself, while nobody of this process writes.
  ///
  /// - Throws: `SwiftDataError.nestedWrite` if the calling thread writes.
  func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try reporting { try inTurn { try pool.withConnection(body) } }
  }

  /// Runs the body while nobody else of this process writes.
  private func inTurn<Result>(_ body: () throws -> Result) throws -> Result {
    guard let target else { return try writeLock.withLock(body) }
    return try RunningWrites.run(on: target) { try writeLock.withLock(body) }
  }

  /// Reads, and makes sure that the tables are still those of the schema; another process may have migrated them.
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

  /// Runs the body and turns failures of SQLite into errors that a person understands.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw file?.reason(for: error) ?? StoreError(error, location: location.name)
    }
  }

  /// Removes files that a crash left behind, in the background: nobody waits for it.
  private func sweepExternalData() {
    guard let sweeper else { return }
    upkeep.run { [writeLock, pool] in
      try? writeLock.withLock {
        try pool.withConnection { connection in
          try sweeper.removeReplaced(on: connection)
          try sweeper.removeOrphans(on: connection)
        }
      }
    }
  }

  // MARK: - Opening

  private static func prepare(_ location: StoreLocation) throws -> Bool {
    guard case .file(let url) = location else { return true }
    let file = StoreFile(url: url)
    try file.prepare()
    return file.isWritable
  }

  private struct Opened {
    let identifier: String
    let schemaGuard: SchemaGuard
    /// Whether the full-text indexes can be relied on: nobody can mend them in a store that can only be read.
    let hasFullText: Bool
  }

  private static func open(
    _ opening: StoreOpening, _ setup: ConnectionSetup, _ pool: ConnectionPool
  ) throws -> Opened {
    do {
      return try pool.withConnection { connection in
        try connection.reporting(to: opening.progress) { try open(opening, setup, connection) }
      }
    } catch let error as SQLiteError {
      throw StoreError(error, location: opening.location.name)
    }
  }

  private static func open(
    _ opening: StoreOpening, _ setup: ConnectionSetup, _ connection: Connection
  ) throws -> Opened {
    let schemaGuard = try opening.run(on: connection)
    try setup.enableWriteAheadLog(connection)
    let tables = opening.schema.roots.map { EntityTable($0, store: "") }
    if setup.mode == .readWrite {
      try HistoryLog.prepare(connection)
      try ExternalDataSchema(opening.schema.entities.map(\.properties)).install(connection)
      try opening.waiting(on: connection) { try FullTextSchema.repair(tables, on: connection, opening.progress) }
    }
    let metadata = StoreMetadata(connection: connection)
    schemaGuard.expect(folding: try metadata[.fullTextFolding])
    return Opened(
      identifier: try metadata[.storeIdentifier] ?? "", schemaGuard: schemaGuard,
      hasFullText: try setup.mode == .readWrite || FullTextSchema.areComplete(tables, on: connection))
  }
}
