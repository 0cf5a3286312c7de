import Dispatch
import DocketLocking
import Foundation
import Synchronization

/// Computes an aggregate in the background, and again after commits that affect it, for all who observe it.
///
/// The first reading also marks the rows that count if the aggregate can be followed; later commits then cost as much as
/// the rows that they changed.
// Sound as `@unchecked Sendable`: the mutable state is only used on `queue`, except for `audience`, which is locked, and for
// `work` and `follower`, which `start` sets before anything can run there.
final class AggregateMaintainer<Value: Sendable>: @unchecked Sendable {
  typealias Delivery = @Sendable (Result<Value, any Error>) -> Void

  private struct Audience {
    var deliveries: [ObjectIdentifier: Delivery] = [:]
    /// The newest value, if one has been computed.
    var latest: Value?
    /// Whether it could not be brought up to date since.
    var hasFailed = false
  }

  private let store: SQLiteStore
  let reading: AggregateReading<Value>
  private let audience = Lock(Audience())
  private let queue: DispatchQueue
  private let interruptible = InterruptibleReading()
  private var follower: CommitFollower?
  private var work: ThrottledWork?

  /// Whether it was found that there are too many rows to follow.
  private var isTooLarge = false
  /// What follows the commits, and up to where in the history it did; nil before it has read everything.
  private var followed: (aggregate: any FollowedAggregate<Value>, token: Int64)?

  init(_ reading: AggregateReading<Value>, store: SQLiteStore) {
    self.reading = reading
    self.store = store
    queue = store.aggregateQueues.makeQueue()
  }

  deinit { stop() }

  func start() {
    let work = ThrottledWork(on: queue) { [weak self] in self?.compute() }
    let follower = CommitFollower(store, reading.dependencies, on: queue) { [weak self] in self?.update() }
    (self.work, self.follower) = (work, follower)
    follower.start()
    queue.async { work.request() }
  }

  /// Ends the work; nobody needs what is being computed, and others wait for their turn.
  func stop() {
    interruptible.end()
    follower?.stop()
  }

  // MARK: - Observers

  /// Delivers to an observer from now on; what has failed before is tried again.
  ///
  /// - Returns: the newest value, if one has been computed.
  func add(_ observer: ObjectIdentifier, _ delivery: @escaping Delivery) -> Value? {
    let (latest, hasFailed) = audience.withLock { audience in
      audience.deliveries[observer] = delivery
      return (audience.latest, audience.hasFailed)
    }
    if hasFailed { queue.async { [weak self] in self?.work?.request() } }
    return latest
  }

  /// - Returns: what delivered to the observer, to be released by the caller, and whether it was the last one.
  func remove(_ observer: ObjectIdentifier) -> (delivery: Delivery?, isLast: Bool) {
    audience.withLock { audience in
      let delivery = audience.deliveries.removeValue(forKey: observer)
      return (delivery, audience.deliveries.isEmpty)
    }
  }

  /// Under the lock, so that an observer gets values in their order.
  private func deliver(_ result: Result<Value, any Error>) {
    audience.withLock { audience in
      switch result {
      case .success(let value): (audience.latest, audience.hasFailed) = (value, false)
      case .failure: audience.hasFailed = true
      }
      for delivery in audience.deliveries.values { delivery(result) }
    }
  }

  // MARK: - Computing

  private func compute() {
    deliver(
      Result {
        try store.read { connection in
          try interruptible.run(on: connection) { try connection.givingWay { try self.value(on: connection) } }
        }
      })
  }

  private func value(on connection: Connection) throws -> Value {
    followed = nil
    guard !isTooLarge, var aggregate = reading.makeFollowed() else { return try reading.read(connection) }
    let value = try connection.withReadTransaction {
      let token = try store.history.latestToken(on: connection)
      let value = try aggregate.readAll(on: connection)
      isTooLarge = value == nil
      if value != nil { followed = (aggregate, token) }
      return value
    }
    return try value ?? reading.read(connection)
  }

  private func update() {
    // A pending computation will see the changes.
    guard work?.isPending != true else { return }
    do {
      let value = try store.follow { connection in
        try connection.withReadTransaction { try self.following(on: connection) }
      }
      if let value { deliver(.success(value)) } else { work?.request() }
    } catch {
      followed = nil
      deliver(.failure(error))
    }
  }

  /// - Returns: nil if it has to be computed anew.
  private func following(on connection: Connection) throws -> Value? {
    guard var (aggregate, token) = followed else { return nil }
    let reading = try store.history.changes(after: token, skippingOwn: false, on: connection)
    guard
      let affected = try self.reading.dependencies.affectedRows(
        by: reading.changes, atMost: aggregate.maxChanges, on: connection)
    else { return nil }
    // With one owner the marks are changed in place, not copied.
    followed = nil
    guard let value = try aggregate.follow(affected, on: connection) else { return nil }
    token = reading.token
    followed = (aggregate, token)
    return value
  }
}
