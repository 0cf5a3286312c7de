import Foundation

/// A value that only one thread at a time may touch, guarded by a POSIX mutex; not reentrant.
///
/// `Synchronization.Mutex` is a priority-inheritance futex on Linux. Its hand-over from one thread to the next happens
/// inside the kernel, where ThreadSanitizer cannot see it, so that correct programs are reported as soon as two threads
/// contend. A POSIX mutex is understood, and not slower.
// Sound as `@unchecked Sendable`: the value is private to its storage, and only reached between lock and unlock. Bodies
// must not let references into it escape.
struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let storage: LockStorage<Value>

  init(_ value: consuming Value) { storage = LockStorage.make(value) }

  /// Runs the body with exclusive access to the value.
  func withLock<Result: ~Copyable, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { (mutex, value) throws(Failure) in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
}
