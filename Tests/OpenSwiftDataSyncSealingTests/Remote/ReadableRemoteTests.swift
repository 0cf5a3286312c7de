import Foundation
import OpenSwiftDataSync
import Testing

@testable import OpenSwiftDataSyncSealing

@Suite("A readable remote keeps JSON, and gives what was pushed")
struct ReadableRemoteTests {
  @Test func twoReplicasReadEachOtherInAFolder() async throws {
    let folder = TemporaryFolder()
    let remotes = [0xA, 0xB].map { ReadableRemote(FolderRemote(path: folder.path, replica: Replica($0))) }
    for remote in remotes { try await remote.open() }
    let batches = [Samples.batch(0xA, 1), Samples.batch(0xB, 1, titles: (0..<100).map { "Item \($0)" })]
    try await remotes[0].push(batches[0])
    try await remotes[1].push([batches[1]])
    // The same bytes again, so that the folder has it already.
    try await remotes[0].push(batches[0])
    #expect(try await remotes[0].pull(after: RemoteCursor(), limit: 9).batches == [batches[1]])
    let page = try await remotes[1].pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches == [batches[0]] && page.problems.isEmpty)
    #expect(try await remotes[1].wait(after: RemoteCursor(), until: .now))
    #expect(try await !remotes[1].wait(after: page.cursor, until: .now))
    #expect(try await remotes[0].lastNumber() == 1)
    let text = Data(#""property":"title","value":"Fix the door""#.utf8)
    #expect(try folder.files().values.contains { $0.range(of: text) != nil })
  }

  @Test func whatIsNoJSONHoldsUpItsReplicaOnly() async throws {
    let log = LogRemote()
    let remote = ReadableRemote(log)
    try await SealedRemote(log, key: try Samples.key).push(Samples.batch(0xA, 1))
    await log.push(BatchEnvelope(header: Samples.header(0xC, 1), payload: Array("{}".utf8)))
    await log.push(BatchEnvelope(header: Samples.header(0xD, 1), payload: Array(#"{"v":2,"new":true}"#.utf8)))
    for replica in [0xA, 0xB] as [UInt64] { try await remote.push(Samples.batch(replica, 2)) }
    let page = try await remote.pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches == [Samples.batch(0xB, 2)])
    #expect(page.problems.map(\.batch.replica) == [Replica(0xA), Replica(0xC), Replica(0xD)])
    #expect(page.problems.first?.description == "batch a/1: \(SealingError.sealed)")
    #expect(page.problems.last?.description.contains("later version (format 2); upgrade") == true)
    // Mended: it is read again, with what its replica wrote later.
    await log.change { batches in
      batches[0].payload = Array(#"{"v":1,"changes":[]}"#.utf8)
      batches.removeSubrange(1...2)
    }
    let next = try await remote.pull(after: RemoteCursor(), limit: 9)
    #expect(next.batches.map(\.header.id.replica) == [Replica(0xA), Replica(0xA), Replica(0xB)])
  }

  @Test func aReadablePayloadIsNoneOfASealedSpace() async throws {
    let log = LogRemote()
    try await ReadableRemote(log).push(Samples.batch(0xA, 1))
    let page = try await SealedRemote(log, key: try Samples.key).pull(after: RemoteCursor(), limit: 9)
    #expect(page.batches.isEmpty)
    #expect(page.problems.map(\.description) == ["batch a/1: \(SealingError.notSealed)"])
  }

  @Test func snapshotsAreReadableToo() async throws {
    let log = LogRemote()
    let remote = ReadableRemote(log)
    var state = SyncState(schema: SyncSchema(entities: [:]))
    var batch = Samples.batch(0xA, 1)
    batch.header.vector = VersionVector()
    _ = state.merge(batch)
    let bytes = StateCodec().bytes(of: state)
    try await remote.leave(snapshot: bytes, of: state.seen)
    let json = await String(decoding: log.snapshots()[0], as: UTF8.self)
    #expect(json.contains("Fix the door"))
    #expect(try await remote.snapshots() == [bytes])
    // What can't be read is left to the engine, which tells it.
    await log.changeSnapshots { $0.append([1, 2]) }
    #expect(try await remote.snapshots() == [bytes, [1, 2]])
  }

  @Test func tooMuchIsRefused() async throws {
    let log = LogRemote()
    let remote = ReadableRemote(log, limit: 300)
    try await remote.push(Samples.batch(0xA, 1))
    await #expect(throws: SealingError.self) { try await remote.push(Samples.batch(0xA, 2, titles: ["1", "2", "3"])) }
    try await ReadableRemote(log).push(Samples.batch(0xB, 2, titles: ["1", "2", "3"]))
    #expect(try await remote.pull(after: RemoteCursor(), limit: 9).problems.map(\.batch.replica) == [Replica(0xB)])
  }
}
