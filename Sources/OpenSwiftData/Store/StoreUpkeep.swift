import Dispatch
import DocketLocking

/// Work on a store that nobody waits for, and that ends with the store.
///
/// The work holds what it needs of the store, but not the store: otherwise the files would stay open after everybody has
/// let go of it.
final class StoreUpkeep: Sendable {
  private let isOpen = Lock(true)

  /// Runs the work in the background, unless the store is closed by then.
  func run(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global(qos: .utility).async { [self] in isOpen.withLock { if $0 { work() } } }
  }

  /// Waits for work that has begun; none begins any more.
  func close() { isOpen.withLock { $0 = false } }
}
