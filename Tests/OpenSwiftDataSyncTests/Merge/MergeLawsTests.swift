import Testing

@testable import OpenSwiftDataSync

@Suite("Merging is commutative, associative and idempotent")
struct MergeLawsTests {
  @Test func theOrderOfBatchesDoesNotMatter() {
    for seed in RandomCases.seeds(700) {
      let batches = RandomHistory(seed: seed).batches
      var random = SeededGenerator(seed: seed)
      let first = RandomHistory.state(of: batches, &random)
      #expect(first.waitingBatches.isEmpty && first.setAside.isEmpty, "seed \(seed)")
      for damaged in 0..<3 {
        let other = RandomHistory.state(of: batches, damaged: damaged, &random)
        #expect(first == other, "seed \(seed)")
        #expect(first.rows == other.rows && first.conflicts == other.conflicts, "seed \(seed)")
      }
    }
  }

  @Test func neitherDoesThatOfStates() {
    for seed in RandomCases.seeds(500) {
      var random = SeededGenerator(seed: seed)
      let states = Self.states(seed, &random)
      let (one, two, three) = (states[0], states[1], states[2])
      #expect(Self.merged(one, two) == Self.merged(two, one), "seed \(seed)")
      #expect(Self.merged(one, one) == one, "seed \(seed)")
      #expect(Self.merged(Self.merged(one, two), two) == Self.merged(one, two), "seed \(seed)")
      let left = Self.merged(Self.merged(one, two), three)
      let right = Self.merged(one, Self.merged(two, three))
      #expect(left == right, "seed \(seed)")
      #expect(left.rows == right.rows && left.conflicts == right.conflicts, "seed \(seed)")
    }
  }

  @Test func mergingStatesIsMergingTheirBatches() {
    for seed in RandomCases.seeds(400) {
      var random = SeededGenerator(seed: seed)
      let batches = RandomHistory(seed: seed).batches
      let (some, others) = (Self.some(batches, &random), Self.some(batches, &random))
      let merged = Self.merged(RandomHistory.state(of: some, &random), RandomHistory.state(of: others, &random))
      #expect(merged == RandomHistory.state(of: Set(some + others).sorted { $0.id < $1.id }, &random), "seed \(seed)")
    }
  }

  @Test func statesAreReadAsTheyWereWritten() throws {
    for seed in RandomCases.seeds(200) {
      var random = SeededGenerator(seed: seed)
      for state in Self.states(seed, &random) {
        let bytes = StateCodec().bytes(of: state)
        let read = try StateCodec().state(of: bytes, schema: TaskSchema.first)
        #expect(read == state && read.rows == state.rows, "seed \(seed)")
        #expect(throws: CodecError.self, "seed \(seed)") {
          try StateCodec().state(of: bytes.dropLast(), schema: TaskSchema.first)
        }
      }
    }
  }

  @Test func damagedStatesAreReadOrRefused() {
    for seed in RandomCases.seeds(400) {
      var random = SeededGenerator(seed: seed)
      var bytes = StateCodec().bytes(of: Self.states(seed, &random)[0])
      for _ in 0...random.below(3) {
        bytes[4 + random.below(bytes.count - 4)] = UInt8(truncatingIfNeeded: random.next())
      }
      guard var state = try? StateCodec().state(of: bytes, schema: TaskSchema.first) else { continue }
      _ = state.merge(Self.states(seed, &random)[1])
      _ = state.rows
      _ = state.conflicts
      _ = state.batch(of: [.restore(SyncIdentity(high: 0, low: 1))], at: Stamp(clock: 9, replica: Replica(1)))
    }
  }

  /// Three states that know different parts of one history; some pruned what they may, some could not read all.
  private static func states(_ seed: UInt64, _ random: inout SeededGenerator) -> [SyncState] {
    let batches = RandomHistory(seed: seed).batches
    return (0..<3).map { _ in
      var state = RandomHistory.state(of: some(batches, &random), &random)
      if random.below(3) == 0 { state.prune(before: .max) }
      if random.below(4) == 0 { _ = state.merge(RandomHistory.damaged(batches[random.below(batches.count)])) }
      return state
    }
  }

  private static func some(_ batches: [Batch], _ random: inout SeededGenerator) -> [Batch] {
    // Mostly what replicas have: the beginning of the history, with gaps.
    batches.prefix(random.below(batches.count + 1)).filter { _ in random.below(6) > 0 }
  }

  private static func merged(_ left: SyncState, _ right: SyncState) -> SyncState {
    var merged = left
    _ = merged.merge(right)
    return merged
  }
}
