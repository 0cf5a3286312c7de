/// What a replica has seen: of each replica, all batches up to a number and all stamps up to a reading.
///
/// Vectors are ordered by what they cover, which is a partial order: neither of two may cover the other.
public struct VersionVector: Hashable, Sendable {
  /// How much of one replica's work was seen.
  public struct Progress: Hashable, Sendable {
    /// The number of the last batch; a replica's batches are numbered from 1 without gaps.
    public var number: UInt64
    /// The clock of the last batch: all the replica's stamps up to it were seen.
    public var clock: UInt64

    /// The progress with a number and a clock.
    public init(number: UInt64, clock: UInt64) {
      self.number = number
      self.clock = clock
    }

    func merging(_ other: Progress) -> Progress {
      Progress(number: max(number, other.number), clock: max(clock, other.clock))
    }
  }

  private var progress: [Replica: Progress] = [:]

  /// The vector that has seen nothing.
  public init() {}

  /// What was seen of a replica; zero if nothing was.
  ///
  /// Setting makes it exactly that.
  public subscript(_ replica: Replica) -> Progress {
    get { progress[replica] ?? Progress(number: 0, clock: 0) }
    set { progress[replica] = newValue == Progress(number: 0, clock: 0) ? nil : newValue }
  }

  /// The replicas of which something was seen, in their order.
  public var replicas: [Replica] { progress.keys.sorted() }

  /// How many replicas something was seen of.
  public var count: Int { progress.count }

  /// The largest clock that was seen: what is written in this knowledge must be later.
  public var latestClock: UInt64 { progress.values.reduce(0) { max($0, $1.clock) } }

  /// Whether a write was seen.
  public func covers(_ stamp: Stamp) -> Bool {
    guard let seen = progress[stamp.replica] else { return false }
    return stamp.clock <= seen.clock
  }

  /// Whether a batch was seen.
  public func covers(_ batch: BatchID) -> Bool { batch.number <= self[batch.replica].number }

  /// Whether all that the other has seen was seen.
  public func covers(_ other: VersionVector) -> Bool {
    other.progress.allSatisfy { replica, seen in
      let own = self[replica]
      return seen.number <= own.number && seen.clock <= own.clock
    }
  }

  /// Whether all batches that the other has seen were seen, or passed over because they can't be read.
  func coversNumbers(of other: VersionVector) -> Bool {
    other.progress.allSatisfy { replica, seen in seen.number <= self[replica].number }
  }

  /// Whether neither has seen all that the other has.
  public func isConcurrent(with other: VersionVector) -> Bool { !covers(other) && !other.covers(self) }

  /// Takes over what the other has seen.
  public mutating func merge(_ other: VersionVector) {
    progress.merge(other.progress) { $0.merging($1) }
  }
}

extension VersionVector: CustomStringConvertible {
  /// Replicas and their last numbers, as `{1f:12 2a:3}`.
  public var description: String { "{" + replicas.map { "\($0):\(self[$0].number)" }.joined(separator: " ") + "}" }
}
