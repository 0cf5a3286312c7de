import COpenSwiftDataSQLite
import Glibc

/// The table of functions that makes up the VFS.
///
/// Files are ours; time, sleep, randomness and extensions are the system's default VFS, kept in `pAppData`.
///
/// Manual: https://www.sqlite.org/c3ref/vfs.html
enum MemoryVFSTable {
  private static let longestPath: Int32 = 1024

  /// The table, which stays allocated for the life of the process because SQLite keeps its address.
  static func allocate(name: String, system: UnsafeMutablePointer<sqlite3_vfs>) -> UnsafeMutablePointer<sqlite3_vfs> {
    var table = sqlite3_vfs()
    // Version 2 ends with xCurrentTimeInt64; replaceable system calls of version 3 make no sense here.
    table.iVersion = 2
    table.szOsFile = MemoryFileHandle.size
    table.mxPathname = longestPath
    table.zName = UnsafePointer(strdup(name))
    table.pAppData = UnsafeMutableRawPointer(system)
    fillInFiles(&table)
    fillInExtensions(&table)
    fillInSystem(&table)
    let address = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    address.initialize(to: table)
    return address
  }

  private static func fillInFiles(_ table: inout sqlite3_vfs) {
    table.xOpen = { _, name, file, flags, outFlags in
      MemoryVFSFiles.open(name, into: file, flags: flags, outFlags: outFlags)
    }
    table.xDelete = { _, name, _ in MemoryVFSFiles.delete(name) }
    table.xAccess = { _, name, _, result in MemoryVFSFiles.access(name, result) }
    table.xFullPathname = { _, name, capacity, path in MemoryVFSFiles.copy(name, to: path, capacity: capacity) }
  }

  private static func fillInExtensions(_ table: inout sqlite3_vfs) {
    table.xDlOpen = { vfs, name in system(vfs)?.pointee.xDlOpen?(system(vfs), name) }
    table.xDlError = { vfs, count, message in system(vfs)?.pointee.xDlError?(system(vfs), count, message) }
    table.xDlSym = { vfs, library, symbol in system(vfs)?.pointee.xDlSym?(system(vfs), library, symbol) }
    table.xDlClose = { vfs, library in system(vfs)?.pointee.xDlClose?(system(vfs), library) }
  }

  private static func fillInSystem(_ table: inout sqlite3_vfs) {
    table.xRandomness = { vfs, count, bytes in system(vfs)?.pointee.xRandomness?(system(vfs), count, bytes) ?? 0 }
    table.xSleep = { vfs, duration in system(vfs)?.pointee.xSleep?(system(vfs), duration) ?? 0 }
    table.xCurrentTime = { vfs, days in system(vfs)?.pointee.xCurrentTime?(system(vfs), days) ?? SQLITE_ERROR }
    table.xGetLastError = { _, _, _ in 0 }
    table.xCurrentTimeInt64 = { vfs, time in
      system(vfs)?.pointee.xCurrentTimeInt64?(system(vfs), time) ?? SQLITE_ERROR
    }
  }
}

/// The default VFS of the system; a function of the file, because a C function pointer cannot carry a type along.
private func system(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> UnsafeMutablePointer<sqlite3_vfs>? {
  vfs?.pointee.pAppData?.assumingMemoryBound(to: sqlite3_vfs.self)
}
