import COpenSwiftDataSQLite

/// Reading and writing bytes: https://www.sqlite.org/c3ref/io_methods.html
extension MemoryOpenFile {
  /// Copies bytes out; past the end the buffer gets zeros and the answer says so.
  func read(into buffer: UnsafeMutableRawPointer?, count: Int32, at offset: sqlite3_int64) -> Int32 {
    guard let buffer else { return SQLITE_MISUSE }
    let complete = file.contents.withLock { $0.read(into: buffer, count: Int(count), at: Int(offset)) }
    return complete ? SQLITE_OK : MemoryVFSCode.shortRead
  }

  /// Copies bytes in.
  func write(_ bytes: UnsafeRawPointer?, count: Int32, at offset: sqlite3_int64) -> Int32 {
    guard let bytes else { return SQLITE_MISUSE }
    let complete = file.contents.withLock { $0.write(bytes, count: Int(count), at: Int(offset)) }
    return complete ? SQLITE_OK : MemoryVFSCode.noMemory
  }

  /// Sets the length of the file.
  func truncate(to size: sqlite3_int64) -> Int32 {
    file.contents.withLock { $0.truncate(to: Int(size)) }
    return SQLITE_OK
  }

  /// Answers the length of the file.
  func size(into result: UnsafeMutablePointer<sqlite3_int64>?) -> Int32 {
    result?.pointee = file.contents.withLock { sqlite3_int64($0.size) }
    return SQLITE_OK
  }
}
