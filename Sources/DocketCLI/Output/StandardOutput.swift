import Foundation

/// Standard output, written in full.
enum StandardOutput {
  /// Why it can't be written.
  enum Failure: Error, CustomStringConvertible {
    /// Nobody reads it any more.
    case closedPipe
    /// The operating system refused; the error number.
    case system(Int32)

    var description: String {
      guard case .system(let number) = self, let text = strerror(number) else { return "the pipe is closed" }
      return String(cString: text).lowercased()
    }
  }

  /// - Throws: `StandardOutput.Failure`.
  static func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }

  /// - Throws: `StandardOutput.Failure`.
  static func write(_ bytes: Data) throws { try bytes.withUnsafeBytes { try write($0) } }

  private static func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let count = Foundation.write(STDOUT_FILENO, slice.baseAddress, slice.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        try recover(errno)
      }
    }
  }

  /// Returns if the write is worth another try.
  private static func recover(_ number: Int32) throws {
    switch number {
    case EINTR: return
    case EAGAIN:
      var wait = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      poll(&wait, 1, -1)
    case EPIPE: throw Failure.closedPipe
    default: throw Failure.system(number)
    }
  }
}
