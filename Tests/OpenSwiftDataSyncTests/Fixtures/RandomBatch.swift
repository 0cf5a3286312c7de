@testable import OpenSwiftDataSync

/// Batches of any content, as no store would write them: for what must hold whatever comes.
struct RandomBatch {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func batch(changes: Int = 12) -> Batch {
    let replica = Replica(random.next())
    var vector = VersionVector()
    for _ in 0..<random.below(4) {
      vector[Replica(random.next())] = VersionVector.Progress(number: random.next() >> 50, clock: random.next() >> 2)
    }
    let clock = random.next() >> 1
    return Batch(
      header: BatchHeader(
        id: BatchID(replica: replica, number: 1 + random.next() >> 50), vector: vector, clock: clock,
        fingerprint: random.next()),
      changes: (0..<random.below(changes + 1)).map { _ in change(replica, clock) })
  }

  private mutating func change(_ replica: Replica, _ clock: UInt64) -> Change {
    Change(
      row: SyncIdentity(high: random.next() % 2, low: random.next() % 3), entity: ["Item", "Tag", ""][random.below(3)],
      key: key(), value: value(),
      stamp: Stamp(clock: random.below(2) == 0 ? clock : clock - random.next() % (clock + 1), replica: replica),
      keeping: (0..<random.below(3)).map { _ in Stamp(clock: random.next(), replica: Replica(random.next())) },
      isDerived: random.below(4) == 0)
  }

  private mutating func key() -> RegisterKey {
    switch random.below(4) {
    case 0: .existence
    case 1: .property(["title", "name", "größe", ""][random.below(4)])
    case 2: .member("tags", SyncIdentity(high: random.next(), low: random.next()))
    default: .unknown(kind: random.next() >> 40, key: bytes())
    }
  }

  mutating func value() -> SyncValue {
    switch random.below(8) {
    case 0: .null
    case 1: .integer(Int64(bitPattern: random.next()) >> Int64(random.below(64)))
    case 2: .real([0, -0.0, .infinity, .nan, 1.5, Double(bitPattern: random.next())][random.below(6)])
    case 3: .text(["", "x", "cafe\u{301}", "caf\u{E9}", "\u{0}", "👩‍👧"][random.below(6)])
    case 4: .blob(bytes())
    case 5: .identity(SyncIdentity(high: random.next(), low: random.next()))
    case 6: .opaque(tag: 6 + random.next() >> 40, bytes: bytes())
    default: .integer(.min)
    }
  }

  private mutating func bytes() -> [UInt8] {
    (0..<random.below(20)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }
}
