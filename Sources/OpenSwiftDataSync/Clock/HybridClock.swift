/// A replica's hybrid logical clock: follows the wall clock, never goes back, and is ahead of all that it was shown.
///
/// Times are milliseconds since 1970. A wall clock that jumps back only makes the counter run until the wall clock has
/// caught up; a counter that overflows carries into the milliseconds.
///
/// Source: S. Kulkarni and others, "Logical Physical Clocks", 2014.
public struct HybridClock: Hashable, Sendable {
  /// How far ahead a stamp may be, in milliseconds: one minute.
  public static let tolerance: UInt64 = 60_000

  /// Times after this one, in the year 6429, are taken for it: there is always room to count.
  private static let latestTime: UInt64 = 1 << 47

  /// The replica whose stamps it makes.
  public let replica: Replica

  /// The last reading, to be kept with the store and given back to `init`.
  public private(set) var reading: UInt64

  /// The clock of a replica.
  ///
  /// - Parameter reading: its last reading; 0 for a new replica.
  public init(replica: Replica, reading: UInt64 = 0) {
    self.replica = replica
    self.reading = min(reading, Self.latestTime << 16 | 0xFFFF)
  }

  /// A stamp that is larger than all before and all observed ones.
  ///
  /// - Parameter wall: the time of the wall clock.
  public mutating func now(wall: Int64) -> Stamp {
    // Sound: `observe` keeps the reading within a minute of a time that is at most half of the range.
    reading = max(reading + 1, Self.time(wall) << 16)
    return Stamp(clock: reading, replica: replica)
  }

  /// Takes note of somebody else's stamp: what is written from now on is later.
  ///
  /// - Parameter wall: the time to judge it by: that of the remote where there is one, else the wall clock's.
  /// - Throws: `ClockError` for a stamp that is more than a minute ahead, which is not taken note of.
  public mutating func observe(_ stamp: Stamp, wall: Int64) throws(ClockError) {
    try Self.check(stamp, wall: wall)
    reading = max(reading, stamp.clock)
  }

  /// Goes on from where another clock of the same store is: what is written from now on is later.
  mutating func advance(to reading: UInt64) {
    self.reading = max(self.reading, min(reading, Self.latestTime << 16 | 0xFFFF))
  }

  /// Takes note of all that a state has, before it is merged: also of batches that wait in it and may be applied then.
  ///
  /// - Parameter wall: the time to judge it by, as for a stamp.
  /// - Throws: `ClockError`; the state is not to be merged then.
  public mutating func observe(_ state: SyncState, wall: Int64) throws(ClockError) {
    let stamps =
      state.seen.replicas.map { Stamp(clock: state.seen[$0].clock, replica: $0) }
      + state.parts.waiting.map(\.header.stamp)
    for stamp in stamps { try Self.check(stamp, wall: wall) }
    for stamp in stamps { reading = max(reading, stamp.clock) }
  }

  /// Checks that a stamp is not more than a minute ahead of a time, as the push to a remote does.
  ///
  /// - Parameter wall: the remote's time.
  /// - Throws: `ClockError`.
  public static func check(_ stamp: Stamp, wall: Int64) throws(ClockError) {
    let limit = time(wall) + tolerance
    guard stamp.milliseconds <= limit else {
      throw .ahead(stamp: stamp, milliseconds: stamp.milliseconds - time(wall))
    }
  }

  private static func time(_ wall: Int64) -> UInt64 { min(UInt64(max(0, wall)), latestTime) }
}

/// Why a stamp was refused.
public enum ClockError: Error, Hashable, CustomStringConvertible {
  /// The clock of the replica that wrote it is ahead by more than a minute.
  case ahead(stamp: Stamp, milliseconds: UInt64)

  /// One line that says who is off, by how much, and what to do.
  public var description: String {
    switch self {
    case .ahead(let stamp, let milliseconds):
      "the clock of replica \(stamp.replica) is ahead by \(milliseconds / 1000) s; set it right and try again"
    }
  }
}
