import DocketLocking

/// What shows a result.
protocol ResultsNewsReader: AnyObject {
  /// Takes over the newest state, if there is one.
  func takeNews()
}

/// Hands the newest state of something from the background to the executor that shows it.
final class ResultsNews<State: Sendable>: Sendable {
  private struct Newest {
    var state: State?
    /// Whether somebody is on the way to the reader.
    var isAnnounced = false
  }

  private let newest = Lock(Newest())
  private let handler = Lock<(@Sendable () -> Void)?>(nil)

  /// Leaves a state, and tells the reader unless somebody does already; a state that was not taken yet is replaced.
  func put(_ state: State, by route: NewsRoute) {
    newest.withLock { newest in
      newest.state = state
      if !newest.isAnnounced { newest.isAnnounced = route.schedule { self.announce() } }
    }
  }

  /// Whether there is a state that nobody brings to the reader.
  var isUnannounced: Bool { newest.withLock { $0.state != nil && !$0.isAnnounced } }

  /// Takes the newest state, once.
  func take() -> State? {
    newest.withLock { newest in
      defer { newest = Newest() }
      return newest.state
    }
  }

  func onAnnounce(_ body: @escaping @Sendable () -> Void) { handler.withLock { $0 = body } }

  /// Tells the reader that there is something to take; on the executor it belongs to.
  private func announce() { handler.withLock { $0 }?() }
}
