import COpenSwiftDataSQLite
import Foundation

/// One open SQLite connection with its cache of prepared statements.
///
/// It is opened `SQLITE_OPEN_NOMUTEX` (https://www.sqlite.org/threadsafe.html): SQLite does not serialise calls, so
/// exactly one thread may use it at a time.
// Sound as `@unchecked Sendable`: the pool hands a connection to one lease at a time and the hand-over passes through a
// mutex, so two threads never touch it at once.
final class Connection: @unchecked Sendable {
  enum Mode: Sendable {
    case readWrite, readOnly
  }

  /// The raw handle; nil only after `close()`.
  private(set) var handle: OpaquePointer?
  private var statements: [String: Statement] = [:]
  /// The last statements that were returned: to compare a text by its address takes less time than to hash it.
  private var recent = RecentStatements()
  /// The `dataVersion` at which the tables were last checked against the schema.
  private var checkedDataVersion: UInt32?
  private let trace = SQLLog.isOn ? StatementTrace(SQLLog.detail, write: SQLLog.write) : nil
  /// The limit of the page cache in KiB.
  private var pageCacheSize = ordinaryCacheSize
  /// Whether the cache stays as it is between transactions.
  private var keepsPages = false
  /// Whether the running transaction, or the last one, is followed by others that write much.
  private var isInSeries = false
  /// The handler that SQLite calls while a statement runs; it has one for each connection.
  var progressHandler: ProgressHandler? {
    didSet {
      sqlite3_progress_handler(
        handle, progressHandler?.interval ?? 0, progressHandler?.call, progressHandler?.context)
    }
  }
  /// The indexes that the running write transaction has postponed; nil outside of one.
  private var bulkInsertion: BulkInsertion?
  /// The pause of triggers in which a batch writes many rows.
  private(set) lazy var triggerPause = TriggerPause(self)
  /// Reads and writes the values that are kept in files beside the database; nil for a database without a file.
  private(set) var externalData: ExternalDataSession?

  // MARK: - Opening

  /// Opens the database of a file path or a `file:` URI, through the default VFS or the one named.
  init(path: String, mode: Mode, vfs: String? = nil) throws(SQLiteError) {
    // `StoreFile` created the file, private and checked; one that has been deleted since must not come back empty.
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

  /// Finalises every cached statement and closes the handle; a second call does nothing.
  func close() {
    guard handle != nil else { return }
    recent = RecentStatements()
    statements.removeAll()
    if trace != nil { StatementTrace.detach(from: handle) }
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Reads and writes large values in the folder beside a store.
  func useExternalData(of store: URL) { externalData = ExternalDataSession(ExternalDataFolder(store: store)) }

  /// Makes an unknown name in double quotes an error; by default SQLite takes it for a string.
  ///
  /// Source: https://www.sqlite.org/quirks.html#dblquote
  func disallowDoubleQuotedStrings() {
    csqlite_set_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    csqlite_set_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
  }

  /// Sets how long a statement waits for another process's lock, in milliseconds; see `LockWaiting`.
  func setBusyTimeout(milliseconds: Int32) {
    sqlite3_busy_handler(handle, LockWaiting.handler, UnsafeMutableRawPointer(bitPattern: Int(milliseconds)))
  }

  // MARK: - Statements

  /// A prepared statement from the cache, reset; every parameter must be bound again.
  func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = recent[sql], !statement.isRunning { return statement }
    let statement = try cachedStatement(sql)
    recent.add(statement)
    return statement
  }

  private func cachedStatement(_ sql: String) throws(SQLiteError) -> Statement {
    if let cached = statements[sql], !cached.isRunning { return cached }
    let statement = try Statement(sql, on: self)
    if statements.count >= Self.cacheLimit {
      statements.removeAll()
      recent = RecentStatements()
    }
    statements[sql] = statement
    return statement
  }

  /// The number of prepared statements at which the cache is emptied.
  private static let cacheLimit = 200

  /// Runs SQL whose rows are not wanted; several statements are allowed.
  func execute(_ sql: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw SQLiteError(handle: handle, sql: sql) }
  }

  /// Runs one statement that returns no rows.
  func run(_ sql: String, _ arguments: [SQLiteValue] = []) throws(SQLiteError) {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    _ = try statement.step()
  }

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

  func texts(_ sql: String, _ arguments: [SQLiteValue] = []) throws -> [String] {
    try rows(sql, arguments) { $0.text(0) }
  }

  /// All rows of a statement, each made into a value.
  func rows<Value>(
    _ sql: String, _ arguments: [SQLiteValue] = [], _ make: (Statement) throws -> Value
  ) throws -> [Value] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    var values: [Value] = []
    while try statement.step() { values.append(try make(statement)) }
    return values
  }

  enum SchemaObject: String {
    case table, index, trigger
  }

  /// Whether there is a table, an index or a trigger with this unquoted name (https://www.sqlite.org/schematab.html).
  func has(_ object: SchemaObject, _ name: String) throws(SQLiteError) -> Bool {
    let arguments: [SQLiteValue] = [.text(object.rawValue), .text(name)]
    return try integer("SELECT count(*) FROM sqlite_master WHERE type = ? AND name = ?", arguments) > 0
  }

  /// Makes the running statement fail, if there is one; may be called on any thread while the connection is open.
  ///
  /// Source: https://www.sqlite.org/c3ref/interrupt.html
  func interrupt() { sqlite3_interrupt(handle) }

  // MARK: - State

  /// The key of the last inserted row (https://www.sqlite.org/c3ref/last_insert_rowid.html).
  var lastInsertedKey: Int64 { sqlite3_last_insert_rowid(handle) }
  /// The number of rows that the last statement changed (https://www.sqlite.org/c3ref/changes.html).
  var changedRowCount: Int { Int(sqlite3_changes(handle)) }
  /// Whether a transaction is open (https://www.sqlite.org/c3ref/get_autocommit.html).
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// A number that differs if the database was changed between two reads of this connection; asking reads nothing.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntldataversion
  private var dataVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// Whether the tables have been checked against the schema since the last commit of any connection.
  var isChecked: Bool { dataVersion == checkedDataVersion }

  /// Notes that the tables, as the last read saw them, are those of the schema.
  func markChecked() { checkedDataVersion = dataVersion }

  /// Whether the open file has been renamed, replaced or deleted.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved
  var fileHasMoved: Bool {
    var hasMoved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
  }

  /// The first bytes of the file on disk, whatever it is, padded with zeros; nil if they can't be read.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlfilepointer
  func firstBytes(_ count: Int) -> [UInt8]? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let result = read(file, &bytes, Int32(count), 0)
    return result == SQLITE_OK || result == SQLiteError.shortRead ? bytes : nil
  }

  // MARK: - Transactions

  /// Runs the body in one write transaction: all of it is committed, or none of it.
  ///
  /// `BEGIN IMMEDIATE` takes the write lock first, so a transaction that reads and then writes can't fail half-way for
  /// a lock (https://www.sqlite.org/lang_transaction.html).
  ///
  /// - Parameter beforeRollback: called if it can't be committed, while it still keeps others from writing.
  func withWriteTransaction<Result>(
    _ body: () throws -> Result, beforeRollback: () -> Void = {}
  ) throws -> Result {
    try run("BEGIN IMMEDIATE")
    bulkInsertion = BulkInsertion()
    isInSeries = false
    defer {
      bulkInsertion = nil
      if !isInSeries {
        releasePages()
        restorePageCache()
      }
    }
    let result: Result
    do {
      result = try body()
      try bulkInsertion?.finish(on: self)
    } catch {
      beforeRollback()
      // A full disk may have ended the transaction already.
      if isInTransaction { try? execute("ROLLBACK") }
      externalData?.discard()
      throw error
    }
    // A COMMIT that failed may have taken place, so the files that it may name stay.
    defer { externalData?.keep() }
    do {
      try run("COMMIT")
    } catch {
      beforeRollback()
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
    return result
  }

  /// Runs the body on one snapshot of the database; takes no lock that a writer could hold.
  func withReadTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isInTransaction else { return try body() }
    try run("BEGIN DEFERRED")
    defer { try? run("COMMIT") }
    return try body()
  }

  /// Runs the body as a part of the open transaction; if it throws, its changes alone are rolled back.
  ///
  /// Source: https://www.sqlite.org/lang_savepoint.html
  func withSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("SAVEPOINT openswiftdata")
    do {
      let result = try body()
      try execute("RELEASE openswiftdata")
      return result
    } catch {
      // A full disk may have ended the whole transaction.
      if isInTransaction { try execute("ROLLBACK TO openswiftdata; RELEASE openswiftdata") }
      throw error
    }
  }

  /// Runs the body as a part of the open transaction and rolls its changes back.
  func withRolledBackSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("SAVEPOINT openswiftdata")
    defer { if isInTransaction { try? execute("ROLLBACK TO openswiftdata; RELEASE openswiftdata") } }
    return try body()
  }

  /// Announces new rows of a table, whose name is not quoted; the transaction may postpone updating `indexes` for them.
  func expectInsertions(
    _ count: Int, into table: String, indexes: @autoclosure () -> [String]
  ) throws(SQLiteError) {
    try bulkInsertion?.expect(count, into: table, indexes: indexes, on: self)
  }

  /// The ordinary limit of the page cache in KiB: enough for look-ups and single changes.
  static let ordinaryCacheSize = 2_000
  /// The limit for many rows: each belongs into every index at another position, and pages that don't fit are written
  /// and read again and again.
  private static let largeCacheSize = 56_000
  static let fewestRowsForLargeCache = 1_000
  /// Up to how many KiB an idle connection keeps, so that the next small change finds the pages of its indexes.
  private static let largestIdleCacheSize = 1_000

  /// Enlarges the page cache for a transaction that writes many rows; it shrinks when the transaction ends.
  func enlargePageCache(forRows count: Int) throws(SQLiteError) {
    if count >= Self.fewestRowsForLargeCache { try setPageCacheSize(Self.largeCacheSize) }
  }

  /// Frees the memory of an enlarged page cache; a failure does no harm, as the cache holds no more pages than exist.
  func restorePageCache() { try? setPageCacheSize(Self.ordinaryCacheSize) }

  /// How many pages the log has at least when they are copied into the database, by default and in a series of large
  /// transactions: most of these write the same pages of the indexes again, which are copied once then.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_wal_autocheckpoint
  private static let (ordinaryLog, largeLog): (Int32, Int32) = (1_000, 16_000)

  /// Keeps the pages of an enlarged cache for the next transaction, until `releasePages()` or one that writes less.
  func keepPages() {
    guard pageCacheSize > Self.ordinaryCacheSize else { return }
    isInSeries = true
    guard !keepsPages else { return }
    keepsPages = true
    sqlite3_wal_autocheckpoint(handle, Self.largeLog)
  }

  /// Ends a series of large transactions.
  func releasePages() {
    guard keepsPages else { return }
    keepsPages = false
    sqlite3_wal_autocheckpoint(handle, Self.ordinaryLog)
    restorePageCache()
  }

  /// Frees the page cache if much was read: the pages of a scan are not those of the next operation.
  ///
  /// Source: https://www.sqlite.org/c3ref/db_release_memory.html
  func trimPageCache() {
    guard !keepsPages else { return }
    var (bytes, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &bytes, &highest, 0)
    if bytes > Self.largestIdleCacheSize * 1_024 { sqlite3_db_release_memory(handle) }
  }

  /// Sets the limit of the cache, see https://www.sqlite.org/pragma.html#pragma_cache_size.
  private func setPageCacheSize(_ kibibytes: Int) throws(SQLiteError) {
    guard kibibytes != pageCacheSize else { return }
    try execute("PRAGMA cache_size = -\(kibibytes)")
    pageCacheSize = kibibytes
  }
}

/// The last statements of a connection, found by their texts.
private struct RecentStatements {
  private static let limit = 16

  private var all: [Statement] = []
  /// The index of the one that makes room for the next.
  private var oldest = 0

  subscript(sql: String) -> Statement? {
    let length = sql.utf8.count
    return all.first { $0.sql.utf8.count == length && $0.sql == sql }
  }

  mutating func add(_ statement: Statement) {
    // One that runs was found, but is in use.
    if let index = all.firstIndex(where: { $0.sql == statement.sql }) {
      all[index] = statement
      return
    }
    if all.count < Self.limit { return all.append(statement) }
    all[oldest] = statement
    oldest = (oldest + 1) % Self.limit
  }
}
