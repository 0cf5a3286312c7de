import Foundation
import OpenSwiftDataSync
import Testing

@testable import OpenSwiftDataSyncSealing

@Suite("A sealed folder shows no title, and its bytes are the same each time")
final class SealedBytesTests {
  private let folder = TemporaryFolder()

  /// Two machines write the same items to a folder; sealed, it has none of the texts, in whatever form.
  @Test(arguments: [true, false]) func aTitleIsInNoFile(isSealed: Bool) async throws {
    let titles = (0..<200).map { "Renew the certificate \($0) for Zoë" }
    for replica: UInt64 in [0xA, 0xB] {
      let base = FolderRemote(path: folder.path, replica: Replica(replica))
      let remote: any SyncRemote = isSealed ? SealedRemote(base, key: try Samples.key) : base
      try await remote.open()
      // One that compresses, and one that does not.
      let batches = [Samples.batch(replica, 1, titles: titles), Samples.batch(replica, 2, titles: ["Zoë"])]
      for batch in batches { try await remote.push(batch) }
      var state = SyncState(schema: SyncSchema(entities: [:]))
      for batch in batches { _ = state.merge(batch) }
      try await remote.leave(snapshot: StateCodec().bytes(of: state), of: VersionVector())
    }
    let files = try folder.files()
    #expect(files.count == 6)
    for text in ["Renew the certificate", "certificate 1", "Zoë", "Item", "title"] {
      let holders = files.filter { $0.value.firstRange(of: Data(text.utf8)) != nil }
      #expect(holders.isEmpty == isSealed, "\(text)")
    }
  }

  @Test func compressionIsBeforeSealing() async throws {
    let batch = Samples.batch(titles: (0..<200).map { "Renew the certificate \($0)" })
    let sealed = try await Self.pushed(batch, Samples.key)
    #expect(sealed.payload.count < batch.payload.count / 2)
  }

  @Test func aSecondPushHasTheSameBytes() async throws {
    let batch = Samples.batch(titles: (0..<50).map { "Item \($0)" })
    for _ in 0..<2 {
      // The folder refuses other bytes under the same number.
      let base = FolderRemote(path: folder.path, replica: Replica(0xA))
      let remote = SealedRemote(base, key: try Samples.key)
      try await remote.open()
      try await remote.push(batch)
      try await remote.push(batch)
    }
    #expect(try folder.files().count == 1)
    #expect(try await Self.pushed(batch, Samples.key) == Self.pushed(batch, Samples.key))
  }

  @Test func otherContentUnderOneHeaderHasAnotherNonce() async throws {
    let batch = Samples.batch(titles: ["Buy milk"])
    let other = BatchEnvelope(header: batch.header, payload: Samples.batch(titles: ["Buy salt"]).payload)
    let (first, second) = (try await Self.pushed(batch, Samples.key), try await Self.pushed(other, Samples.key))
    #expect(first.payload[9..<21] != second.payload[9..<21])
    let remote = SealedRemote(FolderRemote(path: folder.path, replica: Replica(0xA)), key: try Samples.key)
    try await remote.open()
    try await remote.push(batch)
    await #expect(throws: FolderRemoteError.numberTaken(batch.header.id)) { try await remote.push(other) }
  }

  // The bytes were computed by another program (Python's `cryptography` and `hashlib`) from the description of the
  // format. Whoever changes them makes what stands in remotes unreadable.
  @Test func theFormatStays() async throws {
    let header = BatchHeader(
      id: BatchID(replica: Replica(0xA), number: 3), vector: Self.vector, clock: 1_700_000_000_000 << 16,
      fingerprint: 7)
    let plain = BatchEnvelope(header: header, payload: Array("Fix the door".utf8))
    let expected =
      "53d847fa5501a8fc6190933e43501bd247ed4c1ffec61b0fc0db85223b8fd786eceb02cf2bfd278a8d603270b189843f6d28"
    #expect(try await Self.pushed(plain, Samples.key).payload == Self.bytes(expected))
    // Other builds of zlib may pack otherwise, but all unpack this.
    let packed = Self.bytes(
      "53d847fa5501a8fc61053cd5828846912c3b1b3da93d28d412e7470789dfc90468657b1d60351f7a91cd232cd6eb2d54c7009b5989"
        + "8004e9b011300b96fad02569f6")
    let log = LogRemote()
    await log.push(BatchEnvelope(header: header, payload: packed))
    let page = try await SealedRemote(log, key: try Samples.key).pull(after: RemoteCursor(), limit: 1)
    #expect(page.batches.map(\.payload) == [Array(String(repeating: "Fix the door. ", count: 20).utf8)])
  }

  private static var vector: VersionVector {
    var vector = VersionVector()
    vector[Replica(0xA)] = VersionVector.Progress(number: 2, clock: 1_600_000_000_000 << 16)
    return vector
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
  }

  private static func pushed(_ batch: BatchEnvelope, _ key: SpaceKey) async throws -> BatchEnvelope {
    let log = LogRemote()
    try await SealedRemote(log, key: key).push(batch)
    return try #require(await log.batches.first)
  }
}
