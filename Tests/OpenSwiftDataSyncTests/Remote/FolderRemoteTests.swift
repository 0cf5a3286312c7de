import Foundation
import Testing

@testable import OpenSwiftDataSync

@Suite("A folder carries batches, whatever state its files are in")
final class FolderRemoteTests {
  private let root = NSTemporaryDirectory() + "sync-" + UUID().uuidString
  private let (writer, reader) = (Replica(0xA), Replica(0xB))

  init() throws { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: root) }

  @Test func batchesComeInTheirOrder() async throws {
    let batches = try await pushed(5)
    let remote = try await open(reader)
    let first = try await remote.pull(after: RemoteCursor(), limit: 3)
    let second = try await remote.pull(after: first.cursor, limit: 3)
    #expect(first.batches + second.batches == batches)
    #expect(try await remote.pull(after: second.cursor, limit: 3).batches.isEmpty)
    #expect(try await remote.wait(after: first.cursor, until: .now))
    #expect(try await !remote.wait(after: second.cursor, until: .now))
  }

  @Test func aBatchIsPushedOnce() async throws {
    let batches = try await pushed(1)
    let remote = try await open(writer)
    try await remote.push(batches[0])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder(writer)).count == 1)
    var other = batches[0]
    other.payload.append(0)
    await #expect(throws: FolderRemoteError.numberTaken(other.header.id)) { try await remote.push(other) }
    other.header.id = BatchID(replica: reader, number: 1)
    await #expect(throws: FolderRemoteError.foreignBatch(other.header.id)) { try await remote.push(other) }
  }

  @Test func aFileThatIsCutIsReadAgainLater() async throws {
    let batches = try await pushed(3)
    let remote = try await open(reader)
    let path = path(2)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      let page = try await remote.pull(after: RemoteCursor(), limit: 9)
      #expect(page.batches == [batches[0], batches[2]] && page.problems.map(\.batch.number) == [2], "\(count) bytes")
      try whole.write(to: URL(fileURLWithPath: path))
      let next = try await remote.pull(after: page.cursor, limit: 9)
      #expect(next.batches == [batches[1], batches[2]] && next.problems.isEmpty, "\(count) bytes")
    }
  }

  @Test func aDamagedBitIsNoticed() async throws {
    _ = try await pushed(1)
    let remote = try await open(reader)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path(1)))
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x10
      try damaged.write(to: URL(fileURLWithPath: path(1)))
      let page = try await remote.pull(after: RemoteCursor(), limit: 9)
      #expect(page.batches.isEmpty && page.problems.count == 1, "byte \(index)")
    }
  }

  @Test func aLateFileIsNotMissed() async throws {
    let batches = try await pushed(3)
    let remote = try await open(reader)
    try FileManager.default.moveItem(atPath: path(1), toPath: root + "/late")
    let page = try await remote.pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches == Array(batches[1...]))
    try FileManager.default.moveItem(atPath: root + "/late", toPath: path(1))
    #expect(try await remote.pull(after: page.cursor, limit: 9).batches == batches)
  }

  @Test func otherFilesAreLeftAlone() async throws {
    let batches = try await pushed(2)
    let names = [
      ".0000000000000003.batch.partial", "0000000000000001.sync-conflict.batch", "3.batch", "000000000000000G.batch",
      "notes.txt",
    ]
    for name in names { try Data([1]).write(to: URL(fileURLWithPath: folder(writer) + "/" + name)) }
    try Data().write(to: URL(fileURLWithPath: root + "/.stignore"))
    let remote = try await open(reader)
    let page = try await remote.pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches == batches && page.problems.isEmpty)
    // What a crash left behind does not stop the next write.
    _ = try await pushed(3)
    #expect(FileManager.default.fileExists(atPath: path(3)))
  }

  @Test func aFileAtAnotherPlaceIsRefused() async throws {
    _ = try await pushed(1)
    try FileManager.default.copyItem(atPath: path(1), toPath: path(2))
    try FileManager.default.createDirectory(atPath: path(3), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: path(4), withDestinationPath: path(1))
    let page = try await open(reader).pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches.count == 1 && page.problems.map(\.batch.number) == [2, 3, 4])
  }

  @Test func whatLooksLikeAReplicaHoldsUpNobody() async throws {
    let batches = try await pushed(1)
    try Data().write(to: URL(fileURLWithPath: root + "/0000000000000001"))
    let remote = try await open(reader)
    let page = try await remote.pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches == batches && page.problems.map(\.batch.replica) == [Replica(1)])
    #expect(try await remote.snapshots().isEmpty)
    #expect(try await remote.wait(after: RemoteCursor(), until: .now))
  }

  @Test func aDamagedSnapshotStandsForNothing() async throws {
    _ = try await pushed(2)
    var seen = VersionVector()
    seen[writer] = VersionVector.Progress(number: 2, clock: 1)
    try await open(writer).leave(snapshot: [1, 2, 3], of: seen)
    let path = folder(writer) + "/0000000000000002.snapshot"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.dropLast().write(to: URL(fileURLWithPath: path))
    let remote = try await open(reader)
    let page = try await remote.pull(after: RemoteCursor(), limit: 9)
    #expect(!page.needsSnapshot && page.problems.count == 1)
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(try await remote.pull(after: page.cursor, limit: 9).needsSnapshot)
  }

  @Test func aSnapshotStandsForBatches() async throws {
    let batches = try await pushed(3)
    let remote = try await open(reader)
    let early = try await remote.pull(after: RemoteCursor(), limit: 1)
    var seen = VersionVector()
    seen[writer] = VersionVector.Progress(number: 2, clock: 1)
    let owner = try await open(writer)
    try await owner.leave(snapshot: [1, 2, 3], of: seen)
    let page = try await remote.pull(after: early.cursor, limit: 9)
    #expect(page.needsSnapshot && page.batches == [batches[2]])
    #expect(try await remote.snapshots() == [[1, 2, 3]])
    #expect(try await !remote.pull(after: page.cursor, limit: 9).needsSnapshot)
    seen[writer].number = 3
    try await owner.leave(snapshot: [4], of: seen)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder(writer)) == ["0000000000000003.snapshot"])
    #expect(try await remote.snapshots() == [[4]])
  }

  /// Whoever looks into somebody else's folder leaves nothing there.
  @Test func aReplicaHasNoDirectoryBeforeItWrites() async throws {
    let remote = try await open(writer)
    #expect(try await remote.lastNumber() == 0)
    #expect(try await remote.pull(after: RemoteCursor(), limit: 1).batches.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root).isEmpty)
    #expect(try remote.isEmpty)
    try FileManager.default.createDirectory(atPath: root + "/.stfolder", withIntermediateDirectories: false)
    #expect(try remote.isEmpty)
    try await remote.leave(snapshot: [1], of: VersionVector())
    #expect(try !remote.isEmpty)
    _ = try await pushed(1)
    #expect(try await remote.lastNumber() == 1)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write anywhere"))
  func aFolderThatCanNotBeWrittenIsSaidAtOnce() async throws {
    chmod(root, 0o500)
    defer { chmod(root, 0o700) }
    await #expect(throws: FolderRemoteError.self) { try await open(writer) }
  }

  @Test func aFolderThatIsNotMountedIsNotMade() async throws {
    let remote = FolderRemote(path: root + "/absent", replica: reader)
    let missing = FolderRemoteError.missing(path: root + "/absent")
    await #expect(throws: missing) { try await remote.open() }
    await #expect(throws: missing) { try await remote.pull(after: RemoteCursor(), limit: 1) }
    #expect(!FileManager.default.fileExists(atPath: root + "/absent"))
  }

  /// Three machines, each with a copy of the folder; files are copied one by one, some only in part at first.
  @Test(arguments: RandomCases.seeds(6)) func machinesWithCopiesOfAFolderAgree(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let item = SyncIdentity(high: 1, low: 1)
    var machines: [Machine] = []
    for index in 0..<3 {
      let path = root + "/copy \(index)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let replica = Replica(UInt64(index + 1))
      let remote = FolderRemote(path: path, replica: replica)
      try await remote.open()
      machines.append(Machine(path: path, replica: replica, remote: remote))
    }
    for step in 0..<40 {
      let index = random.below(3)
      switch random.below(3) {
      case 0:
        let edit =
          machines[index].state.row(item) == nil
          ? LocalEdit.insert(item, entity: "Item", values: ["title": .text("\(step)")])
          : LocalEdit.set(item, property: ["title", "notes"][random.below(2)], .text("\(step)"))
        try await machines[index].write(edit)
      case 1: try copy(machines[index].path, machines[random.below(3)].path, isPartial: random.below(3) == 0, &random)
      default: try await machines[index].receive()
      }
    }
    for from in machines {
      for to in machines { try copyAll(from.path, to.path) }
    }
    for index in machines.indices { try await machines[index].receive() }
    #expect(machines[0].state == machines[1].state && machines[1].state == machines[2].state, "seed \(seed)")
    #expect(machines.allSatisfy { $0.state.waitingBatches.isEmpty }, "seed \(seed)")
  }

  private struct Machine {
    let path: String
    let replica: Replica
    let remote: FolderRemote
    var state = SyncState(schema: TaskSchema.first)
    private var cursor = RemoteCursor()

    init(path: String, replica: Replica, remote: FolderRemote) {
      self.path = path
      self.replica = replica
      self.remote = remote
    }

    mutating func write(_ edit: LocalEdit) async throws {
      let batch = state.batch(of: [edit], at: Stamp(clock: state.seen.latestClock + 1, replica: replica))
      _ = state.merge(batch)
      try await remote.push(BatchCodec().envelope(of: batch))
    }

    mutating func receive() async throws {
      let page = try await remote.pull(after: cursor, limit: 100)
      for batch in page.batches { _ = state.merge(batch) }
      cursor = page.cursor
    }
  }

  /// Copies one file, if it is missing or shorter there.
  private func copy(
    _ from: String, _ to: String, isPartial: Bool, _ random: inout SeededGenerator
  ) throws {
    guard let name = try files(in: from).randomElement(using: &random) else { return }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: from + "/" + name))
    try put(isPartial ? bytes.prefix(bytes.count / 2) : bytes, to + "/" + name)
  }

  private func copyAll(_ from: String, _ to: String) throws {
    for name in try files(in: from) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: from + "/" + name))
      try put(bytes, to + "/" + name)
    }
  }

  private func files(in path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.hasSuffix(".batch") }.sorted()
  }

  /// A longer file that is there already is not cut again.
  private func put(_ bytes: Data, _ path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    if let present = try? Data(contentsOf: url), present.count >= bytes.count { return }
    try bytes.write(to: url)
  }

  private func open(_ replica: Replica) async throws -> FolderRemote {
    let remote = FolderRemote(path: root, replica: replica)
    try await remote.open()
    return remote
  }

  private func folder(_ replica: Replica) -> String { root + "/000000000000000\(replica)" }
  private func path(_ number: Int) -> String { folder(writer) + "/000000000000000\(number).batch" }

  private func pushed(_ count: Int) async throws -> [BatchEnvelope] {
    let remote = try await open(writer)
    var batches: [BatchEnvelope] = []
    for number in 1...UInt64(count) {
      var vector = VersionVector()
      vector[writer] = VersionVector.Progress(number: number - 1, clock: number)
      let header = BatchHeader(
        id: BatchID(replica: writer, number: number), vector: vector, clock: number + 1, fingerprint: 0)
      batches.append(BatchCodec().envelope(of: Batch(header: header, changes: [])))
      try await remote.push(batches[batches.count - 1])
    }
    return batches
  }
}
