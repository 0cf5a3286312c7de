/// A place that carries batches between replicas: a database, or a folder that something else copies.
///
/// A remote keeps bytes and an order; it merges nothing. It may give a batch twice and in any order.
public protocol SyncRemote: Sendable {
  /// The replica that pushes.
  var replica: Replica { get }

  /// Connects, and makes what this replica needs there.
  ///
  /// - Throws: an error with one line that says what is wrong and what to do.
  func open() async throws

  /// The remote's clock minus this machine's, in milliseconds, as of the last contact; nil if it has none, or before.
  var clockDifference: Int64? { get }

  /// The number of the last batch that the remote has of this replica; 0 without any.
  ///
  /// Asked for in each round: a store that knows of fewer was restored from a backup, or copied.
  func lastNumber() async throws -> UInt64

  /// Adds a batch; a second time, by replica and number, it does nothing.
  func push(_ batch: BatchEnvelope) async throws

  /// Adds batches one after the other; after an error some of them may be there.
  func push(_ batches: [BatchEnvelope]) async throws

  /// Gives batches of others that came after a position, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - cursor: the position that an earlier page ended at; `RemoteCursor()` for the beginning.
  ///   - limit: how many at most, larger than 0.
  func pull(after cursor: RemoteCursor, limit: Int) async throws -> RemotePage

  /// Waits until there may be batches after a position.
  ///
  /// - Returns: false if the deadline came first.
  func wait(after cursor: RemoteCursor, until deadline: ContinuousClock.Instant) async throws -> Bool

  /// The snapshots that stand for batches that are not there any more, as bytes of `StateCodec`; all are to be merged.
  func snapshots() async throws -> [[UInt8]]

  /// Leaves a snapshot in place of this replica's earlier one, and removes what nobody needs any more.
  ///
  /// - Parameters:
  ///   - bytes: the state, as bytes of `StateCodec`.
  ///   - seen: what the state has seen.
  func leave(snapshot bytes: [UInt8], of seen: VersionVector) async throws
}

extension SyncRemote {
  /// A remote without a clock.
  public var clockDifference: Int64? { nil }

  /// Adds each batch for itself.
  public func push(_ batches: [BatchEnvelope]) async throws {
    for batch in batches {
      try Task.checkCancellation()
      try await push(batch)
    }
  }
}

/// A position in what a remote has; only the remote that gave it can read it.
public struct RemoteCursor: Hashable, Sendable {
  /// What a remote wrote down; empty for the beginning.
  public var bytes: [UInt8]

  /// The beginning, or a position that was kept.
  public init(bytes: [UInt8] = []) { self.bytes = bytes }
}

/// Some of the batches of a remote.
public struct RemotePage: Sendable {
  /// The batches.
  public var batches: [BatchEnvelope]
  /// Where the next page begins.
  public var cursor: RemoteCursor
  /// Whether nothing came behind it when it was read; false where that is not known.
  public var isLast = false
  /// Whether a snapshot stands for batches that are not there any more: `snapshots` are to be merged before these.
  public var needsSnapshot = false
  /// The number of this replica's last batch that the remote has, if it was restored from a backup: later ones must be
  /// pushed again; nil if nothing is known to be missing.
  public var repeatPushesAfter: UInt64?
  /// What is there and can't be read now: it is tried again with the next page, and holds up only its own replica.
  public var problems: [RemoteProblem]

  /// A page.
  public init(batches: [BatchEnvelope], cursor: RemoteCursor, problems: [RemoteProblem] = []) {
    self.batches = batches
    self.cursor = cursor
    self.problems = problems
  }
}

/// An error of a push that the engine knows what to do about.
public protocol RemoteRefusal: Error {
  /// Whether the remote has another batch of the same name: the store was restored from a backup, or copied.
  var isNumberTaken: Bool { get }
}

/// Something that a remote has and can't give.
public struct RemoteProblem: Hashable, Sendable, CustomStringConvertible {
  /// The batch, or the last one that a snapshot stands for.
  public let batch: BatchID
  /// One line that says what is wrong with it.
  public let description: String

  /// A problem.
  public init(batch: BatchID, description: String) {
    self.batch = batch
    self.description = description
  }
}
