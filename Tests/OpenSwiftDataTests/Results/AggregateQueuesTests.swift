import Dispatch
import DocketLocking
import Testing

@testable import OpenSwiftData

@Suite("Aggregates leave a processor to whoever has keys to answer")
struct AggregateQueuesTests {
  @Test(arguments: [1, 2]) func onFewProcessorsTheyAreComputedInTurn(_ processors: Int) {
    let queues = AggregateQueues(processors: processors)
    let (first, second) = (queues.makeQueue(), queues.makeQueue())
    let (isRunning, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = Lock<[Int]>([])
    first.async {
      isRunning.signal()
      mayEnd.wait()
      order.withLock { $0.append(1) }
    }
    isRunning.wait()
    second.async { order.withLock { $0.append(2) } }
    mayEnd.signal()
    second.sync {}
    #expect(order.withLock { $0 } == [1, 2])
  }

  @Test func onMoreProcessorsTwoAreComputedAtATime() {
    let queues = AggregateQueues(processors: 3)
    let (first, second) = (queues.makeQueue(), queues.makeQueue())
    let (isRunning, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    first.async {
      isRunning.signal()
      mayEnd.wait()
    }
    isRunning.wait()
    // Would wait for ever if the two shared a queue.
    second.sync {}
    mayEnd.signal()
  }
}
