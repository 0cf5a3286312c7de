/// One copy of the data that makes changes of its own: a store on a machine, named by a random number.
///
/// A store that was restored from a backup must take a new number: it would give its next batches numbers that others
/// have seen already.
public struct Replica: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number.
  public let rawValue: UInt64

  /// The replica with a number.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// A new replica.
  ///
  /// - Parameter generator: the source of randomness; tests give a seeded one.
  public static func random(using generator: inout some RandomNumberGenerator) -> Replica {
    Replica(generator.next())
  }

  /// The number, in hexadecimal digits.
  public var description: String { String(rawValue, radix: 16) }

  /// Whether the left number is smaller.
  public static func < (left: Replica, right: Replica) -> Bool { left.rawValue < right.rawValue }
}

/// When and where a value was written: the reading of a hybrid logical clock, and the replica it belongs to.
///
/// Stamps are totally ordered, so that of two writes one always wins, the same one on every machine. A write that knew
/// of another has the larger stamp; of writes that did not know of each other the later one by the clocks has, and with
/// equal readings the one of the larger replica.
///
/// Source: S. Kulkarni and others, "Logical Physical Clocks", 2014.
public struct Stamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The reading: 48 bits of milliseconds since 1970, then 16 bits that count within a millisecond.
  public let clock: UInt64
  /// The replica that wrote.
  public let replica: Replica

  /// The stamp with a reading of a replica's clock.
  public init(clock: UInt64, replica: Replica) {
    self.clock = clock
    self.replica = replica
  }

  /// The stamp with a time and a count of a replica.
  ///
  /// - Parameter milliseconds: since 1970; the lower 48 bits are used.
  public init(milliseconds: UInt64, counter: UInt16, replica: Replica) {
    self.init(clock: milliseconds << 16 | UInt64(counter), replica: replica)
  }

  /// The time, in milliseconds since 1970.
  public var milliseconds: UInt64 { clock >> 16 }

  /// The count within the millisecond.
  public var counter: UInt16 { UInt16(truncatingIfNeeded: clock) }

  /// Time, counter and replica, as `1700000000000.3@1f`.
  public var description: String { "\(milliseconds).\(counter)@\(replica)" }

  /// Whether the left write loses against the right one.
  public static func < (left: Stamp, right: Stamp) -> Bool {
    left.clock == right.clock ? left.replica < right.replica : left.clock < right.clock
  }
}

// MARK: - Coding

extension Stamp {
  /// The stamp as 16 bytes whose order is that of the stamps.
  public var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: clock >> (56 - 8 * $0)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: replica.rawValue >> (56 - 8 * $0)) }
  }

  /// Reads what `bytes` gave; nil unless there are 16.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    let number = bytes.reduce(into: (clock: UInt64(0), replica: UInt64(0))) { number, byte in
      number = (number.clock << 8 | number.replica >> 56, number.replica << 8 | UInt64(byte))
    }
    self.init(clock: number.clock, replica: Replica(number.replica))
  }
}
