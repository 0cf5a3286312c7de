import COpenSwiftDataSQLite
import DocketLocking

@testable import OpenSwiftData

/// Records the text of every statement that some connections run.
final class StatementRecorder: Sendable {
  private let recorded = Lock<[String]>([])

  /// The statements so far, in the order in which they began.
  var statements: [String] { recorded.withLock { $0 } }

  func clear() { recorded.withLock { $0 = [] } }

  func count(where isCounted: (String) -> Bool) -> Int { statements.count(where: isCounted) }

  /// Records a connection from now on; the recorder must live as long as the connection is used.
  func attach(to connection: Connection) {
    sqlite3_trace_v2(
      connection.handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
        Unmanaged<StatementRecorder>.fromOpaque(context).takeUnretainedValue().recorded.withLock { $0.append(sql) }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Records the connections that the store keeps for readers and writers.
  func attach(to store: SQLiteStore, count: Int = 4) throws {
    guard count > 0 else { return }
    try store.read { connection in
      attach(to: connection)
      try attach(to: store, count: count - 1)
    }
  }
}
