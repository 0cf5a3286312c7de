import COpenSwiftDataSQLite

extension StoreError {
  /// The store error that a failed call of the SQLite library amounts to.
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
