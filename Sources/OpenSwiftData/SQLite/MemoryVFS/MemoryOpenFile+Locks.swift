import COpenSwiftDataSQLite

/// The locks of the rollback journal's protocol: https://www.sqlite.org/lockingv3.html
extension MemoryOpenFile {
  /// Raises the lock; busy when another connection is in the way, upon which SQLite asks the busy handler.
  func lock(_ level: Int32) -> Int32 {
    guard let wanted = MemoryLockLevel(rawValue: level) else { return SQLITE_MISUSE }
    return file.locks.withLock { $0.raise(&lockLevel, to: wanted) } ? SQLITE_OK : SQLITE_BUSY
  }

  /// Lowers the lock.
  func unlock(_ level: Int32) -> Int32 {
    guard let wanted = MemoryLockLevel(rawValue: level) else { return SQLITE_MISUSE }
    file.locks.withLock { $0.lower(&lockLevel, to: wanted) }
    return SQLITE_OK
  }

  /// Answers whether any connection, this one included, means to write.
  func checkReserved(into result: UnsafeMutablePointer<Int32>?) -> Int32 {
    result?.pointee = file.locks.withLock { $0.isReserved } ? 1 : 0
    return SQLITE_OK
  }
}
