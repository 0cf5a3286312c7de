import COpenSwiftDataSQLite

/// The table of functions SQLite calls on an open file; each finds the object and passes the call on.
///
/// Manual: https://www.sqlite.org/c3ref/io_methods.html
enum MemoryIOMethods {
  // Sound: written once by Swift's lazy initialization, before any file is open, and only read from then on.
  nonisolated(unsafe) static let table: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 3
    fillInBytes(&methods)
    fillInLocks(&methods)
    fillInProperties(&methods)
    fillInSharedIndex(&methods)
    fillInPages(&methods)
    let address = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    address.initialize(to: methods)
    return UnsafePointer(address)
  }()

  private static func fillInBytes(_ methods: inout sqlite3_io_methods) {
    methods.xClose = { MemoryFileHandle.take(from: $0)?.close() ?? SQLITE_OK }
    methods.xRead = { MemoryFileHandle.opened($0)?.read(into: $1, count: $2, at: $3) ?? SQLITE_IOERR }
    methods.xWrite = { MemoryFileHandle.opened($0)?.write($1, count: $2, at: $3) ?? SQLITE_IOERR }
    methods.xTruncate = { MemoryFileHandle.opened($0)?.truncate(to: $1) ?? SQLITE_IOERR }
    methods.xSync = { _, _ in SQLITE_OK }
    methods.xFileSize = { MemoryFileHandle.opened($0)?.size(into: $1) ?? SQLITE_IOERR }
  }

  private static func fillInLocks(_ methods: inout sqlite3_io_methods) {
    methods.xLock = { MemoryFileHandle.opened($0)?.lock($1) ?? SQLITE_IOERR }
    methods.xUnlock = { MemoryFileHandle.opened($0)?.unlock($1) ?? SQLITE_IOERR }
    methods.xCheckReservedLock = { MemoryFileHandle.opened($0)?.checkReserved(into: $1) ?? SQLITE_IOERR }
  }

  private static func fillInProperties(_ methods: inout sqlite3_io_methods) {
    methods.xFileControl = { MemoryFileHandle.opened($0)?.control($1, $2) ?? SQLITE_IOERR }
    methods.xSectorSize = { _ in MemoryOpenFile.sectorSize }
    methods.xDeviceCharacteristics = { _ in MemoryOpenFile.characteristics }
  }

  private static func fillInSharedIndex(_ methods: inout sqlite3_io_methods) {
    methods.xShmMap = {
      MemoryFileHandle.opened($0)?.mapIndex(block: $1, size: $2, extend: $3, into: $4) ?? SQLITE_IOERR
    }
    methods.xShmLock = { MemoryFileHandle.opened($0)?.lockIndex(offset: $1, count: $2, flags: $3) ?? SQLITE_IOERR }
    methods.xShmBarrier = { MemoryFileHandle.opened($0)?.indexBarrier() }
    methods.xShmUnmap = { file, _ in MemoryFileHandle.opened(file)?.unmapIndex() ?? SQLITE_IOERR }
  }

  private static func fillInPages(_ methods: inout sqlite3_io_methods) {
    methods.xFetch = { MemoryFileHandle.opened($0)?.fetch(at: $1, count: $2, into: $3) ?? SQLITE_IOERR }
    methods.xUnfetch = { MemoryFileHandle.opened($0)?.unfetch($2) ?? SQLITE_IOERR }
  }
}
