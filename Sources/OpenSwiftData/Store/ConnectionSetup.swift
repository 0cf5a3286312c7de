/// How every connection of a store is configured.
struct ConnectionSetup: Sendable {
  let mode: Connection.Mode

  /// How long a statement waits for another process's lock before it fails, in milliseconds.
  static let busyTimeout: Int32 = 10_000

  /// The same for the main actor's connection: readers of a log rarely meet a lock, and then a frame comes first.
  static let mainBusyTimeout: Int32 = 10

  /// What a query sorts stays in memory, so that reading can't fail for a full disk.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_temp_store
  static let sortingInMemory = "PRAGMA temp_store = MEMORY"

  func connect(to location: StoreLocation) throws -> Connection {
    let connection = try location.connect(mode)
    connection.setBusyTimeout(milliseconds: Self.busyTimeout)
    connection.refuseDoubleQuotedTexts()
    // FULL: what was acknowledged has been synced (https://www.sqlite.org/pragma.html#pragma_synchronous).
    try connection.execute(
      """
      PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \(Self.sortingInMemory);
      PRAGMA cache_size = -\(PageCache.ordinary.kibibytes)
      """)
    try SQLFunctions.register(on: connection)
    try AggregateFunctions.register(on: connection)
    if case .file(let url) = location {
      connection.externalData = ExternalDataSession(ExternalDataFolder(store: url))
    }
    return connection
  }

  /// Readers and one writer side by side.
  ///
  /// The mode stays with the file.
  /// Source: https://www.sqlite.org/wal.html
  func enableWriteAheadLog(_ connection: Connection) throws {
    guard mode == .readWrite else { return }
    try connection.execute("PRAGMA journal_mode = WAL")
  }
}
