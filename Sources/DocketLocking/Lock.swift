import Foundation

/// A value guarded by a POSIX mutex, which one thread at a time can access; not reentrant.
///
/// `Synchronization.Mutex` is a priority-inheritance futex on Linux. The kernel hands it over from thread to thread, which
/// ThreadSanitizer cannot see, so it reports correct programs as soon as two threads contend. It understands a POSIX
/// mutex, which is not slower.
@frozen
public struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Sound as `@unchecked Sendable`: the value is private to its storage, and only accessed between lock and unlock.
  // Bodies must not let references into it escape.
  @usableFromInline let storage: LockStorage<Value>

  /// Creates a lock with an initial value.
  @inlinable
  public init(_ value: consuming Value) { storage = LockStorage.make(value) }

  /// Runs the body with exclusive access to the value, once no other thread has it; the body should be short.
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

/// A mutex and its value in one allocation, because a mutex must never move.
@usableFromInline
final class LockStorage<Value: ~Copyable>: ManagedBuffer<pthread_mutex_t, Value> {
  @inlinable
  static func make(_ value: consuming Value) -> LockStorage {
    let buffer = create(minimumCapacity: 1) { _ in pthread_mutex_t() }
    // Without attributes the only possible failure is a lack of memory, which a Linux mutex does not need.
    _ = buffer.withUnsafeMutablePointerToHeader { pthread_mutex_init($0, nil) }
    // Sound: the address is inside the buffer, which is returned.
    let element = buffer.withUnsafeMutablePointerToElements { $0 }
    element.initialize(to: value)
    // Sound: `create` makes an instance of the class that it is called on.
    return unsafeDowncast(buffer, to: LockStorage.self)
  }

  @inlinable
  deinit {
    withUnsafeMutablePointers { mutex, element in
      element.deinitialize(count: 1)
      pthread_mutex_destroy(mutex)
    }
  }
}
