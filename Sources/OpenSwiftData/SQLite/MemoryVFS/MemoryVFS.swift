import COpenSwiftDataSQLite
import DocketLocking
import Glibc
import Synchronization

/// A virtual file system whose files are in memory and which supports WAL mode.
///
/// Readers never wait for a writer, unlike with the shared cache (https://www.sqlite.org/sharedcache.html) or SQLite's
/// own `memdb` VFS. It does not become the default VFS.
///
/// Manual: https://www.sqlite.org/vfs.html and https://www.sqlite.org/wal.html
enum MemoryVFS {
  static let name = "openswiftdata-memory"

  // Swift runs the initializer once, whichever thread comes first.
  private static let registration: Int32 = {
    guard sqlite3_initialize() == SQLITE_OK, let system = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
    return sqlite3_vfs_register(MemoryVFSTable.allocate(name: name, over: system), 0)
  }()

  /// Registers the VFS once and returns its name; should SQLite refuse, opening a connection fails.
  @discardableResult
  static func register() -> String {
    _ = registration
    return name
  }
}

/// A database in memory that many connections may share, in WAL mode.
///
/// The files of the database stay while this object lives, with or without connections. Connections that outlive it
/// keep working; the memory is freed once the object is gone and the last of them is closed.
///
/// Manual: https://www.sqlite.org/c3ref/open.html
final class MemoryDatabase: Sendable {
  private static let opened = Atomic<Int>(0)

  /// The path to open with the VFS `MemoryVFS.name`; no other database of the process has it.
  let path: String

  /// Creates an empty database.
  init() {
    MemoryVFS.register()
    let number = Self.opened.add(1, ordering: .relaxed).newValue
    path = "/openswiftdata/\(number)"
    MemoryFileRegistry.shared.hold(path)
  }

  deinit { MemoryFileRegistry.shared.release(path) }
}

/// Opens, deletes and looks up files by their names (https://www.sqlite.org/c3ref/vfs.html).
private enum MemoryVFSFiles {
  /// Opens a named file of the registry or, without a name, a temporary file that is freed with its handle.
  static func open(
    _ name: UnsafePointer<CChar>?, into file: UnsafeMutablePointer<sqlite3_file>?, flags: Int32,
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

  static func delete(_ name: UnsafePointer<CChar>?) -> Int32 {
    guard let name else { return SQLITE_MISUSE }
    return MemoryFileRegistry.shared.delete(String(cString: name)) ? SQLITE_OK : SQLiteError.nothingToDelete
  }

  /// Whether the file exists; one that does may always be read and written.
  static func access(_ name: UnsafePointer<CChar>?, _ result: UnsafeMutablePointer<Int32>?) -> Int32 {
    guard let name else { return SQLITE_MISUSE }
    result?.pointee = MemoryFileRegistry.shared.file(String(cString: name)) == nil ? 0 : 1
    return SQLITE_OK
  }

  /// Copies a name unchanged, since names in memory have no directory to be relative to.
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
      name, create: flags & SQLITE_OPEN_CREATE != 0, exclusive: flags & SQLITE_OPEN_EXCLUSIVE != 0)
    return file.map { MemoryOpenFile($0, name: name, deletesOnClose: flags & SQLITE_OPEN_DELETEONCLOSE != 0) }
  }
}

/// All named files in memory, grouped by the database they belong to.
///
/// SQLite derives the names of journals and logs from the name of the database and a suffix that begins with `-`
/// (https://www.sqlite.org/tempfiles.html), so everything up to the first `-` names the group. A group lives while its
/// `MemoryDatabase` lives or one of its files is open. A name without a group cannot be opened, so nothing leaks.
final class MemoryFileRegistry: Sendable {
  /// The registry of the process, since a VFS is registered once for the process
  /// (https://www.sqlite.org/c3ref/vfs_find.html).
  static let shared = MemoryFileRegistry()

  private struct Group {
    var holders = 0
    var files: [String: MemoryFile] = [:]
  }

  private let groups = Lock<[String: Group]>([:])

  /// The names of the files of a database, sorted; nil when its group is gone.
  func fileNames(of database: String) -> [String]? {
    groups.withLock { $0[database]?.files.keys.sorted() }
  }

  func file(_ name: String) -> MemoryFile? {
    groups.withLock { $0[Self.group(of: name)]?.files[name] }
  }

  /// Keeps the group of a database alive, creating it if needed.
  func hold(_ database: String) { groups.withLock { $0[database, default: Group()].holders += 1 } }

  /// Releases a group; the last release frees its files.
  func release(_ name: String) {
    let freed = groups.withLock { groups in
      let group = Self.group(of: name)
      groups[group]?.holders -= 1
      return groups[group]?.holders == 0 ? groups.removeValue(forKey: group) : nil
    }
    // The removed group is freed here, outside of the mutex.
    _ = consume freed
  }

  /// Finds or creates a file and keeps its group alive; nil when the request can't be met.
  func open(_ name: String, create: Bool, exclusive: Bool) -> MemoryFile? {
    groups.withLock { groups in
      let group = Self.group(of: name)
      guard groups[group] != nil else { return nil }
      let existing = groups[group]?.files[name]
      if existing != nil, create, exclusive { return nil }
      guard let file = existing ?? (create ? MemoryFile() : nil) else { return nil }
      groups[group]?.files[name] = file
      groups[group]?.holders += 1
      return file
    }
  }

  /// Removes the name and returns whether there was one; connections that have the file open keep it.
  func delete(_ name: String) -> Bool {
    groups.withLock { $0[Self.group(of: name)]?.files.removeValue(forKey: name) } != nil
  }

  private static func group(of name: String) -> String { String(name.prefix { $0 != "-" }) }
}

/// The table of functions that makes up the VFS.
///
/// Files are ours; time, sleep, randomness and extensions are those of the system's default VFS, kept in `pAppData`.
///
/// Manual: https://www.sqlite.org/c3ref/vfs.html
private enum MemoryVFSTable {
  private static let longestPath: Int32 = 1024

  /// The table, allocated for the life of the process because SQLite keeps its address.
  static func allocate(
    name: String, over base: UnsafeMutablePointer<sqlite3_vfs>
  ) -> UnsafeMutablePointer<sqlite3_vfs> {
    var table = sqlite3_vfs()
    // Version 2 ends with xCurrentTimeInt64; replaceable system calls of version 3 make no sense here.
    table.iVersion = 2
    table.szOsFile = MemoryFileHandle.size
    table.mxPathname = longestPath
    table.zName = UnsafePointer(strdup(name))
    table.pAppData = UnsafeMutableRawPointer(base)
    table.xOpen = { _, name, file, flags, outFlags in
      MemoryVFSFiles.open(name, into: file, flags: flags, outFlags: outFlags)
    }
    table.xDelete = { _, name, _ in MemoryVFSFiles.delete(name) }
    table.xAccess = { _, name, _, result in MemoryVFSFiles.access(name, result) }
    table.xFullPathname = { _, name, capacity, path in MemoryVFSFiles.copy(name, to: path, capacity: capacity) }
    table.xDlOpen = { vfs, name in system(vfs)?.pointee.xDlOpen?(system(vfs), name) }
    table.xDlError = { vfs, count, message in system(vfs)?.pointee.xDlError?(system(vfs), count, message) }
    table.xDlSym = { vfs, library, symbol in system(vfs)?.pointee.xDlSym?(system(vfs), library, symbol) }
    table.xDlClose = { vfs, library in system(vfs)?.pointee.xDlClose?(system(vfs), library) }
    table.xRandomness = { vfs, count, bytes in system(vfs)?.pointee.xRandomness?(system(vfs), count, bytes) ?? 0 }
    table.xSleep = { vfs, duration in system(vfs)?.pointee.xSleep?(system(vfs), duration) ?? 0 }
    table.xCurrentTime = { vfs, days in system(vfs)?.pointee.xCurrentTime?(system(vfs), days) ?? SQLITE_ERROR }
    table.xGetLastError = { _, _, _ in 0 }
    table.xCurrentTimeInt64 = { vfs, time in
      system(vfs)?.pointee.xCurrentTimeInt64?(system(vfs), time) ?? SQLITE_ERROR
    }
    let address = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    address.initialize(to: table)
    return address
  }
}

/// The default VFS of the system; a function of the file, because a C function pointer cannot carry a type along.
private func system(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> UnsafeMutablePointer<sqlite3_vfs>? {
  vfs?.pointee.pAppData?.assumingMemoryBound(to: sqlite3_vfs.self)
}
