import OpenSwiftDataSync
import Synchronization

/// A remote whose payloads and snapshots are compressed and sealed with a space's key, over any other remote.
///
/// What carries the bytes sees headers (who, when, in which knowledge) and sizes, and can neither read nor change what is
/// in them. A batch that can't be opened holds up its own replica: it is a problem of each page until it can be.
public struct SealedRemote<Base: SyncRemote>: SyncRemote {
  private let base: Base
  private let seal: Seal
  private let proof = KeyProof()

  /// A sealed remote over another one.
  ///
  /// - Parameters:
  ///   - base: what carries the sealed bytes.
  ///   - key: the space's key.
  ///   - limit: how many bytes a payload or a snapshot may have, unpacked; larger ones are neither sealed nor opened.
  public init(_ base: Base, key: SpaceKey, limit: Int = 1 << 28) {
    self.base = base
    seal = Seal(key: key, limit: limit)
  }

  /// Opens the base, and makes sure that the key is the space's before anything is pushed: until it is known, for that is
  /// looked for from the beginning.
  ///
  /// - Throws: `SealingError.wrongKey`, and what the base throws.
  public func open() async throws {
    try await base.open()
    if !proof.isFound { try await checkKey() }
  }

  /// The replica of the base.
  public var replica: Replica { base.replica }

  /// The clock of the base.
  public var clockDifference: Int64? { base.clockDifference }

  /// The number of the last batch that the base has of this replica.
  public func lastNumber() async throws -> UInt64 {
    try await base.lastNumber()
  }

  /// Seals a batch and pushes it; the same batch has the same bytes each time.
  ///
  /// - Throws: `SealingError.tooLarge`, and what the base throws.
  public func push(_ batch: BatchEnvelope) async throws {
    try await base.push(sealed(batch))
  }

  /// Seals batches and pushes them.
  ///
  /// - Throws: `SealingError.tooLarge`, and what the base throws.
  public func push(_ batches: [BatchEnvelope]) async throws { try await base.push(batches.map(sealed)) }

  /// Gives batches that could be opened.
  ///
  /// - Throws: `SealingError.wrongKey` if nothing can be opened because the space has another key, and what the base
  ///   throws. What is wrong with a single batch is a problem of the page.
  public func pull(after cursor: RemoteCursor, limit: Int) async throws -> RemotePage {
    var round = PullRound(after: PullCursor(cursor), limit: limit) { batch throws(SealingError) in try opened(batch) }
    try await round.take(from: base)
    if round.doubtsKey { try await checkKey() }
    return round.page
  }

  /// Waits as the base does.
  public func wait(after cursor: RemoteCursor, until deadline: ContinuousClock.Instant) async throws -> Bool {
    try await base.wait(after: PullCursor(cursor).front, until: deadline)
  }

  /// The snapshots, opened.
  ///
  /// One that can't be opened is left out if the others have seen all that it claims to have seen.
  ///
  /// - Throws: `SealingError` if they have not: what it stands for is in no batch any more, and going on would lose it.
  public func snapshots() async throws -> [[UInt8]] {
    let snapshots = try await base.snapshots()
    var opened: [[UInt8]] = []
    var seen = VersionVector()
    var closed: [(claims: VersionVector?, error: SealingError)] = []
    for bytes in snapshots {
      let snapshot = SealedSnapshot(bytes)
      do throws(SealingError) {
        guard let snapshot else { throw .damaged }
        opened.append(try snapshot.open(with: seal))
        seen.merge(snapshot.seen)
      } catch {
        closed.append((snapshot?.seen, error))
      }
    }
    if opened.isEmpty, closed.contains(where: { $0.error == .anotherKey }) { try await checkKey() }
    for (claims, error) in closed {
      guard let claims, seen.covers(claims) else { throw error }
    }
    return opened
  }

  /// Leaves a sealed snapshot.
  ///
  /// - Throws: `SealingError.tooLarge`, and what the base throws.
  public func leave(snapshot bytes: [UInt8], of seen: VersionVector) async throws {
    try await base.leave(snapshot: try SealedSnapshot(sealing: bytes, of: seen, with: seal).bytes, of: seen)
  }
}

// MARK: - Batches

extension SealedRemote {
  private func sealed(_ batch: BatchEnvelope) throws(SealingError) -> BatchEnvelope {
    BatchEnvelope(header: batch.header, payload: try seal.seal(batch.payload, of: Self.owner(batch.header)))
  }

  private func opened(_ batch: BatchEnvelope) throws(SealingError) -> BatchEnvelope {
    BatchEnvelope(header: batch.header, payload: try seal.open(batch.payload, of: Self.owner(batch.header)))
  }

  private static func owner(_ header: BatchHeader) -> [UInt8] {
    var writer = ByteWriter()
    writer.text("batch")
    writer.header(header)
    return writer.bytes
  }
}

// MARK: - The key

extension SealedRemote {
  private static var largestPage: Int { 64 }

  /// Makes sure that this is the key of some batch or snapshot, or that there is none yet.
  ///
  /// It looks at fingerprints only, usually that of one batch; at all of them only if none is the key's.
  ///
  /// - Throws: `SealingError.wrongKey`, and what the base throws.
  public func checkKey() async throws {
    if try await findsOwnKey() { proof.note() }
  }

  /// - Returns: whether something has this key; false if there is nothing yet.
  private func findsOwnKey() async throws -> Bool {
    var cursor = RemoteCursor()
    var limit = 1
    var (isOtherThere, hasSnapshots) = (false, false)
    while true {
      let page = try await base.pull(after: cursor, limit: limit)
      let claims = page.batches.compactMap { seal.claimsOwnKey($0.payload) }
      if claims.contains(true) { return true }
      isOtherThere = isOtherThere || !claims.isEmpty
      hasSnapshots = hasSnapshots || page.needsSnapshot
      // A full page at the same place ends before something that is missing, behind which there may be more.
      let isLast = page.batches.count < limit || limit == Self.largestPage
      if page.cursor == cursor, isLast { break }
      cursor = page.cursor
      limit = min(limit * 4, Self.largestPage)
    }
    if hasSnapshots {
      let claims = try await base.snapshots().compactMap { SealedSnapshot($0)?.claimsOwnKey(seal) }
      if claims.contains(true) { return true }
      isOtherThere = isOtherThere || !claims.isEmpty
    }
    if isOtherThere { throw SealingError.wrongKey }
    return false
  }
}

/// Whether something was found that is sealed with the key, once for all copies of a remote.
private final class KeyProof: Sendable {
  private let found = Atomic(false)

  var isFound: Bool { found.load(ordering: .acquiring) }

  func note() { found.store(true, ordering: .releasing) }
}
