import Dispatch
import Foundation
import Synchronization

/// The queues on which a store's aggregates are computed, one after the other on each.
///
/// An aggregate may read a million rows, and a screen shows a dozen of them. All at once they would keep every processor
/// busy, and an actor that has keys to answer would wait for its share of one. So there are fewer queues than processors.
final class AggregateQueues: Sendable {
  private let queues: [DispatchQueue]
  private let next = Atomic<Int>(0)

  init(processors: Int = ProcessInfo.processInfo.activeProcessorCount) {
    queues = (0..<max(1, min(processors - 1, 4))).map {
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
