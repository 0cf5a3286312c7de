import Dispatch
import DocketLocking
import Foundation

/// Lets one writer at a time of this process into a store, in the order of arrival.
///
/// It stands before SQLite's own write lock: SQLite's busy handler sleeps and retries, which lets late comers overtake
/// and causes a long tail of waits. Waiting blocks the calling thread, so it is for the threads of background
/// executors.
///
/// A write that would wait for itself is refused: one from inside of a write on the same thread, as when the block of
/// an exclusive transaction saves another context. Neither would ever end; through another container of the same file
/// it would end with SQLite's timeout.
final class WriteLock: Sendable {
  /// The store that is written to, the same for all containers of a file.
  enum Target: Hashable {
    case file(OpenedFile.Number)
    case memory(ObjectIdentifier)
  }

  private struct Write: Hashable {
    let target: Target
    let thread: UInt
  }

  /// The writes that run in this process, whichever container they belong to.
  private static let running = Lock<Set<Write>>([])

  private let target: Target
  private let lock = FairLock()

  init(_ target: Target) { self.target = target }

  /// Waits for earlier writes to the store and runs the body.
  ///
  /// - Throws: what the body throws; `SwiftDataError.nestedWrite` if the calling thread is inside of a write to the
  ///   same store, and then the body does not run.
  func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    let write = Write(target: target, thread: UInt(pthread_self()))
    guard Self.running.withLock({ $0.insert(write).inserted }) else { throw SwiftDataError.nestedWrite }
    defer { Self.running.withLock { _ = $0.remove(write) } }
    return try lock.withLock(body)
  }
}

/// A mutual exclusion lock that serves its waiters in the order in which they came.
private final class FairLock: Sendable {
  private struct State {
    var isHeld = false
    var waiters: [DispatchSemaphore] = []
    var firstWaiter = 0

    /// Removes the first waiter; served ones are dropped in batches.
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
