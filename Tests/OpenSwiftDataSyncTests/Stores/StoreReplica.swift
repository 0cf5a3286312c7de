import Foundation
import OpenSwiftData

@testable import OpenSwiftDataSync

/// A store in memory with its engine, and random edits of it as a program makes them.
struct StoreReplica {
  let container: ModelContainer
  let engine: SyncEngine
  let remote: LogRemote
  let clock: SkewedClock

  /// The store is filled before it is set up.
  ///
  /// - Parameter file: where it is; nil for one in memory.
  init(_ number: Int, log: SharedLog, drains: Bool, file: URL? = nil) throws {
    let clock = SkewedClock()
    self.clock = clock
    container = try ModelContainer(
      for: Schema([StoredTask.self, StoredTag.self]),
      configurations: [file.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true)])
    let replica = Replica(UInt64(number) + 1)
    var configuration = SyncConfiguration()
    configuration.wallTime = { log.time + clock.skew }
    configuration.newReplica = { replica }
    configuration.snapshotThreshold = 600
    // Several batches a drain, and several transactions a large one.
    configuration.batchLimit = 3
    configuration.transactionLimit = [2, 7, 2_000][number % 3]
    configuration.drainsBeforeMerging = drains
    configuration.newIdentity = { log.newIdentity() }
    engine = SyncEngine(container: container, configuration: configuration)
    remote = LogRemote(log: log, replica: replica)
  }

  /// What the store shows, by the identities of the ledger.
  func rows() async throws -> [SyncIdentity: VisibleRow] { try await engine.shownRows() }
}

/// How far a replica's clock is ahead of the others', in milliseconds.
final class SkewedClock: @unchecked Sendable {
  // Sound: a simulation uses it from one task at a time.
  var skew: Int64 = 0
}

extension SyncEngine {
  /// What the store shows, by identity: read from its tables.
  func shownRows() throws -> [SyncIdentity: VisibleRow] {
    try write { transaction in
      let schema = schema(transaction, of: place)
      let membership = try Membership(transaction, configuration.sharing, at: place)
      let ledger = try Ledger(transaction, schema, membership, at: place)
      var rows: [SyncIdentity: VisibleRow] = [:]
      for entity in schema.entities.values {
        let known = try ledger.shownKeys(in: 1...Int64.max, entity.name)
        let all = try transaction.keys(after: 0, limit: 100_000, entity.name)
        let keys = try membership.isValue(entity.name) ? known : membership.members(of: all, entity.name).sorted()
        let identities = try ledger.identities(of: keys, entity.name)
        let values = try ledger.shownValues(of: keys, entity.name)
        for key in keys {
          guard let identity = identities[key] else { throw SyncError.damaged("\(entity.name) \(key) has no identity") }
          var members: [String: [VisibleRow.Member]] = [:]
          for pair in entity.pairs {
            let targets = try transaction.members(of: [key], entity.name, pair.name)[key] ?? []
            let found = try ledger.shownIdentities(of: targets, pair.target)
            members[pair.name] = found.values.sorted().map { VisibleRow.Member(row: $0, key: "m") }
          }
          rows[identity] = VisibleRow(
            row: identity, entity: entity.name, values: values[key] ?? [:], members: members)
        }
      }
      return rows
    }
  }
}

/// What all replicas have pushed, with a clock that the schedule sets.
final class SharedLog: @unchecked Sendable {
  // Sound: a simulation uses it from one task at a time.
  var time: Int64 = 1_700_000_000_000
  var batches: [BatchEnvelope] = []
  var snapshots: [[UInt8]] = []
  /// What a snapshot stands for.
  var pruned = VersionVector()
  /// The remote's clock minus everybody's, in milliseconds, if it has one.
  var clockDifference: Int64?
  /// Whether the remote takes none, for example since they are too large.
  var refusesSnapshots = false
  var refusedSnapshots = 0
  /// How often somebody needed the snapshots.
  var snapshotReads = 0
  private var identities = SeededGenerator(seed: 1)

  func newIdentity() -> SyncIdentity { .random(using: &identities) }
}

/// A replica's view of the log: partitions, drops, doubles and reorders as the schedule says.
actor LogRemote: SyncRemote {
  struct Partitioned: Error {}
  struct NumberTaken: RemoteRefusal {
    let batch: BatchID
    var isNumberTaken: Bool { true }
  }

  nonisolated let replica: Replica
  private let log: SharedLog
  private var faults: SeededGenerator?
  private var isPartitioned = false
  private var beforeNextPage: (@Sendable () throws -> Bool)?
  private var hasDone = false

  init(log: SharedLog, replica: Replica) {
    self.log = log
    self.replica = replica
  }

  func set(partitioned: Bool) { isPartitioned = partitioned }

  /// From now on pages are torn, doubled and out of order; nil for no faults.
  func set(faults: SeededGenerator?) { self.faults = faults }

  /// Has something done while the next page is on its way.
  ///
  /// - Parameter body: returns whether there was something to do.
  func set(beforeNextPage body: @escaping @Sendable () throws -> Bool) {
    beforeNextPage = body
    hasDone = false
  }

  /// Whether something was done while a page was on its way.
  func hasDoneSomething() -> Bool { hasDone }

  nonisolated var clockDifference: Int64? { log.clockDifference }

  func open() async throws { if isPartitioned { throw Partitioned() } }

  func lastNumber() async throws -> UInt64 {
    log.batches.filter { $0.header.id.replica == replica }.map(\.header.id.number).max() ?? 0
  }

  func push(_ batch: BatchEnvelope) async throws {
    if let known = log.batches.first(where: { $0.header.id == batch.header.id }) {
      guard known == batch else { throw NumberTaken(batch: batch.header.id) }
    } else {
      log.batches.append(batch)
    }
    // The batch arrived, but its replica doesn't hear of it.
    if faults?.below(5) == 0 { throw Partitioned() }
  }

  func pull(after cursor: RemoteCursor, limit: Int) async throws -> RemotePage {
    if let body = beforeNextPage { hasDone = try body() }
    beforeNextPage = nil
    let position = cursor.bytes.reduce(0) { $0 << 8 | Int($1) }
    let present = log.batches.enumerated().filter { $0.offset >= position && $0.element.header.id.replica != replica }
    let others = present.filter { !log.pruned.covers($0.element.header.id) }
    guard var faults else {
      let page = others.prefix(limit)
      let end = page.count < limit ? log.batches.count : (page.last?.offset ?? position - 1) + 1
      var answer = RemotePage(batches: page.map(\.element), cursor: Self.cursor(end))
      answer.needsSnapshot = present.contains { $0.offset < end && log.pruned.covers($0.element.header.id) }
      return answer
    }
    // The cursor stays: all will come again.
    var batches: [BatchEnvelope] = []
    for _ in 0..<faults.below(4) where !others.isEmpty {
      var batch = others[faults.below(others.count)].element
      if faults.below(4) == 0 { batch.payload = Array(batch.payload.dropLast()) }
      batches.append(batch)
    }
    self.faults = faults
    return RemotePage(batches: batches, cursor: cursor)
  }

  func wait(after cursor: RemoteCursor, until deadline: ContinuousClock.Instant) async throws -> Bool { true }
  func snapshots() async throws -> [[UInt8]] {
    log.snapshotReads += 1
    return log.snapshots
  }

  func leave(snapshot bytes: [UInt8], of seen: VersionVector) async throws {
    guard !log.refusesSnapshots else {
      log.refusedSnapshots += 1
      throw Partitioned()
    }
    // Another one may have seen what this one has not.
    log.snapshots = Array(log.snapshots.suffix(2)) + [bytes]
    log.pruned.merge(seen)
  }

  private static func cursor(_ position: Int) -> RemoteCursor {
    RemoteCursor(bytes: (0..<4).map { UInt8(truncatingIfNeeded: position >> (24 - 8 * $0)) })
  }
}
