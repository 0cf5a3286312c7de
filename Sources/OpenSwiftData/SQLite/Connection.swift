import COpenSwiftDataSQLite

/// One open SQLite connection with its cache of prepared statements.
///
/// It is opened `SQLITE_OPEN_NOMUTEX` (https://www.sqlite.org/threadsafe.html): SQLite does not serialise calls, so
/// exactly one thread may use it at a time.
// Sound as `@unchecked Sendable`: the pool hands a connection to one lease at a time and the hand-over passes through a
// mutex, so two threads never touch it at once.
final class Connection: @unchecked Sendable {
  /// How a connection is opened.
  enum Mode: Sendable {
    case readWrite
    case readOnly
  }

  /// The raw handle; nil only after `close()`.
  private(set) var handle: OpaquePointer?
  private var statements: [String: Statement] = [:]
  /// The statement that was asked for last: many rows are written with one, and its text is compared by its address.
  private var latest: (sql: String, statement: Statement)?
  /// The state of the database, see `dataVersion`, at which the tables were last known to be the right ones.
  var checkedDataVersion: UInt32?
  private let trace = SQLLog.isOn ? StatementTrace(SQLLog.detail, write: SQLLog.write) : nil
  /// How much of the database it keeps in memory.
  var pageCache = PageCache.ordinary
  /// What the write transaction that runs does without until its end; nil while there is none.
  var bulkInsertion: BulkInsertion?
  /// The large values beside the database, if it has any.
  var externalData: ExternalDataSession?

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - path: a file path, or a `file:` URI.
  ///   - vfs: the name of the VFS, nil for the default one.
  init(path: String, mode: Mode, vfs: String? = nil) throws(SQLiteError) {
    // A file was made ready before, private and checked; one that is gone by now must not come back empty.
    let create = vfs == nil ? 0 : SQLITE_OPEN_CREATE
    let access = mode == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | create
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (path.hasPrefix("file:") ? SQLITE_OPEN_URI : 0)
    var handle: OpaquePointer?
    guard sqlite3_open_v2(path, &handle, flags, vfs) == SQLITE_OK else {
      let error = SQLiteError(handle: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    trace?.attach(to: handle)
  }

  deinit { close() }

  /// Finalises every cached statement and closes the handle; a second time it does nothing.
  func close() {
    guard handle != nil else { return }
    latest = nil
    statements.removeAll()
    if trace != nil { StatementTrace.detach(from: handle) }
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Whether the file that is open has another name by now, or none.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved
  var fileIsGone: Bool {
    var hasMoved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
  }

  /// The first bytes of the file; nil if there are fewer.
  ///
  /// They are what is on disk, whether it is a database or not.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlfilepointer
  func firstBytes(_ count: Int) -> [UInt8]? {
    // What a shorter file lacks is read as zeros.
    let shortRead = SQLITE_IOERR | (2 << 8)
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let result = read(file, &bytes, Int32(count), 0)
    return result == SQLITE_OK || result == shortRead ? bytes : nil
  }

  /// Runs SQL that returns no rows of interest; several statements are allowed.
  func execute(_ sql: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw SQLiteError(handle: handle, sql: sql) }
  }

  /// A prepared statement from the cache, reset; every parameter must be bound anew.
  ///
  /// - Complexity: one dictionary look-up after the first preparation.
  func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let latest, latest.sql == sql, !latest.statement.isRunning { return latest.statement }
    let statement = try cachedStatement(sql)
    latest = (sql, statement)
    return statement
  }

  private func cachedStatement(_ sql: String) throws(SQLiteError) -> Statement {
    if let cached = statements[sql], !cached.isRunning { return cached }
    let statement = try Statement(sql, on: self)
    if statements.count >= Self.cacheLimit { statements.removeAll() }
    statements[sql] = statement
    return statement
  }

  /// The number of statements kept prepared before the cache starts anew.
  private static let cacheLimit = 200

  /// The first column of the first row, or `.null` if there is no row.
  func value(_ sql: String, _ arguments: [SQLiteValue] = []) throws(SQLiteError) -> SQLiteValue {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    return try statement.step() ? statement.value(0) : .null
  }

  /// The first column of the first row as an integer, 0 if there is none.
  func integer(_ sql: String, _ arguments: [SQLiteValue] = []) throws(SQLiteError) -> Int64 {
    if case .integer(let integer) = try value(sql, arguments) { return integer }
    return 0
  }

  /// The first column of all rows, as integers.
  func integers(_ sql: String, _ arguments: [SQLiteValue] = []) throws(SQLiteError) -> [Int64] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    var integers: [Int64] = []
    while try statement.step() { integers.append(statement.integer(0)) }
    return integers
  }

  /// Runs one statement that returns no rows.
  func run(_ sql: String, _ arguments: [SQLiteValue] = []) throws(SQLiteError) {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    _ = try statement.step()
  }

  /// A number that differs if the database was changed between two reads of this connection.
  ///
  /// Nothing is read for it: it is the state that the last read saw.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntldataversion
  var dataVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// The key of the last inserted row.
  ///
  /// Source: https://www.sqlite.org/c3ref/last_insert_rowid.html
  var lastInsertedKey: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The number of rows that the last statement changed.
  ///
  /// Source: https://www.sqlite.org/c3ref/changes.html
  var changedRowCount: Int { Int(sqlite3_changes(handle)) }

  /// Whether a transaction is open.
  ///
  /// Source: https://www.sqlite.org/c3ref/get_autocommit.html
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Ends the statement that runs, which then fails; nothing happens if there is none.
  ///
  /// It may be called on any thread as long as the connection is open.
  /// Source: https://www.sqlite.org/c3ref/interrupt.html
  func interrupt() { sqlite3_interrupt(handle) }

  /// Makes a name that there is not an error, where SQLite would take it for a text because of its double quotes.
  ///
  /// Source: https://www.sqlite.org/quirks.html#dblquote
  func refuseDoubleQuotedTexts() {
    csqlite_set_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    csqlite_set_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
  }

  /// How long SQLite itself waits for another process's lock, in milliseconds.
  func setBusyTimeout(milliseconds: Int32) {
    sqlite3_busy_timeout(handle, milliseconds)
  }
}
