import Foundation

/// The store behind a container: its connections, its one writer at a time, its tables and who is told of changes.
final class SQLiteStore: Sendable {
  let schema: Schema
  let configuration: ModelConfiguration
  let location: StoreLocation
  let history: HistoryLog
  let hub = ChangeHub()
  /// Whether the store may be written.
  let allowsSave: Bool

  private let pool: ConnectionPool
  private let sweeper: ExternalDataSweeper?
  private let writeLock = FairLock()
  private let watcher = Lock<RemoteCommitWatcher?>(nil)
  private let tables: [ObjectIdentifier: EntityTable]
  private let tablesByIdentity: [EntityIdentity: EntityTable]

  /// Opens the store of a configuration, and creates it if there is none.
  ///
  /// - Throws: `StoreError`; an unsuitable file is left as it was.
  init(schema: Schema, configuration: ModelConfiguration) throws {
    self.schema = schema
    self.configuration = configuration
    let location = configuration.location
    self.location = location
    let isWritable = try Self.prepare(location)
    allowsSave = isWritable && configuration.allowsSave
    let setup = ConnectionSetup(mode: isWritable ? .readWrite : .readOnly)
    pool = ConnectionPool(limit: 4) { try setup.connect(to: location) }
    let identifier = try Self.open(schema, location, setup, pool)
    let all = schema.entities.map { EntityTable($0, store: identifier) }
    history = HistoryLog(storeIdentifier: identifier, tables: all)
    tables = Dictionary(all.map { (ObjectIdentifier($0.properties.modelType), $0) }, uniquingKeysWith: { $1 })
    tablesByIdentity = Dictionary(all.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
    sweeper = isWritable ? ExternalDataSweeper(schema, location) : nil
    sweepExternalData()
  }

  /// The table of a model type.
  func table(for type: any PersistentModel.Type) throws -> EntityTable {
    guard let table = tables[ObjectIdentifier(type)] else { throw SwiftDataError.unknownSchema(type) }
    return table
  }

  /// The table that an identifier belongs to, or nil if it is another store's.
  func table(for identity: EntityIdentity) -> EntityTable? { tablesByIdentity[identity] }

  /// The identity of a model type's entity, or nil if the store does not hold it.
  func identity(of type: any PersistentModel.Type) -> EntityIdentity? { tables[ObjectIdentifier(type)]?.identity }

  /// The table of an entity name, or nil.
  func table(named name: String) -> EntityTable? { tablesByIdentity.values.first { $0.properties.entityName == name } }

  /// Begins to announce what other processes commit, if nobody asked for it before.
  ///
  /// Only who shows models for long needs it; a command that reads or writes once is spared the cost. Where the system
  /// has no watches left, commits of others are seen when rows are fetched.
  func followOtherProcesses() {
    // No other process can reach a store in memory.
    guard case .file(let url) = location else { return }
    watcher.withLock { watcher in
      guard watcher == nil, let connection = try? pool.lease() else { return }
      // From here on, because what is read from now on is at least as new.
      guard let token = try? history.latestToken(on: connection) else { return pool.giveBack(connection) }
      let new = RemoteCommitWatcher(file: url, connection: connection, history: history, token: token) {
        [weak self] reading in self?.announceRemote(reading)
      }
      new.start()
      watcher = new
    }
  }

  private func announceRemote(_ reading: HistoryLog.Reading) {
    hub.publish(reading.changes)
    ModelContainer.postRemoteChange(of: self, token: reading.token)
  }

  // MARK: - Access

  /// Lends a connection for one operation that only reads.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try reporting { try pool.withConnection(body) }
  }

  /// Runs a write transaction; one at a time in this process, in the order of arrival.
  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard allowsSave else { throw SwiftDataError.savingNotAllowed }
    return try reporting {
      try writeLock.withLock {
        try pool.withConnection { connection in
          let result = try connection.withWriteTransaction { try body(connection) }
          // What can't be removed now is removed after a later save.
          try? sweeper?.removeReplaced(on: connection)
          return result
        }
      }
    }
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
      throw StoreError(error, location: location.name)
    }
  }

  /// Removes files that a crash left behind, in the background: nobody waits for it.
  private func sweepExternalData() {
    guard let sweeper else { return }
    DispatchQueue.global(qos: .utility).async { [weak self] in
      try? self?.writeLock.withLock {
        try self?.pool.withConnection { connection in
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

  private static func open(
    _ schema: Schema, _ location: StoreLocation, _ setup: ConnectionSetup, _ pool: ConnectionPool
  ) throws -> String {
    do {
      return try pool.withConnection { connection in
        let identifier = try StoreFormat(schema: schema, location: location.name).open(connection)
        try setup.enableWriteAheadLog(connection)
        if setup.mode == .readWrite { try HistoryLog.prepare(connection) }
        if setup.mode == .readWrite { try ExternalDataSchema(schema.entities.map(\.properties)).install(connection) }
        return identifier
      }
    } catch let error as SQLiteError {
      throw StoreError(error, location: location.name)
    }
  }
}
