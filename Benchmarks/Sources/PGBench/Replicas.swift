import Foundation
import Measuring
import OpenSwiftDataSync
import PostgreSQLRemote
import Synchronization

/// What all replicas found.
final class Findings: Sendable {
  struct Times {
    /// From the moment when a batch should go to the moment when it was acknowledged, in seconds.
    var pushes: [Double] = []
    /// From the moment when a batch should go to the moment when another replica had it.
    var deliveries: [Double] = []
    var failures: [String] = []
  }

  private let times = Mutex(Times())

  var all: Times { times.withLock { $0 } }

  func note(_ body: (inout Times) -> Void) { times.withLock { body(&$0) } }
}

/// A replica without a store, which calls its remote as `SyncEngine` and `docket-sync run` do.
struct SimulatedReplica {
  private let remote: PostgreSQLRemote
  private let findings: Findings
  private let start: ContinuousClock.Instant
  private var cursor = RemoteCursor()
  private var number: UInt64 = 0
  private var clock: UInt64

  /// - Parameter start: when time begins, for all.
  init(_ remote: PostgreSQLRemote, start: ContinuousClock.Instant, _ findings: Findings) {
    self.remote = remote
    self.start = start
    self.findings = findings
    clock = UInt64(Date().timeIntervalSince1970 * 1000) << 16
  }

  /// Connects.
  func begin() async throws { try await remote.open() }

  /// Pushes a batch at each of some times, and pulls what others push meanwhile.
  mutating func run(_ due: [Duration], until end: Duration) async {
    do {
      for moment in due {
        try await follow(until: start + moment)
        try await round(pushing: moment)
        let time = (ContinuousClock.now - start - moment).seconds
        findings.note { $0.pushes.append(time) }
      }
      try await follow(until: start + end)
    } catch {
      findings.note { $0.failures.append("\(error)") }
    }
  }

  /// Waits for news, and does a round for each.
  private mutating func follow(until deadline: ContinuousClock.Instant) async throws {
    while ContinuousClock.now < deadline {
      if try await remote.wait(after: cursor, until: deadline) { try await round(pushing: nil) }
    }
  }

  /// As `SyncEngine.round(with:)`.
  private mutating func round(pushing moment: Duration?) async throws {
    try await remote.open()
    _ = try await remote.lastNumber()
    if let moment { try await push(moment) }
    while true {
      let page = try await remote.pull(after: cursor, limit: 16)
      guard !page.batches.isEmpty || page.cursor != cursor else { return }
      let now = ContinuousClock.now - start
      let times = page.batches.map { (now - Payload.moment(of: $0.payload)).seconds }
      findings.note { $0.deliveries += times }
      if page.cursor == cursor { return }
      cursor = page.cursor
      if page.isLast { return }
    }
  }

  private mutating func push(_ moment: Duration) async throws {
    var vector = VersionVector()
    if number > 0 { vector[remote.replica] = VersionVector.Progress(number: number, clock: clock) }
    number += 1
    clock += 1 << 16
    try await remote.push(
      BatchEnvelope(
        header: BatchHeader(
          id: BatchID(replica: remote.replica, number: number), vector: vector, clock: clock, fingerprint: 1),
        payload: Payload.bytes(at: moment)))
  }
}

/// A payload as large as that of one changed title, which says when it was to go.
private enum Payload {
  private static let size = 200

  static func bytes(at moment: Duration) -> [UInt8] {
    let nanoseconds = UInt64(moment / .nanoseconds(1))
    return (0..<8).map { UInt8(truncatingIfNeeded: nanoseconds >> (8 * $0)) } + [UInt8](repeating: 7, count: size - 8)
  }

  static func moment(of bytes: [UInt8]) -> Duration {
    .nanoseconds(bytes.prefix(8).enumerated().reduce(0) { $0 | Int64($1.element) << (8 * Int64($1.offset)) })
  }
}
