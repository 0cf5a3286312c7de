import Synchronization

/// Lets one in at a time, in the order of coming; who waits can be cancelled.
final class Turn: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var nextTicket = 0
  }

  private let state = Mutex(State())

  /// Waits for the turn, which has to be passed on.
  ///
  /// - Throws: `CancellationError`; there is nothing to pass on then.
  func take() async throws {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    let isMine = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(ticket, $0) }
    } onCancel: {
      withdraw(ticket)
    }
    if !isMine { throw CancellationError() }
  }

  /// Lets the next one in.
  func pass() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.isTaken = false }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }

  private func wait(_ ticket: Int, _ continuation: CheckedContinuation<Bool, Never>) {
    // A task that is cancelled from now on finds its ticket.
    let isMine: Bool? = state.withLock { state in
      if Task.isCancelled { return false }
      if !state.isTaken {
        state.isTaken = true
        return true
      }
      state.waiting.append((ticket, continuation))
      return nil
    }
    if let isMine { continuation.resume(returning: isMine) }
  }

  private func withdraw(_ ticket: Int) {
    let withdrawn = state.withLock { state in
      state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0) }
    }
    withdrawn?.continuation.resume(returning: false)
  }
}
