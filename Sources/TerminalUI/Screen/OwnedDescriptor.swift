import Glibc
import Synchronization

/// A descriptor that is closed once: when asked, or with the last one who keeps it.
final class OwnedDescriptor: Sendable {
  let number: Int32
  private let isOpen = Atomic(true)

  init(_ number: Int32) { self.number = number }

  deinit { close() }

  func close() {
    if isOpen.exchange(false, ordering: .acquiringAndReleasing) { _ = Glibc.close(number) }
  }
}
