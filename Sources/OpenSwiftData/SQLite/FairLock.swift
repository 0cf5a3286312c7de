import Dispatch
import DocketLocking

/// A mutual exclusion lock that serves its waiters in the order in which they came.
///
/// It stands before SQLite's own write lock: SQLite's busy handler sleeps and retries, which lets late comers overtake
/// and costs a long tail of waits. Waiting blocks the calling thread, so it is for the threads of background executors.
final class FairLock: Sendable {
  private struct State {
    var isHeld = false
    var waiters: [DispatchSemaphore] = []
    var firstWaiter = 0

    /// Takes the first waiter out; served ones are dropped in batches.
    mutating func nextWaiter() -> DispatchSemaphore {
      let waiter = waiters[firstWaiter]
      firstWaiter += 1
      if firstWaiter >= 64, firstWaiter * 2 >= waiters.count {
        waiters.removeFirst(firstWaiter)
        firstWaiter = 0
      }
      return waiter
    }
  }

  private let state = Lock(State())

  /// Runs the body while holding the lock.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    acquire()
    defer { release() }
    return try body()
  }

  private func acquire() {
    let ticket: DispatchSemaphore? = state.withLock { state in
      guard state.isHeld else {
        state.isHeld = true
        return nil
      }
      let ticket = DispatchSemaphore(value: 0)
      state.waiters.append(ticket)
      return ticket
    }
    ticket?.wait()
  }

  private func release() {
    let next: DispatchSemaphore? = state.withLock { state in
      guard state.firstWaiter < state.waiters.count else {
        state.waiters.removeAll(keepingCapacity: true)
        state.firstWaiter = 0
        state.isHeld = false
        return nil
      }
      return state.nextWaiter()
    }
    next?.signal()
  }
}
