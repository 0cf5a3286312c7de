import Synchronization

/// Gives others who want to write to a store their turn, between the transactions of all engines of that store.
///
/// SQLite has whoever waits for its write lock look from time to time, in no order, so that one who takes one transaction
/// after the other would keep all others out. After half a second of transactions nobody takes one for as long as the others
/// wait between two looks, at most (https://www.sqlite.org/c3ref/busy_timeout.html).
final class WritingTurns: Sendable {
  private static let longestWait = Duration.milliseconds(100)
  private static let longestTurn = Duration.milliseconds(500)

  /// For how long transactions ran since the last pause.
  private let turn = Mutex(Duration.zero)

  /// Waits if it is the others' turn.
  ///
  /// - Parameter held: how long a transaction took.
  func pause(after held: Duration) async throws {
    let isOver = turn.withLock { turn in
      turn += held
      guard turn >= Self.longestTurn else { return false }
      turn = .zero
      return true
    }
    if isOver { try await Task.sleep(for: Self.longestWait) }
  }
}
