import SwiftData
import Synchronization

/// Something that one task at a time waits for; what was raised while nobody waited is not lost.
final class Signal: Sendable {
  private struct State {
    /// Whether it was raised since anybody was told.
    var isPending = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func raise() { wake(isPending: true) }

  /// Waits until it is raised; returns at once if it was since the last call, and when the task is cancelled.
  func next() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isPending || Task.isCancelled {
            state.isPending = false
            return true
          }
          state.waiting = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      wake(isPending: false)
    }
  }

  private func wake(isPending: Bool) {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      if isPending, state.waiting == nil { state.isPending = true }
      return state.waiting
    }
    waiting?.resume()
  }
}

/// Tells when something was saved to a store, by any process.
final class SaveSignals: Sendable {
  private let observer: HistoryObserver
  private let signal = Signal()

  /// - Throws: `StoreError`.
  init(_ container: ModelContainer) throws {
    observer = try HistoryObserver(modelContainer: container, isolation: nil)
    watch()
  }

  /// Waits for the next one, as `Signal.next` does.
  func next() async { await signal.next() }

  private func watch() {
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: { [weak self] in
      self?.signal.raise()
      // The change is made after this returns.
      Task { [weak self] in self?.watch() }
    }
  }
}
