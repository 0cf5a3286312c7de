import Dispatch
import DocketLocking
import Foundation

/// Notices commits of other processes without polling, and announces what they changed.
///
/// The kernel says when the write-ahead log is written, `PRAGMA data_version` whether another connection committed
/// (https://www.sqlite.org/pragma.html#pragma_data_version), and the history what. Everything happens on one serial
/// queue; while nobody writes, nothing runs.
// Sound as `@unchecked Sendable`: the mutable state is only touched on `queue`, but for the connection, which is locked.
final class RemoteCommitWatcher: @unchecked Sendable {
  private let queue = DispatchQueue(label: "OpenSwiftData.RemoteCommitWatcher", qos: .userInitiated)
  private let file: URL
  /// Nil once the store is closed.
  private let connection: Lock<Connection?>
  private let history: HistoryLog
  private let announce: @Sendable (HistoryLog.Reading) -> Void
  private var logWatch: LogWatch?
  private var token: Int64
  private var dataVersion: Int64 = 0
  private var lastWrite = 0

  /// When to look again after a write, in milliseconds after the look before; every further write begins anew.
  ///
  /// A writer appends to the log, which wakes us, then syncs, and only then makes the commit visible, which does not. A
  /// slow disk may need seconds for the sync.
  private static let furtherLooks = [20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120]

  /// - Parameters:
  ///   - connection: kept, and used on the watcher's queue only.
  ///   - token: up to where the history is known already.
  ///   - announce: called with what others committed, on the watcher's queue.
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

  /// Begins to watch, in the background: adding a watch can take the kernel some milliseconds.
  func start() {
    queue.async { [weak self] in
      guard let self else { return }
      logWatch = LogWatch(store: file, queue: queue) { [weak self] in self?.lookRepeatedly() }
      // What was committed before the watch was in place, or is being committed.
      lookRepeatedly()
    }
  }

  /// Closes the connection, after a look that has begun; the store's files are let go of when this returns.
  func stop() {
    connection.withLock { connection in
      connection?.close()
      connection = nil
    }
  }

  private func lookRepeatedly() {
    lastWrite += 1
    look()
    lookAgain(after: Self.furtherLooks[...], write: lastWrite)
  }

  private func lookAgain(after delays: ArraySlice<Int>, write: Int) {
    guard let delay = delays.first else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      guard let self, lastWrite == write else { return }
      look()
      lookAgain(after: delays.dropFirst(), write: write)
    }
  }

  /// Announces what others committed since the last look; a store that can't be read now is looked at again, with the
  /// further looks after a write and with the next commit.
  private func look() {
    guard let reading = connection.withLock({ $0.flatMap(news) }), !reading.changes.isEmpty else { return }
    announce(reading)
  }

  private func news(on connection: Connection) -> HistoryLog.Reading? {
    guard let version = try? connection.integer("PRAGMA data_version"), version != dataVersion else { return nil }
    guard let reading = try? history.changes(after: token, skippingOwn: true, on: connection) else { return nil }
    (token, dataVersion) = (reading.token, version)
    return reading
  }
}
