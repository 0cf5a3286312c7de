import COpenSwiftDataSQLite
import Synchronization

/// The shared index of the log, in WAL mode: https://www.sqlite.org/walformat.html
extension MemoryOpenFile {
  /// Answers the address of a block of the index; without `extend` there may be none.
  func mapIndex(
    block: Int32,
    size: Int32,
    extend: Int32,
    into result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> Int32 {
    let joins = !usesIndex
    usesIndex = true
    return file.index.withLock { index in
      if joins { index.join() }
      let complete = extend == 0 || index.extend(to: Int(block), blockSize: Int(size))
      result?.pointee = complete ? index.block(Int(block)) : nil
      return complete ? SQLITE_OK : MemoryVFSCode.noMemory
    }
  }

  /// Takes or gives back slots of the index.
  ///
  /// Manual: https://www.sqlite.org/c3ref/c_shm_exclusive.html
  func lockIndex(offset: Int32, count: Int32, flags: Int32) -> Int32 {
    let range = Int(offset)..<Int(offset + count)
    let succeeded = file.index.withLock { index in
      if flags & SQLITE_SHM_UNLOCK != 0 {
        index.slots.release(range, from: &indexHolding)
        return true
      }
      return flags & SQLITE_SHM_SHARED != 0
        ? index.slots.share(range, for: &indexHolding)
        : index.slots.own(range, for: &indexHolding)
    }
    return succeeded ? SQLITE_OK : SQLITE_BUSY
  }

  /// Orders memory accesses before and after, across all connections.
  ///
  /// The fence is what the protocol asks for. Passing through the mutex besides makes what was written before one
  /// connection's barrier happen before what another does after a later barrier, in terms any checker understands.
  func indexBarrier() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    file.index.withLock { _ in }
  }

  /// Gives back the slots and leaves the index, which is freed with the last connection.
  func unmapIndex() -> Int32 {
    guard usesIndex else { return SQLITE_OK }
    usesIndex = false
    file.index.withLock { index in
      index.slots.release(0..<Int(SQLITE_SHM_NLOCK), from: &indexHolding)
      index.leave()
    }
    return SQLITE_OK
  }
}
