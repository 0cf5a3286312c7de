import OpenSwiftDataSync
import Testing

@testable import OpenSwiftDataSyncSealing

@Suite("Whatever is damaged and for how long, nothing is lost and others are not held up")
struct HeldReplicasTests {
  // Batches of some replicas in any order, some damaged; pages of any size. Then some are repaired, twice.
  @Test func everythingArrivesOnceItIsWhole() async throws {
    for seed in RandomCases.seeds(300) {
      var random = SeededGenerator(seed: seed)
      let log = LogRemote()
      let remote = SealedRemote(log, key: try Samples.key)
      var numbers: [UInt64: UInt64] = [:]
      for _ in 0..<random.below(60) {
        let replica = UInt64(1 + random.below(4))
        numbers[replica, default: 0] += 1
        try await remote.push(Samples.batch(replica, numbers[replica, default: 0]))
      }
      let whole = await log.batches
      var damaged = Set(whole.indices.filter { _ in random.below(8) == 0 })
      var reader = Reader(remote: remote)
      for _ in 0..<3 {
        await log.change { [damaged] batches in
          batches = whole
          for index in damaged { batches[index].payload[25] ^= 1 }
        }
        try await reader.readAll(&random)
        let bad = damaged.map { whole[$0].header.id }
        let held = Dictionary(grouping: bad, by: \.replica).compactMapValues { $0.min() }
        let free = whole.map(\.header.id).filter { held[$0.replica] == nil }
        #expect(reader.given.isSuperset(of: free), "seed \(seed)")
        #expect(reader.given.isDisjoint(with: bad), "seed \(seed)")
        #expect(reader.problems.isSubset(of: held.values), "seed \(seed)")
        #expect(reader.problems.count == held.count, "seed \(seed)")
        damaged = damaged.filter { _ in random.below(2) == 0 }
      }
      await log.change { $0 = whole }
      try await reader.readAll(&random)
      #expect(reader.given == Set(whole.map(\.header.id)) && reader.problems.isEmpty, "seed \(seed)")
      #expect(SealedCursor(reader.cursor).held.isEmpty, "seed \(seed)")
    }
  }

  @Test func anyCursorIsRead() {
    for seed in RandomCases.seeds(2_000) {
      var random = SeededGenerator(seed: seed)
      let bytes = [1] + random.bytes(below: 60)
      let cursor = SealedCursor(RemoteCursor(bytes: bytes))
      #expect(SealedCursor(cursor.cursor) == cursor, "seed \(seed)")
    }
    #expect(SealedCursor(RemoteCursor()).cursor == RemoteCursor())
  }
}

/// Pulls until the cursor stays, and keeps what it was given.
private struct Reader {
  let remote: SealedRemote<LogRemote>
  private(set) var cursor = RemoteCursor()
  private(set) var given: Set<BatchID> = []
  private(set) var problems: Set<BatchID> = []

  init(remote: SealedRemote<LogRemote>) { self.remote = remote }

  mutating func readAll(_ random: inout SeededGenerator) async throws {
    while true {
      let limit = 1 + random.below(20)
      let page = try await remote.pull(after: cursor, limit: limit)
      #expect(page.batches.count <= limit)
      given.formUnion(page.batches.map(\.header.id))
      problems = Set(page.problems.map(\.batch))
      if page.cursor == cursor { return }
      cursor = page.cursor
    }
  }
}
