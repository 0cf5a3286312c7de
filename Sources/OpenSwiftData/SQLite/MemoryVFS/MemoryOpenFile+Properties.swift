import COpenSwiftDataSQLite

/// What SQLite may assume of a file: https://www.sqlite.org/c3ref/c_iocap_atomic.html
extension MemoryOpenFile {
  /// The unit of writing, which is the usual size of a page.
  static let sectorSize: Int32 = 4096

  /// Memory vanishes as a whole with the process: no write is ever found half done, misplaced, or out of order.
  static let characteristics =
    SQLITE_IOCAP_ATOMIC | SQLITE_IOCAP_SAFE_APPEND | SQLITE_IOCAP_SEQUENTIAL | SQLITE_IOCAP_POWERSAFE_OVERWRITE

  /// Understands the limit that `PRAGMA mmap_size` sets.
  ///
  /// Manual: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html
  func control(_ operation: Int32, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard operation == SQLITE_FCNTL_MMAP_SIZE, let argument else { return SQLITE_NOTFOUND }
    let requested = argument.load(as: sqlite3_int64.self)
    argument.storeBytes(of: mapLimit, as: sqlite3_int64.self)
    if requested >= 0 { mapLimit = requested }
    return SQLITE_OK
  }
}
