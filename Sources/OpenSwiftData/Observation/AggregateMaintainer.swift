import Dispatch
import Foundation
import Synchronization

/// Computes an aggregate in the background, and again after commits that affect it.
///
/// The first reading also marks the rows that count if the aggregate can be followed; later commits then cost as much as
/// the rows that they changed.
// Sound as `@unchecked Sendable`: the mutable state is only used on `queue`, except for what `start` sets before anything
// runs there.
final class AggregateMaintainer<Value: Sendable>: @unchecked Sendable {
  private let store: SQLiteStore
  private let reading: AggregateReading<Value>
  private let deliver: @Sendable (Result<Value, any Error>) -> Void
  private let queue: DispatchQueue
  private let interruptible = InterruptibleReading()
  private var follower: CommitFollower?
  private var work: ThrottledWork?

  /// Whether it was found that there are too many rows to follow.
  private var isTooLarge = false
  /// What follows the commits, and up to where in the history it did; nil before it has read everything.
  private var followed: (aggregate: any FollowedAggregate<Value>, token: Int64)?

  init(
    _ reading: AggregateReading<Value>, store: SQLiteStore,
    deliver: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.reading = reading
    self.store = store
    self.deliver = deliver
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

/// The queues on which a store's aggregates are computed, one after the other on each.
///
/// An aggregate may read a million rows, and a screen shows a dozen of them. All at once they would keep every processor
/// busy, and an actor that has keys to answer would wait for its share of one. So there are fewer queues than processors, and
/// never so many that they hold all connections for followers. On a queue, aggregates are computed in the order in which
/// they were asked for.
final class AggregateQueues: Sendable {
  private let queues: [DispatchQueue]
  private let next = Atomic<Int>(0)

  private static let largestCount = 2

  init(processors: Int = ProcessInfo.processInfo.activeProcessorCount) {
    queues = (0..<max(1, min(processors - 1, Self.largestCount))).map {
      DispatchQueue(label: "OpenSwiftData.AggregateQueues.\($0)", qos: .userInitiated)
    }
  }

  /// A queue for one aggregate, whose work takes turns with that of others.
  func makeQueue() -> DispatchQueue {
    let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return DispatchQueue(
      label: "OpenSwiftData.AggregateMaintainer", qos: .userInitiated, target: queues[turn % queues.count])
  }
}
