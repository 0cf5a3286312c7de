import Dispatch
import DocketLocking
import Foundation

/// Admits one writer at a time of a container to its store, in the order of arrival.
///
/// It is taken before SQLite's own write lock, whose busy handler sleeps and retries, which lets late comers overtake
/// and causes a long tail of waits. Waiting blocks the calling thread, so it is for threads of background executors.
///
/// A write inside of a write on the same thread is refused, as when the block of an exclusive transaction saves another
/// context: it would wait for itself, or through another container of the file until SQLite's timeout.
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

  private static let running = Lock<Set<Write>>([])

  private let target: Target
  private let lock = FairLock()

  init(_ target: Target) { self.target = target }

  /// Waits for earlier writes to the store and runs the body; throws `SwiftDataError.nestedWrite` inside of another
  /// write.
  func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    let write = Write(target: target, thread: UInt(pthread_self()))
    guard Self.running.withLock({ $0.insert(write).inserted }) else { throw SwiftDataError.nestedWrite }
    defer { Self.running.withLock { _ = $0.remove(write) } }
    return try lock.withLock(body)
  }
}

/// A mutual exclusion lock that serves its waiters in the order of arrival.
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
