import Dispatch
import Foundation

/// A socket of a connection, doubled, so that its number stands for nothing else while somebody waits for it.
///
/// The connection may be closed meanwhile, which makes it readable.
final class SocketReadiness: Sendable {
  private let socket: Int32

  /// Doubles a socket that is open; nil if the process has no descriptor left.
  init?(of original: Int32) {
    socket = fcntl(original, F_DUPFD_CLOEXEC, 0)
    if socket < 0 { return nil }
  }

  deinit { close(socket) }

  /// Returns when the socket can be read, or at a deadline, without keeping a thread.
  ///
  /// - Throws: `CancellationError`.
  func wait(until deadline: ContinuousClock.Instant) async throws {
    let events = events()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in events { return } }
      group.addTask { try? await Task.sleep(until: deadline, clock: .continuous) }
      await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  /// An element when the socket can be read.
  private func events() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // Sound: dispatch sources may be used from any thread; libdispatch only does not say so to Swift here.
      nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: .global())
      source.setEventHandler { continuation.yield() }
      // The socket must stay open until the source has let go of it.
      source.setCancelHandler { withExtendedLifetime(self) {} }
      continuation.onTermination = { _ in source.cancel() }
      source.activate()
    }
  }
}
