import Dispatch
import Testing

@testable import OpenSwiftData

@Suite("Aggregates leave a processor to whoever has keys to answer")
struct AggregateQueuesTests {
  /// Whether a second aggregate begins while a first one is computed.
  private func beginsBesideAnother(_ queues: AggregateQueues, within time: DispatchTimeInterval) -> Bool {
    let (first, second) = (queues.makeQueue(), queues.makeQueue())
    let (isRunning, mayEnd, hasBegun) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    first.async {
      isRunning.signal()
      mayEnd.wait()
    }
    isRunning.wait()
    second.async { hasBegun.signal() }
    let begins = hasBegun.wait(timeout: .now() + time) == .success
    mayEnd.signal()
    if !begins { hasBegun.wait() }
    return begins
  }

  @Test(arguments: [1, 2]) func onFewProcessorsTheyAreComputedInTurn(_ processors: Int) {
    #expect(!beginsBesideAnother(AggregateQueues(processors: processors), within: .milliseconds(200)))
  }

  @Test func onMoreProcessorsTwoAreComputedAtATime() {
    #expect(beginsBesideAnother(AggregateQueues(processors: 3), within: .seconds(60)))
  }
}
