import Foundation

/// A mutex and the value it guards, in one allocation: a mutex must never move.
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
