import DocketLocking
import Foundation

/// Watches for the commits of other processes once somebody wants to know of them; ends with its store.
///
/// Whoever has a store watch needs this object and not the store. Who held the store, even for a moment, could be the
/// last to let go of it: its files would be open for a while after everybody else believes them closed.
final class CommitFollowing: Sendable {
  private enum State {
    case idle
    case following(RemoteCommitWatcher)
    case closed
  }

  private let state = Lock(State.idle)
  private let announce = Lock<(@Sendable (HistoryLog.Reading) -> Void)?>(nil)
  /// Nil for a store in memory, which no other process can reach.
  private let file: URL?
  private let pool: ConnectionPool
  private let history: HistoryLog

  init(_ location: StoreLocation, pool: ConnectionPool, history: HistoryLog) {
    if case .file(let url) = location { file = url } else { file = nil }
    self.pool = pool
    self.history = history
  }

  /// Sets who is told of commits, on a queue of the watcher; it must not hold the store.
  func tell(_ listener: @escaping @Sendable (HistoryLog.Reading) -> Void) { announce.withLock { $0 = listener } }

  /// Begins to watch, if nobody asked for it before.
  ///
  /// Where the system has no watches left, commits of others are seen when rows are fetched.
  func begin() {
    guard let file else { return }
    state.withLock { state in
      guard case .idle = state, let connection = try? pool.lease() else { return }
      // From here on, because what is read from now on is at least as new.
      guard let token = try? history.latestToken(on: connection) else { return pool.giveBack(connection) }
      let watcher = RemoteCommitWatcher(file: file, connection: connection, history: history, token: token) {
        [weak self] reading in self?.announce.withLock { $0 }?(reading)
      }
      watcher.start()
      state = .following(watcher)
    }
  }

  /// Ends it, after a beginning that is under way; the store's files are let go of when this returns.
  func close() {
    state.withLock { state in
      if case .following(let watcher) = state { watcher.stop() }
      state = .closed
    }
  }
}
