import Dispatch
import Glibc

/// The bytes on their way to the terminal.
///
/// Writes as much as the terminal takes at once and the rest when it takes more, so that a stopped terminal stops
/// nothing but the picture.
@MainActor
final class OutputQueue {
  private let descriptor: Int32
  private var waiting: ArraySlice<UInt8> = []
  private var source: (any DispatchSourceWrite)?
  /// Whether the main loop waits until the terminal takes more; until then the main queue does.
  private var isWaitedFor = false
  /// Whether writing failed: there is no terminal any more.
  private(set) var failed = false
  /// Called when the last byte was written after ``append(_:)`` had returned.
  var onEmpty: (@MainActor () -> Void)?

  init(descriptor: Int32) { self.descriptor = descriptor }

  var isEmpty: Bool { waiting.isEmpty }

  func append(_ bytes: some Collection<UInt8>) {
    waiting.append(contentsOf: bytes)
    writeSome()
    if waiting.isEmpty { disarm() } else { arm() }
  }

  /// Waits until everything is written, or until the timeout; the rest is dropped.
  ///
  /// For the last sequences before the terminal is given back.
  /// - Returns: Whether there was no rest.
  func drain(timeout: Duration) -> Bool {
    let end = ContinuousClock.now + timeout
    while !waiting.isEmpty, !failed, ContinuousClock.now < end {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&wanted, 1, Int32(timeout / .milliseconds(1))) > 0 else { break }
      writeSome()
    }
    defer { waiting = [] }
    disarm()
    return waiting.isEmpty
  }

  /// What the main loop waits for, and calls ``continueWriting()`` then; nil if nothing is left to write.
  ///
  /// The queue would have a thread of its own watch the terminal, and wake this one.
  func descriptorToWaitFor() -> Int32? {
    isWaitedFor = true
    disarm()
    return waiting.isEmpty ? nil : descriptor
  }

  private func writeSome() {
    while !waiting.isEmpty, !failed {
      let written = waiting.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        waiting.removeFirst(written)
      } else if errno != EINTR {
        failed = errno != EAGAIN
        break
      }
    }
    if failed || waiting.isEmpty { waiting = [] }
  }

  private func arm() {
    guard source == nil, !isWaitedFor else { return }
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      // Sound: the source's queue is the main queue, which is the main actor's executor.
      MainActor.assumeIsolated { self?.continueWriting() }
    }
    source.activate()
    self.source = source
  }

  private func disarm() {
    source?.cancel()
    source = nil
  }

  /// Writes what the terminal takes now.
  func continueWriting() {
    writeSome()
    guard waiting.isEmpty else { return }
    disarm()
    onEmpty?()
  }
}
