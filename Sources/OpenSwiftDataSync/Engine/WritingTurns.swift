import OpenSwiftData
import Synchronization

/// Gives others who want to write to a store their turn, between the transactions of all engines of that store.
///
/// SQLite has whoever waits for its write lock look from time to time, in no order, so that one who takes one transaction
/// after the other would keep all others out. After a quarter of a second of transactions nobody takes one for a little
/// longer than programs of this library wait between two looks; see `LockWaiting`. Others, earlier versions among them,
/// leave it to SQLite to wait, which looks ten times a second at last: every two seconds there is time for them, too
/// (https://www.sqlite.org/c3ref/busy_timeout.html). In this process whoever waits is next anyway.
final class WritingTurns: Sendable {
  /// How long transactions ran.
  private struct Run {
    /// Since the last pause.
    var time = Duration.zero
    /// Since the last pause that was long enough for all.
    var timeForAll = Duration.zero

    mutating func pause(after held: Duration) -> Duration? {
      time += held
      timeForAll += held
      guard time >= .milliseconds(250) else { return nil }
      time = .zero
      guard timeForAll >= .seconds(2) else { return LockWaiting.longestSleep + .milliseconds(4) }
      timeForAll = .zero
      return .milliseconds(100)
    }
  }

  private let run = Mutex(Run())

  /// Waits if it is the others' turn.
  ///
  /// - Parameter held: how long a transaction took.
  func pause(after held: Duration) async throws {
    if let pause = run.withLock({ $0.pause(after: held) }) { try await Task.sleep(for: pause) }
  }
}
