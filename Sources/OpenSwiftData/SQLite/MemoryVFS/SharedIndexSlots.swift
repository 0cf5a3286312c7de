import COpenSwiftDataSQLite

/// The eight locks with which connections in WAL mode agree on who writes, checkpoints, recovers, and reads what.
///
/// Manual: https://www.sqlite.org/walformat.html#wal_locks and https://www.sqlite.org/c3ref/c_shm_exclusive.html
struct SharedIndexSlots {
  /// For each slot the number of connections that share it, or -1 when one has it for itself.
  private var holders = [Int](repeating: 0, count: Int(SQLITE_SHM_NLOCK))

  /// Takes the slots in shared fashion; false when a connection has one of them for itself.
  mutating func share(_ range: Range<Int>, for held: inout SharedIndexHolding) -> Bool {
    let wanted = range.filter { !held.shares($0) }
    guard wanted.allSatisfy({ holders[$0] >= 0 }) else { return false }
    for slot in wanted {
      holders[slot] += 1
      held.setShared(slot, true)
    }
    return true
  }

  /// Takes all the slots for one connection alone; false when any other connection has one of them.
  mutating func own(_ range: Range<Int>, for held: inout SharedIndexHolding) -> Bool {
    let wanted = range.filter { !held.owns($0) }
    guard wanted.allSatisfy({ holders[$0] == 0 }) else { return false }
    for slot in wanted {
      holders[slot] = -1
      held.setOwned(slot, true)
    }
    return true
  }

  /// Gives back those of the slots that the connection holds.
  mutating func release(_ range: Range<Int>, from held: inout SharedIndexHolding) {
    for slot in range {
      if held.owns(slot) { holders[slot] = 0 }
      if held.shares(slot) { holders[slot] -= 1 }
      held.setOwned(slot, false)
      held.setShared(slot, false)
    }
  }
}

/// Which slots one connection holds.
///
/// Manual: https://www.sqlite.org/c3ref/io_methods.html
struct SharedIndexHolding {
  private var shared: UInt8 = 0
  private var owned: UInt8 = 0

  /// Whether the connection shares the slot.
  func shares(_ slot: Int) -> Bool { shared & bit(slot) != 0 }

  /// Whether the connection has the slot for itself.
  func owns(_ slot: Int) -> Bool { owned & bit(slot) != 0 }

  /// Notes that the slot is shared, or no longer.
  mutating func setShared(_ slot: Int, _ value: Bool) {
    shared = value ? shared | bit(slot) : shared & ~bit(slot)
  }

  /// Notes that the slot is owned, or no longer.
  mutating func setOwned(_ slot: Int, _ value: Bool) {
    owned = value ? owned | bit(slot) : owned & ~bit(slot)
  }

  private func bit(_ slot: Int) -> UInt8 { 1 << UInt8(slot) }
}
