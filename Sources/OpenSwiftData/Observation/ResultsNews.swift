import Synchronization

/// What shows a result.
protocol ResultsNewsReader: AnyObject {
  /// Takes over the newest state, if there is one.
  func takeNews()
}

/// Hands the newest state of a result from the background to the executor that shows it.
final class ResultsNews: Sendable {
  private let newest = Mutex<(keys: OrderedKeys, isComplete: Bool)?>(nil)
  private let handler = Mutex<(@Sendable () -> Void)?>(nil)

  /// Leaves a state; one that was not taken yet is replaced.
  func put(_ keys: OrderedKeys, isComplete: Bool) {
    newest.withLock { $0 = (keys, isComplete) }
  }

  /// Takes the newest state, once.
  func take() -> (keys: OrderedKeys, isComplete: Bool)? {
    newest.withLock { newest in
      defer { newest = nil }
      return newest
    }
  }

  func onAnnounce(_ body: @escaping @Sendable () -> Void) { handler.withLock { $0 = body } }

  /// Tells the observer that there is something to take; on the executor it belongs to.
  func announce() { handler.withLock { $0 }?() }
}
