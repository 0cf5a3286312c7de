/// The name of a batch: the replica that made it, and its number there, from 1 without gaps.
public struct BatchID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The replica.
  public let replica: Replica
  /// The number.
  public let number: UInt64

  /// The name of a replica's batch.
  public init(replica: Replica, number: UInt64) {
    self.replica = replica
    self.number = number
  }

  /// Replica and number, as `1f/12`.
  public var description: String { "\(replica)/\(number)" }

  /// Whether the left one comes first: by replica, then by number.
  public static func < (left: BatchID, right: BatchID) -> Bool {
    left.replica == right.replica ? left.number < right.number : left.replica < right.replica
  }
}

/// What everybody may know about a batch, the remote included: who, when, and in which knowledge.
public struct BatchHeader: Hashable, Sendable {
  /// Replica and number.
  public var id: BatchID
  /// What the replica had seen when it wrote, its own earlier batches included.
  public var vector: VersionVector
  /// The clock of the batch: no stamp in it is larger.
  public var clock: UInt64
  /// A hash of the schema that the changes were written in.
  public var fingerprint: UInt64

  /// A header.
  public init(id: BatchID, vector: VersionVector, clock: UInt64, fingerprint: UInt64) {
    self.id = id
    self.vector = vector
    self.clock = clock
    self.fingerprint = fingerprint
  }

  /// The last stamp that the batch may have.
  public var stamp: Stamp { Stamp(clock: clock, replica: id.replica) }
}

/// Changes that a replica made in one knowledge of the others, applied as a whole or not at all.
public struct Batch: Hashable, Sendable {
  /// Who, when, and in which knowledge.
  public var header: BatchHeader
  /// The changes, in the order of their stamps.
  public var changes: [Change]

  /// A batch.
  public init(header: BatchHeader, changes: [Change]) {
    self.header = header
    self.changes = changes
  }

  /// Replica and number.
  public var id: BatchID { header.id }

  /// The rows that are changed.
  var rows: Set<SyncIdentity> { Set(changes.rowRuns.lazy.map { changes[$0.lowerBound].row }) }

  /// Whether this write knew of a value with a stamp when it was made.
  func knew(_ stamp: Stamp, at writing: Stamp) -> Bool {
    stamp.replica == writing.replica ? stamp.clock <= writing.clock : header.vector.covers(stamp)
  }
}

extension [Change] {
  /// Where changes of one row follow each other.
  var rowRuns: [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for index in indices.dropFirst() where self[index].row != self[start].row {
      runs.append(start..<index)
      start = index
    }
    return isEmpty ? [] : runs + [start..<count]
  }
}

/// A batch as a remote carries it: the header in the clear, the changes as bytes that may be compressed and sealed.
public struct BatchEnvelope: Hashable, Sendable {
  /// Who, when, and in which knowledge.
  public var header: BatchHeader
  /// The encoded changes; see `BatchCodec`.
  public var payload: [UInt8]

  /// An envelope.
  public init(header: BatchHeader, payload: [UInt8]) {
    self.header = header
    self.payload = payload
  }
}

// MARK: - Validation

/// Why a batch that could be read is not applied: it contradicts itself.
///
/// Only the batch is looked at, so that all replicas judge alike.
public enum BatchFlaw: Error, Hashable, Sendable, CustomStringConvertible {
  /// It claims another number for itself than follows from what its replica had written before.
  case number(UInt64)
  /// A stamp is another replica's.
  case foreignStamp(Stamp)
  /// A stamp is not later than what the batch claims to know, or than the stamp before it, or later than the header's.
  case disorderedStamp(Stamp)

  /// One line that says what is wrong.
  public var description: String {
    switch self {
    case .number(let number): "its number \(number) does not follow the one before"
    case .foreignStamp(let stamp): "the stamp \(stamp) belongs to another replica"
    case .disorderedStamp(let stamp): "the stamp \(stamp) is out of order"
    }
  }
}

extension Batch {
  /// Checks that the batch does not contradict itself.
  ///
  /// - Throws: `BatchFlaw`.
  /// - Complexity: O(changes).
  func validate() throws(BatchFlaw) {
    let own = header.vector[id.replica]
    guard id.number > 0, own.number == id.number - 1 else { throw .number(id.number) }
    let known = header.vector.latestClock
    guard header.clock >= own.clock else { throw .disorderedStamp(header.stamp) }
    var last = known
    for change in changes {
      guard change.stamp.replica == id.replica else { throw .foreignStamp(change.stamp) }
      guard change.stamp.clock > known, change.stamp.clock >= last, change.stamp.clock <= header.clock else {
        throw .disorderedStamp(change.stamp)
      }
      last = change.stamp.clock
    }
  }
}
