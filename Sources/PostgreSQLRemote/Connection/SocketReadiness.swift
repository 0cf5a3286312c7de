import Foundation

/// Waits for a socket that another one may close meanwhile, without keeping a thread.
enum SocketReadiness {
  /// Returns when a socket can be read, or at a deadline.
  ///
  /// The socket is doubled, so that its number stands for nothing else before the wait has ended.
  ///
  /// - Throws: `CancellationError`.
  static func wait(for socket: Int32, until deadline: ContinuousClock.Instant) async throws {
    let double = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard double >= 0 else { return try await Task.sleep(until: deadline, clock: .continuous) }
    let events = events(of: double)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in events { return } }
      group.addTask { try? await Task.sleep(until: deadline, clock: .continuous) }
      await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  /// An element when the socket can be read; closes it in the end.
  private static func events(of socket: Int32) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // Sound: dispatch sources may be used from any thread; libdispatch only does not say so to Swift here.
      nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.setCancelHandler { close(socket) }
      continuation.onTermination = { _ in source.cancel() }
      source.activate()
    }
  }
}
