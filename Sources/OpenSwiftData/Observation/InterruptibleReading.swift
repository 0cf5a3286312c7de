import DocketLocking

/// A reading that may be ended from another thread once nobody needs what it reads.
final class InterruptibleReading: Sendable {
  private struct State {
    var connection: Connection?
    var isEnded = false
  }

  /// Thrown instead of beginning after the end.
  struct Ended: Error {}

  private let state = Lock(State())

  /// Runs a body that may be interrupted; the connection is out of reach before others get it.
  ///
  /// - Throws: `Ended`, or an error of SQLite, if it was ended.
  func run<Result>(on connection: Connection, _ body: () throws -> Result) throws -> Result {
    try state.withLock { state in
      if state.isEnded { throw Ended() }
      state.connection = connection
    }
    defer { state.withLock { $0.connection = nil } }
    return try body()
  }

  /// Ends the statement that runs, if one does; no other body runs any more.
  func end() {
    state.withLock { state in
      state.isEnded = true
      state.connection?.interrupt()
    }
  }
}
