import COpenSwiftDataSQLite
import DocketLocking

@testable import OpenSwiftData

/// Does something right before each statement of some connections begins, to force what else is left to chance.
final class StatementHook: Sendable {
  private let action: @Sendable (String) -> Void
  /// What the action does runs statements too.
  private let isActing = Lock(false)

  /// - Parameter action: gets the statement's text.
  init(_ action: @escaping @Sendable (String) -> Void) { self.action = action }

  private func act(before sql: String) {
    let isOutermost = isActing.withLock { isActing in
      defer { isActing = true }
      return !isActing
    }
    guard isOutermost else { return }
    action(sql)
    isActing.withLock { $0 = false }
  }

  /// Hooks a connection from now on; the hook must live as long as the connection is used.
  func attach(to connection: Connection) {
    sqlite3_trace_v2(
      connection.handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
        Unmanaged<StatementHook>.fromOpaque(context).takeUnretainedValue().act(before: sql)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Hooks the connections that the store keeps for readers and writers.
  func attach(to store: SQLiteStore, count: Int = 4) throws {
    guard count > 0 else { return }
    try store.read { connection in
      attach(to: connection)
      try attach(to: store, count: count - 1)
    }
  }
}
