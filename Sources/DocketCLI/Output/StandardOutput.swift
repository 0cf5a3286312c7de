import DocketLocking
import Foundation

/// Standard output of one command.
///
/// Short output is held back, so that a failure leaves nothing half-written behind; long output is written piece by piece.
/// What can't be written throws `StandardOutput.Failure`.
final class CommandOutput: Sendable {
  private static let maxHeld = 1 << 20

  let style: OutputStyle
  private let held = Lock(Data())

  init(style: OutputStyle) { self.style = style }

  func write(_ text: String) throws {
    var text = text
    try write(text.withUTF8 { Data(buffer: $0) })
  }

  func write(_ bytes: Data) throws {
    try held.withLock { held in
      held.append(bytes)
      if held.count > Self.maxHeld { try Self.passOn(&held) }
    }
  }

  /// Writes a piece of a text file: as it is to a pipe, harmless to a terminal.
  func writeText(_ bytes: Data) throws { try write(style.text(bytes)) }

  func finish() throws { try held.withLock { try Self.passOn(&$0) } }

  private static func passOn(_ held: inout Data) throws {
    try StandardOutput.write(held)
    held.removeAll(keepingCapacity: true)
  }
}

/// Standard output, written in full; what can't be written throws `Failure`.
enum StandardOutput {
  /// Why standard output can't be written.
  enum Failure: Error, CustomStringConvertible {
    case closedPipe
    /// The operating system refused; the error number.
    case system(Int32)

    var description: String {
      switch self {
      case .closedPipe: "the pipe is closed"
      case .system(let number): SystemError.reason(number)
      }
    }
  }

  static func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }

  static func write(_ bytes: Data) throws { try bytes.withUnsafeBytes { try write($0) } }

  private static func write(_ bytes: UnsafeRawBufferPointer) throws {
    try bytes.write(to: STDOUT_FILENO) { failure($0) }
  }

  /// - Returns: nil if the write is worth another try.
  private static func failure(_ number: Int32) -> Failure? {
    switch number {
    case EAGAIN:
      var wait = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      poll(&wait, 1, -1)
      return nil
    case EPIPE: return .closedPipe
    default: return .system(number)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Writes all bytes to a descriptor, also if it takes several calls.
  ///
  /// - Parameter failure: the error for an error number; nil to try again; interrupted calls are always repeated.
  func write(to descriptor: Int32, failure: (Int32) -> (any Error)?) throws {
    var rest = self[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let count = Foundation.write(descriptor, slice.baseAddress, slice.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR, let error = failure(errno) {
        throw error
      }
    }
  }
}

enum StandardStreams {
  /// Opens closed descriptors, so that no file of ours gets the number of one and is written to by a `print`.
  ///
  /// Standard output can still not be written, so that a command whose output is lost says so.
  static func reserve() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR)
    }
  }

  /// Turns the signal of a closed pipe into an error of `write`, which ends the command quietly.
  static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Writes a line to standard error.
  ///
  /// - Returns: whether it was written; if not, there is mostly nobody left to tell.
  @discardableResult
  static func report(_ line: String) -> Bool { report(Data(line.utf8)) }

  /// Writes bytes to standard error.
  ///
  /// - Returns: whether they were written.
  @discardableResult
  static func report(_ bytes: Data) -> Bool { (try? FileHandle.standardError.write(contentsOf: bytes)) != nil }
}
