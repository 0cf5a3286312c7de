import COpenSwiftDataSQLite
import Glibc

/// How far a connection has locked a file (https://www.sqlite.org/lockingv3.html#locking).
enum MemoryLockLevel: Int32, Comparable {
  case none
  /// Reading; any number of connections.
  case shared
  /// Intends to write; one connection, beside readers.
  case reserved
  /// Waits for readers to finish; no new ones are admitted.
  case pending
  /// Writing; excludes everybody else.
  case exclusive

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The locks that all connections hold on one file, with the rules of the rollback journal.
///
/// In WAL mode every connection keeps a shared lock here and the slots of the shared index decide instead.
///
/// Manual: https://www.sqlite.org/lockingv3.html#locking and https://www.sqlite.org/c3ref/io_methods.html
struct MemoryFileLocks {
  private var readers = 0
  /// The highest level that any connection holds; above `shared` exactly one connection holds it.
  private var highest = MemoryLockLevel.none

  /// Whether some connection intends to write or is writing.
  var isReserved: Bool { highest > .shared }

  /// Raises `held` towards `wanted`; false when another connection is in the way.
  ///
  /// A connection that wants `exclusive` while others read is left with `pending`, which keeps new readers out.
  mutating func raise(_ held: inout MemoryLockLevel, to wanted: MemoryLockLevel) -> Bool {
    guard held < wanted else { return true }
    guard held == highest || admits(wanted) else { return false }
    switch wanted {
    case .none: return true
    case .shared: readers += 1
    case .reserved: break
    case .pending, .exclusive:
      guard readers == 1 else {
        (held, highest) = (.pending, .pending)
        return false
      }
    }
    held = wanted
    highest = max(highest, wanted)
    return true
  }

  /// Lowers `held` to `wanted`, which is `shared` or `none`.
  mutating func lower(_ held: inout MemoryLockLevel, to wanted: MemoryLockLevel) {
    guard held > wanted else { return }
    if held > .shared { highest = .shared }
    if wanted == .none {
      readers -= 1
      if readers == 0 { highest = .none }
    }
    held = wanted
  }

  /// Whether a connection that does not hold the highest level itself may go on to `wanted`.
  private func admits(_ wanted: MemoryLockLevel) -> Bool {
    wanted == .shared ? highest < .pending : highest <= .shared
  }
}

/// The memory that all connections to one database in WAL mode share: the index of the write-ahead log.
///
/// Blocks are zeroed, never move, and are freed when the last connection closes; the next one then rebuilds the index
/// from the log. SQLite itself reads and writes the blocks by the protocol of the WAL format.
///
/// Manual: https://www.sqlite.org/walformat.html#the_wal_index_file_format
struct MemorySharedIndex: ~Copyable {
  private var slots = SharedIndexSlots()
  private var blocks: [UnsafeMutableRawPointer] = []
  private var connections = 0

  deinit {
    for block in blocks { free(block) }
  }

  var isEmpty: Bool { blocks.isEmpty }

  mutating func join() { connections += 1 }

  /// Counts one connection fewer, and frees the blocks after the last.
  mutating func leave() {
    connections -= 1
    guard connections == 0 else { return }
    for block in blocks { free(block) }
    blocks.removeAll()
  }

  /// Allocates the blocks up to and including one; false when memory has run out.
  mutating func extend(to index: Int, blockSize: Int) -> Bool {
    while blocks.count <= index {
      guard let block = calloc(1, blockSize) else { return false }
      blocks.append(block)
    }
    return true
  }

  func block(_ index: Int) -> UnsafeMutableRawPointer? {
    index < blocks.count ? blocks[index] : nil
  }

  /// Takes or releases locks for one connection; false when another one is in the way.
  ///
  /// - Parameter flags: a combination of `SQLITE_SHM_LOCK`, `_UNLOCK`, `_SHARED` and `_EXCLUSIVE`.
  mutating func lock(_ range: Range<Int>, flags: Int32, for held: inout SharedIndexHolding) -> Bool {
    if flags & SQLITE_SHM_UNLOCK != 0 {
      slots.release(range, from: &held)
      return true
    }
    return flags & SQLITE_SHM_SHARED != 0 ? slots.share(range, for: &held) : slots.own(range, for: &held)
  }

  mutating func unlockAll(_ held: inout SharedIndexHolding) {
    slots.release(0..<Int(SQLITE_SHM_NLOCK), from: &held)
  }
}

/// The eight locks with which connections in WAL mode agree on who writes, checkpoints, recovers and reads.
///
/// Manual: https://www.sqlite.org/walformat.html#wal_locks and https://www.sqlite.org/c3ref/c_shm_exclusive.html
private struct SharedIndexSlots {
  /// The number of connections that share each slot, or -1 when one owns it.
  private var holders = [Int](repeating: 0, count: Int(SQLITE_SHM_NLOCK))

  /// Takes shared locks; false when another connection owns one of the slots.
  mutating func share(_ range: Range<Int>, for held: inout SharedIndexHolding) -> Bool {
    let wanted = range.filter { !held.shares($0) }
    guard wanted.allSatisfy({ holders[$0] >= 0 }) else { return false }
    for slot in wanted {
      holders[slot] += 1
      held.setShared(slot, true)
    }
    return true
  }

  /// Takes exclusive locks; false when another connection shares or owns one of the slots.
  mutating func own(_ range: Range<Int>, for held: inout SharedIndexHolding) -> Bool {
    let wanted = range.filter { !held.owns($0) }
    guard wanted.allSatisfy({ holders[$0] == 0 }) else { return false }
    for slot in wanted {
      holders[slot] = -1
      held.setOwned(slot, true)
    }
    return true
  }

  /// Releases those of the slots that the connection has locked.
  mutating func release(_ range: Range<Int>, from held: inout SharedIndexHolding) {
    for slot in range {
      if held.owns(slot) { holders[slot] = 0 }
      if held.shares(slot) { holders[slot] -= 1 }
      held.setOwned(slot, false)
      held.setShared(slot, false)
    }
  }
}

/// Which slots one connection has locked.
struct SharedIndexHolding {
  private var shared: UInt8 = 0
  private var owned: UInt8 = 0

  fileprivate func shares(_ slot: Int) -> Bool { shared & bit(slot) != 0 }

  fileprivate func owns(_ slot: Int) -> Bool { owned & bit(slot) != 0 }

  fileprivate mutating func setShared(_ slot: Int, _ value: Bool) {
    shared = value ? shared | bit(slot) : shared & ~bit(slot)
  }

  fileprivate mutating func setOwned(_ slot: Int, _ value: Bool) {
    owned = value ? owned | bit(slot) : owned & ~bit(slot)
  }

  private func bit(_ slot: Int) -> UInt8 { 1 << UInt8(slot) }
}
