import COpenSwiftDataSQLite

/// Handing out the addresses of pages instead of copying them: https://www.sqlite.org/mmap.html
extension MemoryOpenFile {
  /// Answers the address of a range, or none where SQLite shall read instead.
  func fetch(
    at offset: sqlite3_int64,
    count: Int32,
    into result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> Int32 {
    result?.pointee = nil
    guard offset + sqlite3_int64(count) <= mapLimit else { return SQLITE_OK }
    result?.pointee = file.contents.withLock { $0.pin(count: Int(count), at: Int(offset)) }
    return SQLITE_OK
  }

  /// Gives an address back; without one SQLite only announces that the file may change its size.
  func unfetch(_ address: UnsafeMutableRawPointer?) -> Int32 {
    if address != nil { file.contents.withLock { $0.unpin() } }
    return SQLITE_OK
  }
}
