import COpenSwiftDataSQLite

/// One connection's view of a file: what it has locked and mapped.
///
/// SQLite calls it from one thread at a time, because a file belongs to a connection
/// (https://www.sqlite.org/threadsafe.html); it is therefore not sendable and has no lock of its own.
///
/// Manual: https://www.sqlite.org/c3ref/file.html
final class MemoryOpenFile {
  /// The file, shared with other connections.
  let file: MemoryFile

  private let name: String?
  private let deletesOnClose: Bool

  /// The lock this connection holds.
  var lockLevel = MemoryLockLevel.none

  /// The slots of the shared index this connection holds.
  var indexHolding = SharedIndexHolding()

  /// Whether this connection is counted among those that use the shared index.
  var usesIndex = false

  /// How many bytes from the start of the file may be handed out as addresses.
  var mapLimit: sqlite3_int64 = 0

  /// Takes over one hold on the group of `name`, which `close()` gives back.
  init(_ file: MemoryFile, name: String?, deletesOnClose: Bool) {
    self.file = file
    self.name = name
    self.deletesOnClose = deletesOnClose
  }

  /// Gives back everything this connection holds.
  func close() -> Int32 {
    _ = unmapIndex()
    file.locks.withLock { $0.lower(&lockLevel, to: .none) }
    guard let name else { return SQLITE_OK }
    if deletesOnClose { _ = MemoryFileRegistry.shared.delete(name) }
    MemoryFileRegistry.shared.release(name)
    return SQLITE_OK
  }
}
