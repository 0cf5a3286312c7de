import COpenSwiftDataSQLite

/// A failed call of the SQLite library, with its extended result code.
///
/// Codes: https://www.sqlite.org/rescode.html
struct SQLiteError: Error, CustomStringConvertible {
  let extendedCode: Int32
  let message: String
  let sql: String?

  /// The primary result code: the low byte of the extended one.
  var code: Int32 { extendedCode & 0xff }

  var description: String {
    let statement = sql.map { " in: \($0)" } ?? ""
    return "SQLite \(extendedCode): \(message)\(statement)"
  }

  init(extendedCode: Int32, message: String, sql: String? = nil) {
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
  }

  /// The last error of a connection handle.
  init(handle: OpaquePointer?, sql: String? = nil) {
    self.init(
      extendedCode: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }
}

extension SQLiteError {
  /// The transaction is over that was to be written in.
  static var rolledBack: SQLiteError {
    SQLiteError(extendedCode: SQLITE_ABORT, message: "the transaction was rolled back")
  }

  /// Whether a row was refused because another one has the same unique values.
  var isUniqueViolation: Bool { [8, 6].contains { extendedCode == SQLITE_CONSTRAINT | ($0 << 8) } }

  /// Whether a statement of the same connection is in the way.
  var isLocked: Bool { code == SQLITE_LOCKED }

  /// Whether what is stored does not hold together.
  var isDamage: Bool { code == SQLITE_CORRUPT }

  /// Whether the file is something else than a database.
  var isNoDatabase: Bool { code == SQLITE_NOTADB }

  /// Whether a file ends before what is said to be in it.
  var isTooShort: Bool { extendedCode == SQLITE_IOERR | (2 << 8) }

  /// Whether the SQL makes no sense, or not in this database.
  var isSenseless: Bool { code == SQLITE_ERROR }

  /// Whether SQLite would say the same if another file had taken the place of the one it opened.
  var mayComeOfAnotherFile: Bool {
    switch code {
    case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PROTOCOL: true
    default: false
    }
  }

  /// Whether a part of the file can't be read, while others may be.
  var hidesRows: Bool { isDamage || code == SQLITE_IOERR }
}
