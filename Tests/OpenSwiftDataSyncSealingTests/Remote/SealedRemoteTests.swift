import Foundation
import OpenSwiftDataSync
import Testing

@testable import OpenSwiftDataSyncSealing

@Suite("What can't be opened is told, and holds up its own replica only")
final class SealedRemoteTests {
  private let folder = TemporaryFolder()

  @Test func twoReplicasReadEachOther() async throws {
    let (first, second) = (try remote(0xA), try remote(0xB))
    try await first.open()
    try await second.open()
    let batches = [Samples.batch(0xA, 1), Samples.batch(0xB, 1, titles: (0..<100).map { "Item \($0)" })]
    try await first.push(batches[0])
    try await second.push(batches[1])
    #expect(try await first.pull(after: RemoteCursor(), limit: 9).batches == [batches[1]])
    let page = try await second.pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches == [batches[0]] && page.problems.isEmpty)
    #expect(try await second.wait(after: RemoteCursor(), until: .now))
    #expect(try await !second.wait(after: page.cursor, until: .now))
    #expect(try await second.pull(after: page.cursor, limit: 9).cursor == page.cursor)
  }

  @Test func aPayloadUnderAnotherHeaderIsRefused() async throws {
    let log = LogRemote()
    let remote = SealedRemote(log, key: try Samples.key)
    try await remote.push(Samples.batch(0xA, 1))
    let sealed = await log.batches[0]
    var headers = [sealed.header, sealed.header, sealed.header, sealed.header]
    headers[0].id = BatchID(replica: Replica(0xB), number: 1)
    headers[1].clock += 1
    headers[2].fingerprint += 1
    headers[3].vector[Replica(0xC)] = VersionVector.Progress(number: 1, clock: 1)
    for header in headers {
      await log.change { $0 = [BatchEnvelope(header: header, payload: sealed.payload)] }
      let page = try await remote.pull(after: RemoteCursor(), limit: 9)
      #expect(page.batches.isEmpty && page.problems.map(\.batch) == [header.id])
      #expect(page.problems.first?.description.contains("changed by somebody without the key") == true)
    }
  }

  /// What nobody sealed must not be believed: whoever can write to the remote could write it.
  @Test func aPayloadThatIsNotSealedIsRefused() async throws {
    let log = LogRemote()
    await log.push(Samples.batch(0xA, 1))
    let page = try await SealedRemote(log, key: try Samples.key).pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches.isEmpty && page.problems.count == 1)
    #expect(page.problems.first?.description == "batch a/1: \(SealingError.unknownFormat(1))")
  }

  @Test func aWrongKeyIsOneError() async throws {
    let log = LogRemote()
    let owner = SealedRemote(log, key: try Samples.key)
    let stranger = SealedRemote(log, key: try Samples.otherKey)
    try await stranger.open()
    for number in 1...300 as ClosedRange<UInt64> { try await owner.push(Samples.batch(0xA, number)) }
    await #expect(throws: SealingError.wrongKey) { try await stranger.open() }
    await #expect(throws: SealingError.wrongKey) { try await stranger.pull(after: RemoteCursor(), limit: 9) }
    try await owner.leave(snapshot: [1], of: VersionVector())
    await #expect(throws: SealingError.wrongKey) { try await stranger.snapshots() }
    try await owner.open()
    // With a snapshot alone.
    await log.change { $0 = [] }
    try await owner.open()
    await #expect(throws: SealingError.wrongKey) { try await stranger.open() }
  }

  @Test func oneMemberWithAnotherKeyStopsNobodyElse() async throws {
    let log = LogRemote()
    let remote = SealedRemote(log, key: try Samples.key)
    let stranger = SealedRemote(log, key: try Samples.otherKey)
    for number in 1...70 as ClosedRange<UInt64> { try await stranger.push(Samples.batch(0xA, number)) }
    try await remote.push(Samples.batch(0xB, 1))
    try await remote.open()
    // The first page has the other key's only.
    let first = try await remote.pull(after: RemoteCursor(), limit: 50)
    #expect(first.batches.isEmpty && first.problems.map(\.batch.number) == [1])
    let second = try await remote.pull(after: first.cursor, limit: 50)
    #expect(second.batches == [Samples.batch(0xB, 1)] && second.problems.map(\.batch.number) == [1])
    // Now that the key is proven, the other one's next batches are no reason to look at everything again.
    let pulls = await log.pulls
    for number in 71...80 as ClosedRange<UInt64> { try await stranger.push(Samples.batch(0xA, number)) }
    let third = try await remote.pull(after: second.cursor, limit: 50)
    #expect(third.batches.isEmpty && third.problems.count == 1)
    #expect(await log.pulls == pulls + 2)
    #expect(try await remote.pull(after: third.cursor, limit: 50).cursor == third.cursor)
  }

  @Test func aDamagedFileIsReadAgainWhenItIsWhole() async throws {
    let writer = try remote(0xA)
    try await writer.open()
    for number in 1...3 as ClosedRange<UInt64> { try await writer.push(Samples.batch(0xA, number)) }
    let path = folder.path + "/000000000000000a/0000000000000002.batch"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    // The file's own checksum is right: somebody changed it on purpose.
    let other = FolderRemote(path: folder.path + "/other", replica: Replica(0xA))
    try FileManager.default.createDirectory(atPath: folder.path + "/other", withIntermediateDirectories: false)
    try await other.open()
    var forged = try BatchCodec().envelope(of: Array(whole.dropLast(8)))
    forged.payload[30] ^= 1
    try await other.push(forged)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(
      atPath: folder.path + "/other/000000000000000a/0000000000000002.batch", toPath: path)
    let reader = try remote(0xB)
    let page = try await reader.pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches == [Samples.batch(0xA, 1)] && page.problems.map(\.batch.number) == [2])
    try whole.write(to: URL(fileURLWithPath: path))
    let next = try await reader.pull(after: page.cursor, limit: 9)
    #expect(next.batches.suffix(2) == [Samples.batch(0xA, 2), Samples.batch(0xA, 3)] && next.problems.isEmpty)
    #expect(try await reader.pull(after: next.cursor, limit: 9).batches.isEmpty)
  }

  @Test func snapshotsAreSealedToo() async throws {
    let log = LogRemote()
    let remote = SealedRemote(log, key: try Samples.key)
    var (seen, more) = (VersionVector(), VersionVector())
    seen[Replica(0xA)] = VersionVector.Progress(number: 2, clock: 5)
    more[Replica(0xA)] = VersionVector.Progress(number: 3, clock: 6)
    try await remote.leave(snapshot: Array("state".utf8), of: seen)
    #expect(try await remote.snapshots() == [Array("state".utf8)])
    let bytes = await log.snapshots()[0]
    for index in bytes.indices {
      await log.changeSnapshots { $0[0][index] ^= 0x40 }
      await #expect(throws: SealingError.self, "byte \(index)") { try await remote.snapshots() }
      await log.changeSnapshots { $0[0] = bytes }
    }
    // A damaged one does no harm where another one has seen as much.
    await log.changeSnapshots { $0[0][bytes.count - 1] ^= 1 }
    try await remote.leave(snapshot: Array("more".utf8), of: more)
    #expect(try await remote.snapshots() == [Array("more".utf8)])
  }

  private func remote(_ replica: UInt64) throws -> SealedRemote<FolderRemote> {
    SealedRemote(FolderRemote(path: folder.path, replica: Replica(replica)), key: try Samples.key)
  }
}
