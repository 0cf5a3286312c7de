import CSQLite

extension Connection {
  /// Copies the committed state of the database into another one, page by page.
  ///
  /// Source: https://www.sqlite.org/backup.html
  func copy(to destination: Connection) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw SQLiteError(handle: destination.handle)
    }
    let result = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE else { throw SQLiteError(handle: destination.handle) }
  }
}
