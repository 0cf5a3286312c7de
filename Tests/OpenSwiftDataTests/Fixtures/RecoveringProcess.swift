import Foundation

/// Stands in for another process that is just making the index of a store's log anew, after a crash: until it is done,
/// nobody can read the store.
///
/// It spoils the header of the index and holds the locks that SQLite takes for the recovery. They belong to an open file
/// and not to the process, so that the process's own connections meet them.
///
/// Source: https://www.sqlite.org/walformat.html#wal_locks
final class RecoveringProcess {
  private let descriptor: Int32

  /// `F_OFD_SETLK`, which Swift does not import.
  private static let setLockOfOpenFile: Int32 = 37
  private static let (writeLock, recoverLock): (Int, Int) = (120, 122)

  init(of store: URL) throws {
    descriptor = open(store.path + "-shm", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.ENOENT) }
    for lock in [Self.writeLock, Self.recoverLock] { try set(F_WRLCK, at: lock) }
    let header = [UInt8](repeating: 0, count: 96)
    guard pwrite(descriptor, header, header.count, 0) == header.count else { throw POSIXError(.EIO) }
  }

  /// Lets the others go on: the first of them recovers the log.
  func end() throws {
    for lock in [Self.writeLock, Self.recoverLock] { try set(F_UNLCK, at: lock) }
  }

  // Not closed: the process would lose the locks that its connections hold on the same file.

  private func set(_ type: Int32, at offset: Int) throws {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(offset)
    lock.l_len = 1
    guard fcntl(descriptor, Self.setLockOfOpenFile, &lock) == 0 else { throw POSIXError(.EAGAIN) }
  }
}
