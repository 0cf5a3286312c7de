import Testing

@testable import OpenSwiftDataSync

@Suite("A hybrid clock never goes back and is ahead of all that it was shown")
struct HybridClockTests {
  private let replica = Replica(7)

  @Test func followsTheWallClock() {
    var clock = HybridClock(replica: replica)
    #expect(clock.now(wall: 1_000) == Stamp(milliseconds: 1_000, counter: 0, replica: replica))
    #expect(clock.now(wall: 1_000) == Stamp(milliseconds: 1_000, counter: 1, replica: replica))
    #expect(clock.now(wall: 1_001) == Stamp(milliseconds: 1_001, counter: 0, replica: replica))
  }

  @Test func countsOnWhileTheWallClockIsBehind() {
    var clock = HybridClock(replica: replica)
    _ = clock.now(wall: 5_000)
    #expect(clock.now(wall: 10) == Stamp(milliseconds: 5_000, counter: 1, replica: replica))
    #expect(clock.now(wall: -10) == Stamp(milliseconds: 5_000, counter: 2, replica: replica))
  }

  @Test func carriesACounterThatOverflows() {
    var clock = HybridClock(replica: replica, reading: 5_000 << 16 | 0xFFFF)
    #expect(clock.now(wall: 5_000) == Stamp(milliseconds: 5_001, counter: 0, replica: replica))
  }

  @Test func isAheadOfWhatItObserved() throws {
    var clock = HybridClock(replica: replica)
    let other = Stamp(milliseconds: 9_000, counter: 4, replica: Replica(9))
    try clock.observe(other, wall: 1_000)
    #expect(clock.now(wall: 1_000) == Stamp(milliseconds: 9_000, counter: 5, replica: replica))
  }

  @Test func refusesStampsMoreThanAMinuteAhead() throws {
    var clock = HybridClock(replica: replica)
    try clock.observe(Stamp(milliseconds: 61_000, counter: 9, replica: Replica(9)), wall: 1_000)
    let ahead = Stamp(milliseconds: 61_001, counter: 0, replica: Replica(9))
    let error = #expect(throws: ClockError.self) { try clock.observe(ahead, wall: 1_000) }
    #expect(error == .ahead(stamp: ahead, milliseconds: 60_001))
    #expect(error.map { "\($0)" } == "the clock of replica 9 is ahead by 60 s; set it right and try again")
    #expect(clock.reading >> 16 == 61_000)
  }

  @Test func hasRoomWhateverTheWallClockSays() throws {
    var clock = HybridClock(replica: replica, reading: .max)
    let first = clock.now(wall: .max)
    #expect(first < clock.now(wall: .max))
    #expect(throws: ClockError.self) {
      try clock.observe(Stamp(clock: .max, replica: Replica(1)), wall: .max)
    }
  }
}

@Suite("Stamps are totally ordered, and vectors by what they cover")
struct StampOrderTests {
  @Test(arguments: RandomCases.seeds(20)) func bytesSortAsStamps(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stamps = (0..<60).map { _ in
      Stamp(clock: random.next() >> random.next() % 64, replica: Replica(random.next() % 3))
    }
    for left in stamps {
      #expect(Stamp(bytes: left.bytes) == left, "seed \(seed)")
      for right in stamps {
        #expect([left < right, left == right, right < left].filter(\.self).count == 1, "seed \(seed)")
        #expect((left < right) == left.bytes.lexicographicallyPrecedes(right.bytes), "seed \(seed)")
      }
    }
    #expect(Stamp(bytes: [1, 2, 3]) == nil)
  }

  @Test func vectorsAreAPartialOrder() {
    let (one, two) = (Replica(1), Replica(2))
    var left = VersionVector()
    left[one] = VersionVector.Progress(number: 2, clock: 20)
    var right = VersionVector()
    #expect(left.covers(right) && !right.covers(left))
    right[two] = VersionVector.Progress(number: 1, clock: 30)
    #expect(left.isConcurrent(with: right))
    var both = left
    both.merge(right)
    #expect(both.covers(left) && both.covers(right) && both.latestClock == 30)
    #expect(both.covers(Stamp(clock: 20, replica: one)) && !both.covers(Stamp(clock: 21, replica: one)))
    #expect(both.covers(BatchID(replica: one, number: 2)) && !both.covers(BatchID(replica: one, number: 3)))
    #expect(both.description == "{1:2 2:1}")
  }
}
