import CSQLite

/// A value that only one thread at a time may touch, guarded by one of SQLite's own fast mutexes.
///
/// The mutex follows the threading mode SQLite was built with. On Linux it is a plain POSIX mutex, which
/// ThreadSanitizer understands; `Synchronization.Mutex` is a priority-inheritance futex there, whose hand-over inside
/// the kernel ThreadSanitizer cannot see, so that it reports races in correct programs as soon as two threads contend.
///
/// Manual: https://www.sqlite.org/c3ref/mutex_alloc.html
///
/// `@unchecked Sendable` is sound because `value` is private and is read and written only by `withLock`, between
/// `sqlite3_mutex_enter` and `sqlite3_mutex_leave`. Bodies must not let references into the value escape, other than
/// addresses whose life is defined by the type that hands them out.
final class SQLiteMutex<Value: ~Copyable>: @unchecked Sendable {
  private let mutex: OpaquePointer?
  private var value: Value

  /// Takes the value in; fails by trapping when SQLite cannot allocate a mutex in a threaded build.
  init(_ value: consuming Value) {
    mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST)
    // A build without threads hands out no mutex and needs none.
    precondition(mutex != nil || sqlite3_threadsafe() == 0, "SQLite could not allocate a mutex")
    self.value = value
  }

  deinit {
    sqlite3_mutex_free(mutex)
  }

  /// Runs `body` with exclusive access to the value; not reentrant.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    sqlite3_mutex_enter(mutex)
    defer { sqlite3_mutex_leave(mutex) }
    return try body(&value)
  }
}
