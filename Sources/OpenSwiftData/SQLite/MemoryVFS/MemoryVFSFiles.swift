import COpenSwiftDataSQLite
import Glibc

/// What the VFS does with names: open, delete, look up, and leave as they are.
///
/// Manual: https://www.sqlite.org/c3ref/vfs.html
enum MemoryVFSFiles {
  /// Opens a named file of the registry or, without a name, a temporary file that goes away with its handle.
  static func open(
    _ name: UnsafePointer<CChar>?,
    into file: UnsafeMutablePointer<sqlite3_file>?,
    flags: Int32,
    outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let file else { return SQLITE_MISUSE }
    // SQLite closes a file that failed to open only if it has methods.
    file.pointee.pMethods = nil
    guard let opened = opened(name.map { String(cString: $0) }, flags: flags) else { return SQLITE_CANTOPEN }
    MemoryFileHandle.put(opened, in: file)
    outFlags?.pointee = flags
    return SQLITE_OK
  }

  /// Takes a name out of the registry.
  static func delete(_ name: UnsafePointer<CChar>?) -> Int32 {
    guard let name else { return SQLITE_MISUSE }
    return MemoryFileRegistry.shared.delete(String(cString: name)) ? SQLITE_OK : MemoryVFSCode.nothingToDelete
  }

  /// Answers whether the file exists; one that does may always be read and written.
  static func access(_ name: UnsafePointer<CChar>?, _ result: UnsafeMutablePointer<Int32>?) -> Int32 {
    guard let name else { return SQLITE_MISUSE }
    result?.pointee = MemoryFileRegistry.shared.file(String(cString: name)) == nil ? 0 : 1
    return SQLITE_OK
  }

  /// Copies a name as it is, since names in memory have no directory to be relative to.
  static func copy(_ name: UnsafePointer<CChar>?, to path: UnsafeMutablePointer<CChar>?, capacity: Int32) -> Int32 {
    guard let name, let path else { return SQLITE_MISUSE }
    let count = strlen(name) + 1
    guard count <= Int(capacity) else { return SQLITE_CANTOPEN }
    path.update(from: name, count: count)
    return SQLITE_OK
  }

  private static func opened(_ name: String?, flags: Int32) -> MemoryOpenFile? {
    guard let name else { return MemoryOpenFile(MemoryFile(), name: nil, deletesOnClose: false) }
    let file = MemoryFileRegistry.shared.open(
      name,
      create: flags & SQLITE_OPEN_CREATE != 0,
      exclusive: flags & SQLITE_OPEN_EXCLUSIVE != 0
    )
    return file.map { MemoryOpenFile($0, name: name, deletesOnClose: flags & SQLITE_OPEN_DELETEONCLOSE != 0) }
  }
}
