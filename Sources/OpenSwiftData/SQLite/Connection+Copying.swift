import COpenSwiftDataSQLite

extension Connection {
  /// Copies the committed state of the database into another one, page by page (https://www.sqlite.org/backup.html).
  ///
  /// - Parameter progress: counts the pages; with one the copy is made in steps, between which nobody else may write.
  /// - Throws: `SQLiteError`, and `CancellationError` if the work is cancelled.
  func copy(to destination: Connection, progress: WorkProgress? = nil) throws {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw SQLiteError(handle: destination.handle)
    }
    defer { sqlite3_backup_finish(backup) }
    var result = SQLITE_OK
    progress?.begin(.copying)
    while result == SQLITE_OK {
      result = sqlite3_backup_step(backup, progress == nil ? -1 : Self.pagesPerStep)
      if let progress {
        try progress.checkCancellation()
        let total = Int(sqlite3_backup_pagecount(backup))
        progress.advance(to: total - Int(sqlite3_backup_remaining(backup)), of: total)
      }
    }
    guard result == SQLITE_DONE else {
      throw SQLiteError(extendedCode: result, message: String(cString: sqlite3_errstr(result)))
    }
  }

  /// The pages copied between two reports of progress: some milliseconds of work.
  private static let pagesPerStep: Int32 = 1_000

  /// Opens a copy in memory of the database as this connection sees it, uncommitted changes included.
  ///
  /// Source: https://www.sqlite.org/c3ref/serialize.html
  func copyInMemory() throws(SQLiteError) -> Connection {
    var size: Int64 = 0
    guard let image = sqlite3_serialize(handle, "main", &size, 0), size >= 100 else {
      throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "the database does not fit into memory")
    }
    // The header says that there is no write-ahead log, which memory does not have:
    // https://www.sqlite.org/fileformat.html#file_format_version_numbers
    (image[18], image[19]) = (1, 1)
    let copy = try Connection(path: ":memory:", mode: .readWrite)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
    let result = sqlite3_deserialize(copy.handle, "main", image, size, size, flags)
    guard result == SQLITE_OK else { throw SQLiteError(handle: copy.handle) }
    return copy
  }
}
