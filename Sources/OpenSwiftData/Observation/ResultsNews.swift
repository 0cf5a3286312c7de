/// What shows a result.
protocol ResultsNewsReader: AnyObject {
  /// Takes over the newest state, if there is one.
  func takeNews()
}

/// Hands the newest state of something from the background to the executor that shows it.
final class ResultsNews<State: Sendable>: Sendable {
  private let newest = Lock<State?>(nil)
  private let handler = Lock<(@Sendable () -> Void)?>(nil)

  /// Leaves a state; one that was not taken yet is replaced.
  ///
  /// - Returns: whether nobody was told yet that there is something to take.
  func put(_ state: State) -> Bool {
    newest.withLock { newest in
      defer { newest = state }
      return newest == nil
    }
  }

  /// Takes the newest state, once.
  func take() -> State? {
    newest.withLock { newest in
      defer { newest = nil }
      return newest
    }
  }

  func onAnnounce(_ body: @escaping @Sendable () -> Void) { handler.withLock { $0 = body } }

  /// Tells the observer that there is something to take; on the executor it belongs to.
  func announce() { handler.withLock { $0 }?() }
}
