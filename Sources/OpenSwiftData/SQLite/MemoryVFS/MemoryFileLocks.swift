/// How far a connection has locked a file.
///
/// Manual: https://www.sqlite.org/lockingv3.html#locking
enum MemoryLockLevel: Int32, Comparable {
  /// No lock.
  case none

  /// Reading; any number of connections.
  case shared

  /// Means to write; one connection, beside readers.
  case reserved

  /// Waits for readers to finish; no new ones are let in.
  case pending

  /// Writing; nobody else.
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
  /// The highest level any connection holds; above `shared` it belongs to exactly one connection.
  private var highest = MemoryLockLevel.none

  /// Whether some connection means to write or is writing.
  var isReserved: Bool { highest > .shared }

  /// Raises `held` towards `wanted`; false when another connection is in the way.
  ///
  /// A connection that wanted `exclusive` and met readers is left with `pending`, which keeps new readers out.
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

  /// Whether a connection that does not itself hold the highest level may go on to `wanted`.
  private func admits(_ wanted: MemoryLockLevel) -> Bool {
    wanted == .shared ? highest < .pending : highest <= .shared
  }
}
