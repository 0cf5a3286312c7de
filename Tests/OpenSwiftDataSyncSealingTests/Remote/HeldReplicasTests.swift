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
      var written: [BatchID: BatchEnvelope] = [:]
      try await check(seed, reader, mayBeLate: withLateFiles) { whole, damaged, late in
        for (index, batch) in whole.enumerated() {
          var batch = batch
          if damaged.contains(index) { batch.payload[25] ^= 1 }
          if late.contains(index) || written[batch.header.id] == batch { continue }
          try write(batch, to: folder)
          written[batch.header.id] = batch
        }
      }
    }
  }

  /// Replica 1 lacks its first file, so that its others fill each page at one place of the folder's cursor.
  @Test func aFullPageBeforeAGapLosesNobody() async throws {
    let folder = TemporaryFolder()
    let remote = SealedRemote(FolderRemote(path: folder.path, replica: Replica(0xF)), key: try Samples.key)
    let batches = try await sealedBatches([(2, 1), (1, 1), (1, 2), (1, 3), (1, 4)])
    var damaged = batches[0]
    damaged.payload[25] ^= 1
    try write(damaged, to: folder)
    let first = try await remote.pull(after: RemoteCursor(), limit: 3)
    #expect(first.problems.map(\.batch) == [batches[0].header.id])
    for batch in batches.dropFirst(2) { try write(batch, to: folder) }
    try write(batches[0], to: folder)
    let second = try await remote.pull(after: first.cursor, limit: 3)
    try write(batches[1], to: folder)
    var (cursor, given) = (second.cursor, Set(second.batches.map(\.header.id)))
    while true {
      let page = try await remote.pull(after: cursor, limit: 3)
      given.formUnion(page.batches.map(\.header.id))
      if page.cursor == cursor { break }
      cursor = page.cursor
    }
    #expect(given == Set(batches.map(\.header.id)))
  }

  @Test func anyCursorIsRead() {
    for seed in RandomCases.seeds(2_000) {
      var random = SeededGenerator(seed: seed)
      let bytes = [1] + random.bytes(below: 60)
      let cursor = PullCursor(RemoteCursor(bytes: bytes))
      #expect(PullCursor(cursor.cursor) == cursor, "seed \(seed)")
    }
    #expect(PullCursor(RemoteCursor()).cursor == RemoteCursor())
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
    var numbers: [UInt64: UInt64] = [:]
    let names = (0..<random.below(60)).map { _ in
      let replica = UInt64(1 + random.below(4))
      numbers[replica, default: 0] += 1
      return (replica, numbers[replica, default: 0])
    }
    let whole = try await sealedBatches(names)
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
    #expect(PullCursor(reader.cursor).held.isEmpty, "seed \(seed)")
  }

  private func sealedBatches(_ names: [(replica: UInt64, number: UInt64)]) async throws -> [BatchEnvelope] {
    let log = LogRemote()
    let remote = SealedRemote(log, key: try Samples.key)
    for name in names { try await remote.push(Samples.batch(name.replica, name.number)) }
    return await log.batches
  }

  /// Puts a batch where its replica would, whatever is there.
  private func write(_ batch: BatchEnvelope, to folder: TemporaryFolder) throws {
    let id = batch.header.id
    let directory = folder.path + "/000000000000000\(id.replica)"
    try FolderFile.makeFolder(directory)
    let number = String(id.number, radix: 16)
    let name = String(repeating: "0", count: 16 - number.count) + number + ".batch"
    try FolderFile.write(BatchCodec().bytes(of: batch), to: directory + "/" + name)
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
