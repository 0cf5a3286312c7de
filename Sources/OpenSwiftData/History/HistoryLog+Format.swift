/// The tables of the history, which are a format: programs of several versions share a store.
///
/// - `openswiftdata_transaction`: one row for each save that wrote something. `id` is the token, and never used twice.
///   `timestamp` is in seconds since 2001, `writer` a random number of each opened container. `author`, `bundle` and
///   `process` say who saved; the last two were added later, and are NULL in older rows.
/// - `openswiftdata_change`: one row for each run of neighbouring rows that a transaction changed alike. `kind` is 0
///   for inserted, 1 for updated, 2 for deleted rows, whose keys are `first` to `last`; `properties` are the names of
///   the updated properties, separated by spaces.
/// - `openswiftdata_tombstone`: one row for each preserved value of a deleted row, as its column held it; a value of
///   several columns as JSON.
/// - `openswiftdata_history_state`: one row. The transactions up to `expired` can no longer be read; of those up to
///   `deleted` some may be missing.
///
/// New tables and columns may be added, with `prepare` to bring older stores up to date; none may change its meaning.
extension HistoryLog {
  static let schema = """
    CREATE TABLE IF NOT EXISTS openswiftdata_transaction(
      id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp REAL NOT NULL, writer INTEGER NOT NULL, author TEXT, bundle TEXT,
      process TEXT);
    CREATE TABLE IF NOT EXISTS openswiftdata_change(
      transaction_id INTEGER NOT NULL REFERENCES openswiftdata_transaction(id) ON DELETE CASCADE, entity TEXT NOT NULL,
      kind INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, properties TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS openswiftdata_change_transaction ON openswiftdata_change(transaction_id);
    CREATE TABLE IF NOT EXISTS openswiftdata_tombstone(
      transaction_id INTEGER NOT NULL REFERENCES openswiftdata_transaction(id) ON DELETE CASCADE
        DEFERRABLE INITIALLY DEFERRED,
      entity TEXT NOT NULL, key INTEGER NOT NULL, property TEXT NOT NULL, value);
    CREATE INDEX IF NOT EXISTS openswiftdata_tombstone_transaction ON openswiftdata_tombstone(transaction_id);
    CREATE TABLE IF NOT EXISTS openswiftdata_history_state(
      id INTEGER PRIMARY KEY CHECK(id = 1), expired INTEGER NOT NULL, deleted INTEGER NOT NULL);
    INSERT OR IGNORE INTO openswiftdata_history_state VALUES(1, 0, 0);
    """

  /// The columns that the first version of the format did not have.
  private static let laterColumns = ["bundle", "process"]

  /// Updates the history of an older store; to be called when a store is opened for writing.
  static func prepare(_ connection: Connection) throws {
    guard try !isCurrent(connection) else { return }
    try connection.withWriteTransaction { try bringUpToDate(connection) }
  }

  /// Updates the history of an older store inside of a write transaction.
  static func bringUpToDate(_ connection: Connection) throws {
    // Another process may have been first while this one waited for the lock.
    guard try !isCurrent(connection) else { return }
    try connection.execute(schema)
    for column in laterColumns where try !hasColumn(column, connection) {
      try connection.execute("ALTER TABLE openswiftdata_transaction ADD COLUMN \(column) TEXT")
    }
  }

  /// Whether the store has all tables and columns; a read-only one may be older.
  static func isCurrent(_ connection: Connection) throws -> Bool {
    try connection.integer(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'openswiftdata_history_state'") == 1
  }

  private static func hasColumn(_ name: String, _ connection: Connection) throws -> Bool {
    try connection.integer(
      "SELECT count(*) FROM pragma_table_info('openswiftdata_transaction') WHERE name = ?", [.text(name)]) == 1
  }
}

/// How far back the history reaches.
struct HistoryMarks: Sendable {
  /// Nothing is left of the transactions up to this one.
  fileprivate(set) var expired: Int64 = 0
  /// Of the transactions up to this one some may be missing.
  fileprivate(set) var deleted: Int64 = 0
}

extension HistoryLog {
  func marks(on connection: Connection) throws -> HistoryMarks {
    guard try Self.isCurrent(connection) else { return HistoryMarks() }
    let statement = try connection.statement("SELECT expired, deleted FROM openswiftdata_history_state")
    defer { statement.reset() }
    guard try statement.step() else { return HistoryMarks() }
    return HistoryMarks(expired: statement.integer(0), deleted: statement.integer(1))
  }

  /// Moves the marks forward; they never go back.
  func raiseMarks(expired: Int64, deleted: Int64, on connection: Connection) throws {
    try connection.run(
      "UPDATE openswiftdata_history_state SET expired = max(expired, ?1), deleted = max(deleted, ?1, ?2)",
      [.integer(expired), .integer(deleted)])
  }
}
