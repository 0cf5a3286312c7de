import COpenSwiftDataSQLite

/// A virtual file system whose files are in memory and which supports WAL.
///
/// Readers never wait for a writer there, which neither the shared cache (https://www.sqlite.org/sharedcache.html) nor
/// SQLite's own `memdb` VFS gives. It does not become the default VFS.
///
/// Manual: https://www.sqlite.org/vfs.html and https://www.sqlite.org/wal.html
enum MemoryVFS {
  /// The name to pass when a connection is opened.
  static let name = "openswiftdata-memory"

  // Swift runs the initializer once, whichever thread comes first.
  private static let registration: Int32 = {
    guard sqlite3_initialize() == SQLITE_OK, let system = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
    return sqlite3_vfs_register(MemoryVFSTable.allocate(name: name, system: system), 0)
  }()

  /// Registers the VFS unless that was done before, and returns its name.
  ///
  /// Should SQLite refuse, opening a connection reports that there is no such VFS.
  @discardableResult
  static func register() -> String {
    _ = registration
    return name
  }
}
