/// What shows a result.
protocol ResultsNewsReader: AnyObject {
  /// Takes over the newest state, if there is one.
  func takeNews()
}

/// Hands the newest state of a result from the background to the executor that shows it.
final class ResultsNews: Sendable {
  private let newest = Lock<ResultsState?>(nil)
  private let handler = Lock<(@Sendable () -> Void)?>(nil)

  /// Leaves a state; one that was not taken yet is replaced.
  func put(_ state: ResultsState) {
    newest.withLock { $0 = state }
  }

  /// Takes the newest state, once.
  func take() -> ResultsState? {
    newest.withLock { newest in
      defer { newest = nil }
      return newest
    }
  }

  func onAnnounce(_ body: @escaping @Sendable () -> Void) { handler.withLock { $0 = body } }

  /// Tells the observer that there is something to take; on the executor it belongs to.
  func announce() { handler.withLock { $0 }?() }
}
