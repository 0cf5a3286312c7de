import OpenSwiftDataSync

/// A remote in memory that gives batches in the order in which they came, as a database does.
actor LogRemote: SyncRemote {
  private(set) var batches: [BatchEnvelope] = []
  private var snapshotBytes: [[UInt8]] = []
  private(set) var pulls = 0

  nonisolated let replica = Replica(1)

  func open() {}

  func lastNumber() async throws -> UInt64 { 0 }

  func push(_ batch: BatchEnvelope) { batches.append(batch) }

  /// The cursor is the number of batches before it, in two bytes.
  func pull(after cursor: RemoteCursor, limit: Int) -> RemotePage {
    pulls += 1
    let start = cursor.bytes.reduce(0) { $0 << 8 | Int($1) }
    let page = batches[start...].prefix(limit)
    let bytes = [UInt8(page.endIndex >> 8), UInt8(page.endIndex & 0xFF)]
    var result = RemotePage(batches: Array(page), cursor: page.isEmpty ? cursor : RemoteCursor(bytes: bytes))
    result.needsSnapshot = start == 0 && !snapshotBytes.isEmpty
    return result
  }

  func wait(after cursor: RemoteCursor, until deadline: ContinuousClock.Instant) -> Bool {
    cursor.bytes.reduce(0) { $0 << 8 | Int($1) } < batches.count
  }

  func snapshots() -> [[UInt8]] { snapshotBytes }

  func leave(snapshot bytes: [UInt8], of seen: VersionVector) { snapshotBytes.append(bytes) }

  /// Changes what is stored.
  func change(_ body: @Sendable (inout [BatchEnvelope]) -> Void) { body(&batches) }

  func changeSnapshots(_ body: @Sendable (inout [[UInt8]]) -> Void) { body(&snapshotBytes) }
}
