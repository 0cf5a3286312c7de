import CPostgreSQL
import Foundation

/// Wakes a thread that waits for a socket: when a task is cancelled, from any thread.
///
/// A signal stays until it is taken, so one that comes just before the wait is not missed.
final class Interrupt: Sendable {
  private let descriptor: Int32

  /// - Throws: `PostgreSQLRemoteError.unavailable` if the process has no descriptor left.
  init() throws(PostgreSQLRemoteError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .unavailable(reason: "this process has too many open files") }
  }

  deinit { close(descriptor) }

  func signal() { _ = eventfd_write(descriptor, 1) }

  /// What came first.
  enum Event: Equatable {
    case ready
    case signal
    case timeout
  }

  /// Blocks until a socket can be read or, if it is asked for, written, or somebody signals.
  func wait(for socket: Int32, writing: Bool, reading: Bool = true, timeout: Duration) -> Event {
    let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
    var descriptors = [
      pollfd(fd: socket, events: Int16(events), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let deadline = ContinuousClock.now + timeout
    while true {
      let rest = max(.zero, ContinuousClock.now.duration(to: deadline))
      let milliseconds = rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000 + 1
      let count = poll(&descriptors, 2, Int32(clamping: milliseconds))
      if count < 0, errno == EINTR { continue }
      if count == 0 { return .timeout }
      guard descriptors[1].revents != 0 else { return .ready }
      var value: eventfd_t = 0
      eventfd_read(descriptor, &value)
      return .signal
    }
  }
}
