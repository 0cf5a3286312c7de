import Dispatch
import DocketLocking
import Foundation

/// Watches for the commits of other processes, from the first request until its store is closed.
///
/// Code that starts a watch holds this object and not the store: holding the store, even for a moment, could make it
/// the last owner, and keep the files open for a while after everybody else believes them closed.
final class RemoteCommits: Sendable {
  private enum State {
    case idle
    case watching(RemoteCommitWatcher)
    case closed
  }

  private let state = Lock(State.idle)
  private let listener = Lock<(@Sendable (HistoryLog.Reading) -> Void)?>(nil)
  /// Nil for a store in memory, which no other process can reach.
  private let file: URL?
  private let pool: ConnectionPool
  private let history: HistoryLog
  private let ownWrites: OwnWrites

  /// - Parameter ownWrites: the transactions that are no commits of others.
  init(_ location: StoreLocation, pool: ConnectionPool, history: HistoryLog, ownWrites: OwnWrites) {
    if case .file(let url) = location { file = url } else { file = nil }
    self.pool = pool
    self.history = history
    self.ownWrites = ownWrites
  }

  /// Sets the listener, called with each commit on the watcher's queue; it must not hold the store.
  func setListener(_ listener: @escaping @Sendable (HistoryLog.Reading) -> Void) {
    self.listener.withLock { $0 = listener }
  }

  /// Starts to watch, once; where the system has no watches left, commits of others are seen when rows are fetched.
  func watch() {
    guard let file else { return }
    state.withLock { state in
      guard case .idle = state, let connection = try? pool.lease() else { return }
      // Read first: rows read from now on are at least as new as this token.
      guard let token = try? history.latestToken(on: connection) else { return pool.giveBack(connection) }
      let watcher = RemoteCommitWatcher(file: file, connection: connection, history: history, token: token) {
        [weak self] reading in self?.listener.withLock { $0 }?(reading)
      }
      watcher.start(ownWrites)
      state = .watching(watcher)
    }
  }

  /// Stops watching, after a start that is under way; the store's files are then closed.
  func close() {
    state.withLock { state in
      if case .watching(let watcher) = state { watcher.stop() }
      state = .closed
    }
  }
}

/// Notices commits of other processes without polling, and announces what they changed.
///
/// The kernel reports writes of the write-ahead log, `PRAGMA data_version` says whether another connection committed
/// (https://www.sqlite.org/pragma.html#pragma_data_version), and the history says what. Everything happens on one
/// serial queue; while there are no writes, nothing runs.
// Sound as `@unchecked Sendable`: mutable state is touched on `queue` only, but for the connection, which is locked.
private final class RemoteCommitWatcher: @unchecked Sendable {
  private let queue = DispatchQueue(label: "OpenSwiftData.RemoteCommitWatcher", qos: .userInitiated)
  private let file: URL
  /// Nil once the store is closed.
  private let connection: Lock<Connection?>
  private let history: HistoryLog
  private let announce: @Sendable (HistoryLog.Reading) -> Void
  private var logWatch: LogWatch?
  private var token: Int64
  private var dataVersion: Int64 = 0
  /// Counts the writes, so that a scheduled check knows whether a later write has started a new series.
  private var writeCount = 0

  /// The delays between the checks after a write, in milliseconds.
  ///
  /// A writer appends to the log, which wakes us, then syncs, for seconds on a slow disk, and only then makes the
  /// commit visible, which does not wake us. Every further write starts the series again.
  private static let checkDelays = [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120]

  /// - Parameters:
  ///   - connection: used on the watcher's queue only.
  ///   - token: up to where the history is known.
  init(
    file: URL, connection: Connection, history: HistoryLog, token: Int64,
    announce: @escaping @Sendable (HistoryLog.Reading) -> Void
  ) {
    self.file = file
    self.connection = Lock(connection)
    self.history = history
    self.announce = announce
    self.token = token
  }

  /// Starts in the background: adding a watch can take the kernel some milliseconds.
  func start(_ ownWrites: OwnWrites) {
    queue.async { [weak self] in
      guard let self else { return }
      logWatch = LogWatch(store: file, ownWrites: ownWrites, queue: queue) { [weak self] in self?.checkRepeatedly() }
      // For commits from before the watch was in place, and those under way.
      checkRepeatedly()
    }
  }

  /// Closes the connection, after a check that is under way.
  func stop() {
    connection.withLock { connection in
      connection?.close()
      connection = nil
    }
  }

  private func checkRepeatedly() {
    writeCount += 1
    check()
    check(after: Self.checkDelays[...], write: writeCount)
  }

  private func check(after delays: ArraySlice<Int>, write: Int) {
    guard let delay = delays.first else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      guard let self, writeCount == write else { return }
      check()
      check(after: delays.dropFirst(), write: write)
    }
  }

  /// Announces what others committed since the last check; a store that can't be read now is read by a later one.
  private func check() {
    guard let reading = connection.withLock({ $0.flatMap(newCommits) }), !reading.changes.isEmpty else { return }
    announce(reading)
  }

  private func newCommits(on connection: Connection) -> HistoryLog.Reading? {
    guard let version = try? connection.integer("PRAGMA data_version"), version != dataVersion else { return nil }
    guard let reading = try? history.changes(after: token, skippingOwn: true, on: connection) else { return nil }
    (token, dataVersion) = (reading.token, version)
    return reading
  }
}
