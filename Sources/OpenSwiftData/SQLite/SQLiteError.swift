import COpenSwiftDataSQLite

/// A failed call of the SQLite library, with its extended result code (https://www.sqlite.org/rescode.html).
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

  /// The last error of a connection.
  init(handle: OpaquePointer?, sql: String? = nil) {
    self.init(
      extendedCode: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }

  /// The error of a write after its transaction has ended.
  static var rolledBack: SQLiteError {
    SQLiteError(extendedCode: SQLITE_ABORT, message: "the transaction was rolled back")
  }
}

/// Extended codes, which the header builds from expressions that Swift does not import.
extension SQLiteError {
  /// A read past the end of a file; the rest of the buffer was filled with zeros.
  static let shortRead = SQLITE_IOERR | (2 << 8)
  /// Memory for the contents of a file could not be allocated.
  static let noMemory = SQLITE_IOERR | (12 << 8)
  /// The file to delete does not exist.
  static let nothingToDelete = SQLITE_IOERR | (23 << 8)
  private static let uniqueConstraint = SQLITE_CONSTRAINT | (8 << 8)
  private static let primaryKeyConstraint = SQLITE_CONSTRAINT | (6 << 8)
  /// Whether a row was refused because another one has the same unique values.
  var isUniqueViolation: Bool {
    extendedCode == Self.uniqueConstraint || extendedCode == Self.primaryKeyConstraint
  }

  /// Whether another statement of the same connection is in the way.
  var isLocked: Bool { code == SQLITE_LOCKED }
  var isCorruption: Bool { code == SQLITE_CORRUPT }
  var isNotADatabase: Bool { code == SQLITE_NOTADB }
  var isShortRead: Bool { extendedCode == Self.shortRead }
  /// Whether the SQL itself is wrong, or does not fit this database.
  var isInvalidSQL: Bool { code == SQLITE_ERROR }

  /// Whether the error could also mean that another file has replaced the one that SQLite opened.
  var mayComeFromAnotherFile: Bool {
    switch code {
    case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PROTOCOL: true
    default: false
    }
  }

  /// Whether a part of the file can't be read, while other parts may be readable.
  var isUnreadablePart: Bool { isCorruption || code == SQLITE_IOERR }
}

extension StoreError {
  /// Says in plain words why a call of the SQLite library failed.
  init(_ error: SQLiteError, location: String) {
    let (kind, explanation) = Self.reading(of: error)
    self.init(kind: kind, location: location, explanation: explanation)
  }

  private static func reading(of error: SQLiteError) -> (Kind, String) {
    switch error.code {
    case SQLITE_NOTADB: (.notAStore, "The file is not a database.")
    case SQLITE_CORRUPT: (.damaged, "The store is damaged: \(error.message).")
    case SQLITE_CANTOPEN: (.cannotOpen, "The store can't be opened.")
    case SQLITE_PERM, SQLITE_AUTH: (.permission, "The store may not be accessed.")
    case SQLITE_READONLY: (.readOnly, "The store can only be read.")
    case SQLITE_BUSY, SQLITE_LOCKED: (.busy, "The store is locked by another program.")
    case SQLITE_FULL: (.full, "The disk is full.")
    case SQLITE_IOERR: (.inputOutput, "The store's file could not be read or written: \(error.message).")
    default: (.other, "SQLite says: \(error.message) (\(error.extendedCode)).")
    }
  }
}
