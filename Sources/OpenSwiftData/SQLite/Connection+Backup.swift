import COpenSwiftDataSQLite

extension Connection {
  /// Copies the committed state of the database into another one, page by page.
  ///
  /// Source: https://www.sqlite.org/backup.html
  ///
  /// - Parameter progress: is told of the pages; nobody else may write meanwhile.
  /// - Throws: `SQLiteError`, and `CancellationError` if the progress is ended.
  func copy(to destination: Connection, progress: WorkProgress? = nil) throws {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw SQLiteError(handle: destination.handle)
    }
    defer { sqlite3_backup_finish(backup) }
    var result = SQLITE_OK
    progress?.begin(.copying)
    while result == SQLITE_OK {
      result = sqlite3_backup_step(backup, progress == nil ? -1 : Self.pagesAtOnce)
      try progress?.copied(backup)
    }
    guard result == SQLITE_DONE else {
      throw SQLiteError(extendedCode: result, message: String(cString: sqlite3_errstr(result)))
    }
  }

  /// Some milliseconds.
  private static let pagesAtOnce: Int32 = 1_000
}

extension WorkProgress {
  fileprivate func copied(_ backup: OpaquePointer) throws {
    try checkCancellation()
    let total = Int(sqlite3_backup_pagecount(backup))
    advance(to: total - Int(sqlite3_backup_remaining(backup)), of: total)
  }
}
