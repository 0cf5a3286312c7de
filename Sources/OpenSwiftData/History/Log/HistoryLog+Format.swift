/// The tables of the history, which are a format: programs of several versions share a store.
///
/// - `openswiftdata_transaction`: one row for each save that wrote something. `id` is the token, and never used twice.
///   `timestamp` is in seconds since 2001, `writer` a number that each opened container draws anew. `author`, `bundle`
///   and `process` tell who saved; the last two came later, and are NULL in older rows.
/// - `openswiftdata_change`: one row for each run of neighbouring rows that a transaction changed alike. `kind` is 0
///   for inserted, 1 for updated, 2 for deleted rows, whose keys are `first` to `last`; `properties` are the names of
///   the updated properties with blanks between them.
/// - `openswiftdata_tombstone`: one row for each value that is kept of a deleted row, as its column held it; a value
///   of several columns as JSON.
/// - `openswiftdata_history_state`: one row. Of the transactions up to `expired` nothing is left that can be read; up
///   to `deleted` some may be missing.
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

  /// Adds to a store of an earlier version what the history needs now; to be called when a store is opened for writing.
  static func prepare(_ connection: Connection) throws {
    guard try !isCurrent(connection) else { return }
    try connection.withWriteTransaction { try bringUpToDate(connection) }
  }

  /// The same inside of a write transaction.
  static func bringUpToDate(_ connection: Connection) throws {
    // Another process may have been first while this one waited for the lock.
    guard try !isCurrent(connection) else { return }
    try connection.execute(schema)
    for column in laterColumns where try !hasColumn(column, connection) {
      try connection.execute("ALTER TABLE openswiftdata_transaction ADD COLUMN \(column) TEXT")
    }
  }

  /// Whether the store has all tables and columns; one that can only be read may be of an earlier version.
  static func isCurrent(_ connection: Connection) throws -> Bool {
    try connection.integer(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'openswiftdata_history_state'") == 1
  }

  private static func hasColumn(_ name: String, _ connection: Connection) throws -> Bool {
    try connection.integer(
      "SELECT count(*) FROM pragma_table_info('openswiftdata_transaction') WHERE name = ?", [.text(name)]) == 1
  }
}
