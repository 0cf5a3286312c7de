import COpenSwiftDataSQLite
import Synchronization

/// One connection's handle of a file in memory: what it has locked and mapped.
///
/// SQLite calls it from one thread at a time, because a file belongs to a connection
/// (https://www.sqlite.org/threadsafe.html); it is therefore not sendable and has no lock of its own.
///
/// Manual: https://www.sqlite.org/c3ref/file.html
final class MemoryOpenFile {
  private let file: MemoryFile
  private let name: String?
  private let deletesOnClose: Bool
  private var lockLevel = MemoryLockLevel.none
  /// The slots of the shared index that it has locked.
  private var indexHolding = SharedIndexHolding()
  /// Whether it is counted among the users of the shared index.
  private var usesIndex = false
  /// How many bytes from the start of the file SQLite may address directly.
  private var mapLimit: sqlite3_int64 = 0

  /// Takes on one reference to the group of `name`, which `close()` releases.
  init(_ file: MemoryFile, name: String?, deletesOnClose: Bool) {
    self.file = file
    self.name = name
    self.deletesOnClose = deletesOnClose
  }

  func close() -> Int32 {
    _ = unmapIndex()
    file.locks.withLock { $0.lower(&lockLevel, to: .none) }
    guard let name else { return SQLITE_OK }
    if deletesOnClose { _ = MemoryFileRegistry.shared.delete(name) }
    MemoryFileRegistry.shared.release(name)
    return SQLITE_OK
  }

  // MARK: - Bytes, see https://www.sqlite.org/c3ref/io_methods.html

  /// Copies bytes out; past the end it fills the buffer with zeros and reports a short read.
  func read(into buffer: UnsafeMutableRawPointer?, count: Int32, at offset: sqlite3_int64) -> Int32 {
    guard let buffer else { return SQLITE_MISUSE }
    let complete = file.contents.withLock { $0.read(into: buffer, count: Int(count), at: Int(offset)) }
    return complete ? SQLITE_OK : SQLiteError.shortRead
  }

  func write(_ bytes: UnsafeRawPointer?, count: Int32, at offset: sqlite3_int64) -> Int32 {
    guard let bytes else { return SQLITE_MISUSE }
    let complete = file.contents.withLock { $0.write(bytes, count: Int(count), at: Int(offset)) }
    return complete ? SQLITE_OK : SQLiteError.noMemory
  }

  func truncate(to size: sqlite3_int64) -> Int32 {
    file.contents.withLock { $0.truncate(to: Int(size)) }
    return SQLITE_OK
  }

  func size(into result: UnsafeMutablePointer<sqlite3_int64>?) -> Int32 {
    result?.pointee = file.contents.withLock { sqlite3_int64($0.size) }
    return SQLITE_OK
  }

  /// Raises the lock; `SQLITE_BUSY` when another connection is in the way, upon which SQLite calls the busy handler.
  func lock(_ level: Int32) -> Int32 {
    guard let wanted = MemoryLockLevel(rawValue: level) else { return SQLITE_MISUSE }
    return file.locks.withLock { $0.raise(&lockLevel, to: wanted) } ? SQLITE_OK : SQLITE_BUSY
  }

  func unlock(_ level: Int32) -> Int32 {
    guard let wanted = MemoryLockLevel(rawValue: level) else { return SQLITE_MISUSE }
    file.locks.withLock { $0.lower(&lockLevel, to: wanted) }
    return SQLITE_OK
  }

  /// Whether any connection, this one included, intends to write.
  func checkReserved(into result: UnsafeMutablePointer<Int32>?) -> Int32 {
    result?.pointee = file.locks.withLock { $0.isReserved } ? 1 : 0
    return SQLITE_OK
  }

  // MARK: - The shared index of the write-ahead log, see https://www.sqlite.org/walformat.html

  /// The address of a block of the index; nil if there is none and `extend` is 0.
  func mapIndex(
    block: Int32, size: Int32, extend: Int32, into result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> Int32 {
    let joins = !usesIndex
    usesIndex = true
    return file.index.withLock { index in
      if joins { index.join() }
      let complete = extend == 0 || index.extend(to: Int(block), blockSize: Int(size))
      result?.pointee = complete ? index.block(Int(block)) : nil
      return complete ? SQLITE_OK : SQLiteError.noMemory
    }
  }

  /// Takes or releases slots of the index (https://www.sqlite.org/c3ref/c_shm_exclusive.html).
  func lockIndex(offset: Int32, count: Int32, flags: Int32) -> Int32 {
    let range = Int(offset)..<Int(offset + count)
    let succeeded = file.index.withLock { $0.lock(range, flags: flags, for: &indexHolding) }
    return succeeded ? SQLITE_OK : SQLITE_BUSY
  }

  /// Orders memory accesses before and after, across all connections.
  ///
  /// The protocol asks for the fence. Passing through the mutex too makes writes before one connection's barrier happen
  /// before what another does after a later barrier, in terms that any checker understands.
  func indexBarrier() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    file.index.withLock { _ in }
  }

  /// Releases the slots and leaves the index, which is freed with the last connection.
  func unmapIndex() -> Int32 {
    guard usesIndex else { return SQLITE_OK }
    usesIndex = false
    file.index.withLock { index in
      index.unlockAll(&indexHolding)
      index.leave()
    }
    return SQLITE_OK
  }

  // MARK: - Addresses of pages instead of copies, see https://www.sqlite.org/mmap.html

  /// The address of a range, or nil where SQLite must read instead.
  func fetch(
    at offset: sqlite3_int64, count: Int32, into result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> Int32 {
    result?.pointee = nil
    guard offset + sqlite3_int64(count) <= mapLimit else { return SQLITE_OK }
    result?.pointee = file.contents.withLock { $0.pin(count: Int(count), at: Int(offset)) }
    return SQLITE_OK
  }

  /// Releases an address; a nil one only announces that the file may change its size.
  func unfetch(_ address: UnsafeMutableRawPointer?) -> Int32 {
    if address != nil { file.contents.withLock { $0.unpin() } }
    return SQLITE_OK
  }

  /// The unit of writing, which is the usual size of a page.
  fileprivate static let sectorSize: Int32 = 4096

  /// Memory vanishes as a whole with the process, so no write is ever half done, misplaced or out of order.
  fileprivate static let characteristics =
    SQLITE_IOCAP_ATOMIC | SQLITE_IOCAP_SAFE_APPEND | SQLITE_IOCAP_SEQUENTIAL | SQLITE_IOCAP_POWERSAFE_OVERWRITE

  /// Handles the limit that `PRAGMA mmap_size` sets; no other operation is known.
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

/// The memory that SQLite reserves for an open file: its table of methods, followed by a reference to our object.
///
/// Manual: https://www.sqlite.org/c3ref/file.html
enum MemoryFileHandle {
  private static let offset = MemoryLayout<sqlite3_file>.stride
  static let size = Int32(offset + MemoryLayout<UnsafeMutableRawPointer>.size)

  /// Stores the methods and the object, retained until `take(from:)`.
  static func put(_ opened: MemoryOpenFile, in file: UnsafeMutablePointer<sqlite3_file>) {
    let reference = Unmanaged.passRetained(opened).toOpaque()
    (UnsafeMutableRawPointer(file) + offset).storeBytes(of: reference, as: UnsafeMutableRawPointer.self)
    file.pointee.pMethods = MemoryIOMethods.table
  }

  static func opened(_ file: UnsafeMutablePointer<sqlite3_file>?) -> MemoryOpenFile? {
    reference(file)?.takeUnretainedValue()
  }

  /// Takes the object out and releases it.
  static func take(from file: UnsafeMutablePointer<sqlite3_file>?) -> MemoryOpenFile? {
    let opened = reference(file)?.takeRetainedValue()
    file?.pointee.pMethods = nil
    return opened
  }

  private static func reference(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Unmanaged<MemoryOpenFile>? {
    guard let file, file.pointee.pMethods != nil else { return nil }
    let reference = (UnsafeMutableRawPointer(file) + offset).load(as: UnsafeMutableRawPointer.self)
    return .fromOpaque(reference)
  }
}

/// The table of functions that SQLite calls on an open file; each finds the object and forwards the call.
///
/// Manual: https://www.sqlite.org/c3ref/io_methods.html
private enum MemoryIOMethods {
  // Sound: written once by Swift's lazy initialization, before any file is open, and only read from then on.
  nonisolated(unsafe) static let table: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 3
    methods.xClose = { MemoryFileHandle.take(from: $0)?.close() ?? SQLITE_OK }
    methods.xRead = { MemoryFileHandle.opened($0)?.read(into: $1, count: $2, at: $3) ?? SQLITE_IOERR }
    methods.xWrite = { MemoryFileHandle.opened($0)?.write($1, count: $2, at: $3) ?? SQLITE_IOERR }
    methods.xTruncate = { MemoryFileHandle.opened($0)?.truncate(to: $1) ?? SQLITE_IOERR }
    methods.xSync = { _, _ in SQLITE_OK }
    methods.xFileSize = { MemoryFileHandle.opened($0)?.size(into: $1) ?? SQLITE_IOERR }
    methods.xLock = { MemoryFileHandle.opened($0)?.lock($1) ?? SQLITE_IOERR }
    methods.xUnlock = { MemoryFileHandle.opened($0)?.unlock($1) ?? SQLITE_IOERR }
    methods.xCheckReservedLock = { MemoryFileHandle.opened($0)?.checkReserved(into: $1) ?? SQLITE_IOERR }
    methods.xFileControl = { MemoryFileHandle.opened($0)?.control($1, $2) ?? SQLITE_IOERR }
    methods.xSectorSize = { _ in MemoryOpenFile.sectorSize }
    methods.xDeviceCharacteristics = { _ in MemoryOpenFile.characteristics }
    methods.xShmMap = {
      MemoryFileHandle.opened($0)?.mapIndex(block: $1, size: $2, extend: $3, into: $4) ?? SQLITE_IOERR
    }
    methods.xShmLock = { MemoryFileHandle.opened($0)?.lockIndex(offset: $1, count: $2, flags: $3) ?? SQLITE_IOERR }
    methods.xShmBarrier = { MemoryFileHandle.opened($0)?.indexBarrier() }
    methods.xShmUnmap = { file, _ in MemoryFileHandle.opened(file)?.unmapIndex() ?? SQLITE_IOERR }
    methods.xFetch = { MemoryFileHandle.opened($0)?.fetch(at: $1, count: $2, into: $3) ?? SQLITE_IOERR }
    methods.xUnfetch = { MemoryFileHandle.opened($0)?.unfetch($2) ?? SQLITE_IOERR }
    let address = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    address.initialize(to: methods)
    return UnsafePointer(address)
  }()
}
