import OpenSwiftData

/// What a store knows of sync.
public struct SyncStatus: Hashable, Sendable {
  /// What is kept equal.
  public let space: SyncIdentity
  /// This store among the others.
  public let replica: Replica
  /// Where the remote is, as it was set up.
  public let location: String
  /// Where the remote goes on.
  public let cursor: RemoteCursor
  /// How many batches of this store a remote has had.
  public let sent: UInt64
  /// How many batches no remote has yet.
  public let unsent: Int
  /// How many values are kept that nobody has decided about.
  public let conflicts: Int
  /// How many batches wait for others, or can't be read.
  public let setAside: Int
}

// MARK: - What is set aside

extension SyncEngine {
  /// The batches that were received and are not merged, each with the reason in one line; `SyncStatus.setAside` counts them.
  ///
  /// - Returns: those that can't be read, those that wait for others, and those from clocks that are ahead.
  /// - Throws: `SyncError.notSetUp`, `StoreError`.
  /// - Complexity: O(what waits).
  public func setAside() throws -> [RemoteProblem] {
    let ahead = try read { try SyncTables($0, at: place).keptBatches().ahead }
    return try looking { merge in
      merge.state.setAside.sorted { $0.key < $1.key }.map { RemoteProblem(batch: $0, description: "\($1.reason)") }
        + merge.state.parts.waiting.map { RemoteProblem(batch: $0.id, description: merge.state.seen.lack(of: $0)) }
        + ahead.map { RemoteProblem(batch: $0.header.id, description: "its clock is ahead: it waits until then") }
    }
  }
}

extension VersionVector {
  /// What a batch waits for, in words.
  fileprivate func lack(of batch: Batch) -> String {
    let known = batch.header.vector
    let missing = known.replicas.first { self[$0].number < known[$0].number }
    let next = missing.map { BatchID(replica: $0, number: self[$0].number + 1) }
    let before = BatchID(replica: batch.id.replica, number: self[batch.id.replica].number + 1)
    return "it waits for batch \(next ?? before)"
  }
}

// MARK: - Rounds

/// What a round did.
public struct SyncReport: Hashable, Sendable {
  /// How many batches were pushed.
  public var pushed = 0
  /// How many batches were pulled.
  public var pulled = 0
  /// How many rows of the store changed.
  public var changed = 0
  /// What the remote has and can't give.
  public var problems: [RemoteProblem] = []
  /// The format of a snapshot that a later version of the program left; nil if all could be read.
  ///
  /// What it stands for, and what was written in the knowledge of that, waits for an upgrade; all else was merged, as long
  /// as the round was receiving.
  public var laterSnapshot: UInt64?
  /// Whether a snapshot is there that can't be merged now: a later version left it, it is damaged, or its clock is ahead.
  var awaitsSnapshot = false
  /// Whether it took all that the remote has: not if so much waits for a snapshot of a later version that there is no room
  /// for more.
  public var isReceiving = true
  /// How far this machine's clock is behind the remote's, in milliseconds, if that is more than a minute.
  ///
  /// One that is ahead has no round: `SyncError.clockAhead`.
  public var clockDifference: Int64?

  /// A round that did nothing.
  public init() {}

  /// What two rounds did, together.
  public static func += (left: inout SyncReport, right: SyncReport) {
    left.pushed += right.pushed
    left.pulled += right.pulled
    left.changed += right.changed
    left.problems += right.problems
    left.laterSnapshot = left.laterSnapshot ?? right.laterSnapshot
    left.awaitsSnapshot = left.awaitsSnapshot || right.awaitsSnapshot
    left.isReceiving = left.isReceiving && right.isReceiving
    left.clockDifference = left.clockDifference ?? right.clockDifference
  }
}
