import COpenSwiftDataSQLite
import DocketLocking
import Foundation

@testable import OpenSwiftData

/// A result code of SQLite that a test did not ask for, or did.
struct MemoryConnectionError: Error, Equatable {
  let code: Int32
}

/// A connection through the C interface, without a mutex of its own: one thread only.
final class MemoryConnection {
  private var handle: OpaquePointer?

  init(_ path: String, timeout: Int32 = 0) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
    try check(sqlite3_open_v2(path, &handle, flags, MemoryVFS.register()))
    sqlite3_busy_timeout(handle, timeout)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  func execute(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// The first column of all rows as text.
  func column(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    var values: [String] = []
    while true {
      let code = sqlite3_step(statement)
      guard code == SQLITE_ROW else {
        try check(code)
        return values
      }
      values.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
    }
  }

  func text(_ sql: String) throws -> String {
    try column(sql).first ?? ""
  }

  func integer(_ sql: String) throws -> Int {
    Int(try text(sql)) ?? .min
  }

  /// Adds rows with ids of the range.
  func insert(_ ids: ClosedRange<Int>) throws {
    try execute(
      """
      WITH RECURSIVE c(i) AS (SELECT \(ids.lowerBound) UNION ALL SELECT i + 1 FROM c WHERE i < \(ids.upperBound))
      INSERT INTO item(id, name) SELECT i, 'item ' || i FROM c
      """
    )
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK, code != SQLITE_DONE { throw MemoryConnectionError(code: code) }
  }
}

/// A connection that lives on a thread of its own; calls wait for their result.
final class ConnectionThread: Sendable {
  private let queue = ConnectionQueue()

  init(_ database: MemoryDatabase, timeout: Int32 = 0) {
    let (queue, path) = (self.queue, database.path)
    Thread.detachNewThread {
      Self.serve(queue, path: path, timeout: timeout)
      queue.finish()
    }
  }

  /// Opens a connection, does the work, and closes the connection on return.
  private static func serve(_ queue: ConnectionQueue, path: String, timeout: Int32) {
    let connection = Result { try MemoryConnection(path, timeout: timeout) }
    while let work = queue.next() { work(connection) }
  }

  deinit {
    close()
  }

  /// Runs `body` on the thread and waits for it.
  func run<Value: Sendable>(_ body: @escaping @Sendable (MemoryConnection) throws -> Value) throws -> Value {
    try start(body)()
  }

  /// Runs `body` on the thread and returns what waits for it.
  func start<Value: Sendable>(
    _ body: @escaping @Sendable (MemoryConnection) throws -> Value
  ) -> () throws -> Value {
    let result = DocketLocking.Lock<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    queue.add { connection in
      let value = Result { try body(connection.get()) }
      result.withLock { $0 = value }
      done.signal()
    }
    return {
      done.wait()
      guard let value = result.withLock({ $0 }) else { throw MemoryConnectionError(code: SQLITE_INTERNAL) }
      return try value.get()
    }
  }

  /// Ends the thread and with it the connection, and waits until both are gone.
  func close() {
    queue.end()
  }
}

/// Work handed to a thread, in order.
private final class ConnectionQueue: Sendable {
  typealias Work = @Sendable (Result<MemoryConnection, any Error>) -> Void

  private let pending = DocketLocking.Lock<[Work?]>([])
  private let available = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)
  private let ended = DocketLocking.Lock(false)

  func add(_ work: @escaping Work) {
    pending.withLock { $0.append(work) }
    available.signal()
  }

  func next() -> Work? {
    available.wait()
    return pending.withLock { $0.removeFirst() }
  }

  func finish() {
    finished.signal()
  }

  func end() {
    let first = ended.withLock { ended in
      defer { ended = true }
      return !ended
    }
    guard first else { return }
    pending.withLock { $0.append(nil) }
    available.signal()
    finished.wait()
  }
}
