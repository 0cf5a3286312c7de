import COpenSwiftDataSQLite
import Foundation

/// One prepared statement; its columns are read by index straight from SQLite.
///
/// It belongs to its connection and is used on the same thread.
final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection
  let sql: String
  /// Whether its rows are being read, so that the cache must not return it a second time.
  private(set) var isRunning = false
  private var texts = BoundTexts()

  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    var handle: OpaquePointer?
    let result = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard result == SQLITE_OK, let handle else { throw SQLiteError(handle: connection.handle, sql: sql) }
    self.handle = handle
    self.connection = connection
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  /// Reads and writes the values that are kept in files beside the database, if it has a file.
  var externalData: ExternalDataSession? { connection.externalData }

  /// Advances to the next row; false when there is none.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW:
      isRunning = true
      return true
    case SQLITE_DONE:
      isRunning = false
      return false
    default:
      let error = SQLiteError(handle: connection.handle, sql: sql)
      reset()
      throw error
    }
  }

  /// Ends the reading of rows and releases the statement's locks.
  func reset() {
    sqlite3_reset(handle)
    isRunning = false
  }
}

// MARK: - Binding, by index from 1

extension Statement {
  func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (offset, value) in values.enumerated() { try bind(value, at: Int32(offset + 1)) }
  }

  func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let integer): try bind(integer, at: index)
    case .real(let real): try bind(real, at: index)
    case .text(let text): try bind(text, at: index)
    case .blob(let data): try bind(data, at: index)
    }
  }

  func bindNull(at index: Int32) throws(SQLiteError) { try check(sqlite3_bind_null(handle, index)) }

  func bind(_ integer: Int64, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, index, integer))
  }

  func bind(_ real: Double, at index: Int32) throws(SQLiteError) { try check(sqlite3_bind_double(handle, index, real)) }

  func bind(_ text: String, at index: Int32) throws(SQLiteError) {
    var text = text
    // The length is passed, so a NUL inside the text is stored like any other character.
    let length = try length(of: text.utf8.count)
    try check(
      text.withUTF8 { bytes in
        if let kept = texts.keep(bytes, for: index) {
          sqlite3_bind_text(handle, index, kept, length, nil)
        } else {
          csqlite_bind_text(handle, index, bytes.baseAddress, length)
        }
      })
  }

  func bind(_ data: Data, at index: Int32) throws(SQLiteError) {
    let length = try length(of: data.count)
    try check(data.withUnsafeBytes { csqlite_bind_blob(handle, index, $0.baseAddress, length) })
  }

  /// Binds bytes as a blob; they are copied.
  func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws(SQLiteError) {
    try check(csqlite_bind_blob(handle, index, bytes.baseAddress, try length(of: bytes.count)))
  }

  /// The length as SQLite's 32-bit integer (https://www.sqlite.org/limits.html).
  private func length(of count: Int) throws(SQLiteError) -> Int32 {
    guard let length = Int32(exactly: count) else {
      throw SQLiteError(extendedCode: SQLITE_TOOBIG, message: "a value of \(count) bytes is too large", sql: sql)
    }
    return length
  }

  private func check(_ result: Int32) throws(SQLiteError) {
    guard result == SQLITE_OK else { throw SQLiteError(handle: connection.handle, sql: sql) }
  }
}

// MARK: - Columns, by index from 0

extension Statement {
  var columnCount: Int32 { sqlite3_column_count(handle) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func isText(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_TEXT }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(columnText: UnsafeBufferPointer(start: bytes, count: count))
  }

  func blob(_ column: Int32) -> Data {
    guard let bytes = sqlite3_column_blob(handle, column) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// The bytes of a blob in place, for as long as the body runs.
  func withBlob<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let bytes = sqlite3_column_blob(handle, column)
    let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  func value(_ column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }
}
