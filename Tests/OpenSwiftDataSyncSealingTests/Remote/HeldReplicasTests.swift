import Testing

@testable import OpenSwiftDataSync
@testable import OpenSwiftDataSyncSealing

@Suite("Whatever is damaged and for how long, nothing is lost and others are not held up")
struct HeldReplicasTests {
  @Test func inADatabasesOrder() async throws {
    for seed in RandomCases.seeds(300) {
      let log = LogRemote()
      let reader = Reader(remote: SealedRemote(log, key: try Samples.key), mostBatches: 20)
      try await check(seed, reader) { whole, damaged, _ in
        await log.change { batches in
          batches = whole
          for index in damaged { batches[index].payload[25] ^= 1 }
        }
      }
    }
  }

  /// Files may come late too; the folder's cursor waits for them, its pages then have to be large enough.
  @Test(arguments: [false, true]) func inAFolder(withLateFiles: Bool) async throws {
    for seed in RandomCases.seeds(15) {
      let folder = TemporaryFolder()
      let base = FolderRemote(path: folder.path, replica: Replica(0xF))
      let remote = SealedRemote(base, key: try Samples.key)
      let reader = Reader(remote: remote, fewestBatches: withLateFiles ? 100 : 1, mostBatches: 120)
      var written: [String: BatchEnvelope] = [:]
      try await check(seed, reader, mayBeLate: withLateFiles) { whole, damaged, late in
        for (index, batch) in whole.enumerated() {
          let replica = folder.path + "/000000000000000\(batch.header.id.replica)"
          try FolderFile.makeFolder(replica)
          var batch = batch
          if damaged.contains(index) { batch.payload[25] ^= 1 }
          let number = String(batch.header.id.number, radix: 16)
          let path = replica + "/" + String(repeating: "0", count: 16 - number.count) + number + ".batch"
          if late.contains(index) || written[path] == batch { continue }
          try FolderFile.write(BatchCodec().bytes(of: batch), to: path)
          written[path] = batch
        }
      }
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

  /// Batches of some replicas in any order, some damaged or late; some of those become whole, twice, then all.
  ///
  /// - Parameter store: puts batches into the remote, those with these indices damaged or not at all.
  private func check<Remote>(
    _ seed: UInt64, _ reader: Reader<Remote>, mayBeLate: Bool = false,
    store: ([BatchEnvelope], Set<Int>, Set<Int>) async throws -> Void
  ) async throws {
    var random = SeededGenerator(seed: seed)
    var reader = reader
    let whole = try await sealedBatches(&random)
    var damaged = Set(whole.indices.filter { _ in random.below(8) == 0 })
    var late = mayBeLate ? Set(whole.indices.filter { _ in random.below(10) == 0 }) : []
    for _ in 0..<3 {
      try await store(whole, damaged, late)
      try await reader.readAll(&random)
      let bad = damaged.subtracting(late).map { whole[$0].header.id }
      let held = Dictionary(grouping: bad, by: \.replica).compactMapValues { $0.min() }
      let free = whole.indices.filter { !late.contains($0) && held[whole[$0].header.id.replica] == nil }
      #expect(reader.given.isSuperset(of: free.map { whole[$0].header.id }), "seed \(seed)")
      #expect(reader.given.isDisjoint(with: bad), "seed \(seed)")
      #expect(reader.problems == Set(held.values), "seed \(seed)")
      damaged = damaged.filter { _ in random.below(2) == 0 }
      late = late.filter { _ in random.below(2) == 0 }
    }
    try await store(whole, [], [])
    try await reader.readAll(&random)
    #expect(reader.given == Set(whole.map(\.header.id)) && reader.problems.isEmpty, "seed \(seed)")
    #expect(SealedCursor(reader.cursor).held.isEmpty, "seed \(seed)")
  }

  private func sealedBatches(_ random: inout SeededGenerator) async throws -> [BatchEnvelope] {
    let log = LogRemote()
    let remote = SealedRemote(log, key: try Samples.key)
    var numbers: [UInt64: UInt64] = [:]
    for _ in 0..<random.below(60) {
      let replica = UInt64(1 + random.below(4))
      numbers[replica, default: 0] += 1
      try await remote.push(Samples.batch(replica, numbers[replica, default: 0]))
    }
    return await log.batches
  }
}

/// Pulls until the cursor stays, and keeps what it was given.
private struct Reader<Remote: SyncRemote> {
  let remote: Remote
  var fewestBatches = 1
  let mostBatches: Int
  private(set) var cursor = RemoteCursor()
  private(set) var given: Set<BatchID> = []
  private(set) var problems: Set<BatchID> = []

  init(remote: Remote, fewestBatches: Int = 1, mostBatches: Int) {
    self.remote = remote
    self.fewestBatches = fewestBatches
    self.mostBatches = mostBatches
  }

  mutating func readAll(_ random: inout SeededGenerator) async throws {
    while true {
      let limit = fewestBatches + random.below(mostBatches - fewestBatches + 1)
      let page = try await remote.pull(after: cursor, limit: limit)
      #expect(page.batches.count <= limit)
      given.formUnion(page.batches.map(\.header.id))
      problems = Set(page.problems.map(\.batch))
      if page.cursor == cursor { return }
      cursor = page.cursor
    }
  }
}
