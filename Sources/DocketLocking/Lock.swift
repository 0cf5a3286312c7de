import Foundation

/// A value that only one thread at a time may touch, guarded by a POSIX mutex; not reentrant.
///
/// `Synchronization.Mutex` is a priority-inheritance futex on Linux. Its hand-over from one thread to the next happens
/// inside the kernel, where ThreadSanitizer cannot see it, so that correct programs are reported as soon as two threads
/// contend. A POSIX mutex is understood, and not slower.
@frozen
public struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Sound as `@unchecked Sendable`: the value is private to its storage, and only reached between lock and unlock.
  // Bodies must not let references into it escape.
  @usableFromInline let storage: LockStorage<Value>

  /// A lock that guards a value.
  ///
  /// - Parameter value: The value at first.
  @inlinable
  public init(_ value: consuming Value) { storage = LockStorage.make(value) }

  /// Runs the body with exclusive access to the value.
  ///
  /// Waits while another thread does the same; for short bodies that wait for nothing themselves.
  ///
  /// - Parameter body: What is done with the value; it may change it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func withLock<Result: ~Copyable, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { (mutex, value) throws(Failure) in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
}
