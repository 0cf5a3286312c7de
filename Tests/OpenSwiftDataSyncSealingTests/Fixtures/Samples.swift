import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import Testing

/// Keys and batches of the tests.
enum Samples {
  /// The bytes 0 to 31.
  static var key: SpaceKey { get throws { try #require(SpaceKey(bytes: Array(0..<32))) } }

  /// The bytes 1 to 32.
  static var otherKey: SpaceKey { get throws { try #require(SpaceKey(bytes: Array(1...32))) } }

  static func header(_ replica: UInt64 = 0xA, _ number: UInt64 = 3) -> BatchHeader {
    var vector = VersionVector()
    vector[Replica(replica)] = VersionVector.Progress(number: number - 1, clock: (1_600_000_000_000 + number) << 16)
    return BatchHeader(
      id: BatchID(replica: Replica(replica), number: number), vector: vector,
      clock: (1_600_000_000_001 + number) << 16, fingerprint: 7)
  }

  /// A batch that inserts items with these titles.
  static func batch(
    _ replica: UInt64 = 0xA, _ number: UInt64 = 1, titles: [String] = ["Fix the door"]
  ) -> BatchEnvelope {
    let header = header(replica, number)
    let changes = titles.enumerated().map { index, title in
      Change(
        row: SyncIdentity(high: replica << 32 | number, low: UInt64(index)), entity: "Item", key: .property("title"),
        value: .text(title), stamp: header.stamp)
    }
    return BatchCodec().envelope(of: Batch(header: header, changes: changes))
  }
}
