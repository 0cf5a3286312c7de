import OpenSwiftDataSync

/// A remote whose payloads and snapshots are JSON, over any other remote: for a team that queries them.
///
/// Whoever carries the bytes reads all that is in them, and can change it. A batch that can't be read holds up its own
/// replica: it is a problem of each page until it can be, as in a `SealedRemote`.
public struct ReadableRemote<Base: SyncRemote>: SyncRemote {
  private let base: Base
  private let limit: Int

  /// A readable remote over another one.
  ///
  /// - Parameters:
  ///   - base: what carries the JSON.
  ///   - limit: how many bytes a payload or a snapshot may have; larger ones are neither written nor read.
  public init(_ base: Base, limit: Int = 1 << 28) {
    self.base = base
    self.limit = limit
  }

  /// Opens the base.
  ///
  /// - Throws: what the base throws.
  public func open() async throws { try await base.open() }

  /// The replica of the base.
  public var replica: Replica { base.replica }

  /// The clock of the base.
  public var clockDifference: Int64? { base.clockDifference }

  /// The number of the last batch that the base has of this replica.
  public func lastNumber() async throws -> UInt64 { try await base.lastNumber() }

  /// Pushes a batch as JSON; the same batch has the same bytes each time.
  ///
  /// - Throws: `SealingError.tooLarge`, and what the base throws.
  public func push(_ batch: BatchEnvelope) async throws { try await base.push(readable(batch)) }

  /// Pushes batches as JSON.
  ///
  /// - Throws: `SealingError.tooLarge`, and what the base throws.
  public func push(_ batches: [BatchEnvelope]) async throws { try await base.push(batches.map(readable)) }

  /// Gives batches that could be read.
  ///
  /// - Throws: what the base throws. What is wrong with a single batch is a problem of the page.
  public func pull(after cursor: RemoteCursor, limit: Int) async throws -> RemotePage {
    var round = PullRound(after: PullCursor(cursor), limit: limit) { batch throws(SealingError) in try read(batch) }
    try await round.take(from: base)
    return round.page
  }

  /// Waits as the base does.
  public func wait(after cursor: RemoteCursor, until deadline: ContinuousClock.Instant) async throws -> Bool {
    try await base.wait(after: PullCursor(cursor).front, until: deadline)
  }

  /// The snapshots; one that can't be read is given as it is, which the engine tells and asks for again.
  ///
  /// - Throws: what the base throws.
  public func snapshots() async throws -> [[UInt8]] {
    try await base.snapshots().map { json in
      guard json.count <= limit else { return json }
      return (try? ReadableStateCodec().bytes(of: json)) ?? json
    }
  }

  /// Leaves a snapshot as JSON.
  ///
  /// - Throws: `SealingError.tooLarge`, and what the base throws.
  public func leave(snapshot bytes: [UInt8], of seen: VersionVector) async throws {
    try await base.leave(snapshot: try checked(ReadableStateCodec().json(of: bytes)), of: seen)
  }
}

// MARK: - Batches

extension ReadableRemote {
  private func readable(_ batch: BatchEnvelope) throws(SealingError) -> BatchEnvelope {
    BatchEnvelope(header: batch.header, payload: try checked(ReadableBatchCodec().json(of: batch)))
  }

  private func read(_ batch: BatchEnvelope) throws(SealingError) -> BatchEnvelope {
    if batch.payload.first == Seal.format { throw .sealed }
    let json = try checked(batch.payload)
    do throws(CodecError) {
      return BatchEnvelope(header: batch.header, payload: try ReadableBatchCodec().payload(of: json, batch.header))
    } catch { throw .unreadable(error) }
  }

  private func checked(_ json: [UInt8]) throws(SealingError) -> [UInt8] {
    guard json.count <= limit else { throw .tooLarge(bytes: UInt64(json.count), limit: limit) }
    return json
  }
}
