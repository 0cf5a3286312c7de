import OpenSwiftDataSync

/// A remote in memory: keeps batches in the order in which they came, and a snapshot in place of old ones.
struct VirtualRemote {
  /// Its clock, in milliseconds since 1970: the one that all others are compared with.
  var time: Int64 = 1_700_000_000_000

  private(set) var batches: [BatchEnvelope] = []
  /// How many batches the snapshot has replaced.
  private(set) var start = 0
  private(set) var snapshot: [UInt8]?
  private var numbers: [Replica: UInt64] = [:]

  var end: Int { start + batches.count }

  /// Takes a batch, once; refuses one from a clock that is ahead.
  mutating func push(_ envelope: BatchEnvelope) throws(ClockError) {
    try HybridClock.check(envelope.header.stamp, wall: time)
    let id = envelope.header.id
    guard id.number > numbers[id.replica, default: 0] else { return }
    numbers[id.replica] = id.number
    batches.append(envelope)
  }

  func pull(after cursor: Int) -> ArraySlice<BatchEnvelope> { batches[max(0, cursor - start)...] }

  /// Replaces all batches by a state that has them.
  mutating func replaceAll(by bytes: [UInt8]) {
    snapshot = bytes
    start = end
    batches = []
  }
}
