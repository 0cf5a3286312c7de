import Dispatch
import DocketLocking
import Foundation
import Synchronization

/// The aggregates of a store that are observed: equal ones are computed and followed once.
///
/// A screen shows the same number in several places, and asks anew for one that it shows elsewhere.
final class SharedAggregates: Sendable {
  private struct Key: Hashable {
    let identity: SQLText
    let value: ObjectIdentifier
  }

  private let maintainers = Lock<[Key: any Sendable]>([:])

  /// Adds an observer to the maintainer of an aggregate, which begins to compute it if nobody observes it yet.
  ///
  /// - Returns: the maintainer, and the newest value if it has been computed.
  func add<Value>(
    _ observer: ObjectIdentifier, of reading: AggregateReading<Value>, in store: SQLiteStore,
    _ delivery: @escaping AggregateMaintainer<Value>.Delivery
  ) -> (AggregateMaintainer<Value>, Value?) {
    let key = key(reading)
    let (maintainer, latest, isNew) = maintainers.withLock { maintainers in
      if let key, let maintainer = maintainers[key] as? AggregateMaintainer<Value> {
        return (maintainer, maintainer.add(observer, delivery), false)
      }
      let maintainer = AggregateMaintainer(reading, store: store)
      _ = maintainer.add(observer, delivery)
      if let key { maintainers[key] = maintainer }
      return (maintainer, nil, true)
    }
    // Others may have been added by now; it can't have been stopped, as it has this observer.
    if isNew { maintainer.start() }
    return (maintainer, latest)
  }

  /// Removes an observer; after the last one the work ends.
  func remove<Value>(_ observer: ObjectIdentifier, from maintainer: AggregateMaintainer<Value>) {
    let removed = maintainers.withLock { maintainers in
      let removed = maintainer.remove(observer)
      if removed.isLast, let key = key(maintainer.reading) { maintainers[key] = nil }
      return removed
    }
    // Not under the lock, which what it refers to may need on its way out.
    withExtendedLifetime(removed.delivery) {}
    if removed.isLast { maintainer.stop() }
  }

  /// - Returns: nil if nothing is equal to it, as with NaN as an argument.
  private func key<Value>(_ reading: AggregateReading<Value>) -> Key? {
    guard let identity = reading.identity, identity == identity else { return nil }
    return Key(identity: identity, value: ObjectIdentifier(Value.self))
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
      FollowerThreads.queue("OpenSwiftData.AggregateQueues.\($0)")
    }
  }

  /// A queue for one aggregate, whose work takes turns with that of others.
  func makeQueue() -> DispatchQueue {
    let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return FollowerThreads.queue("OpenSwiftData.AggregateMaintainer", target: queues[turn % queues.count])
  }
}
