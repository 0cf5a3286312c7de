import CDocketPrograms
import DocketLocking
import Foundation

/// A file descriptor that is closed with its owner.
final class Descriptor: Sendable {
  let number: Int32

  /// - Returns: nil for the number of a call that failed.
  init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }

  /// Writes bytes and goes back to the beginning.
  func fill(_ data: Data) -> Bool { write(data) && lseek(number, 0, SEEK_SET) == 0 }

  /// Writes all bytes.
  func write(_ data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let slice = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(number, slice.baseAddress, slice.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Lets reading say that there is nothing instead of waiting.
  func stopBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

/// A pipe whose ends are closed on their own.
final class Pipe: Sendable {
  let reading: Descriptor
  private let end: Lock<Descriptor?>

  /// - Returns: nil if the system has none.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard docket_program_pipe(&ends) == 0, let reading = Descriptor(ends[0]), let writing = Descriptor(ends[1]) else {
      return nil
    }
    self.reading = reading
    end = Lock(writing)
    self.writing = writing.number
  }

  /// The number of the end that is written to.
  let writing: Int32

  /// Closes the end that is written to.
  func closeWriting() { end.withLock { $0 = nil } }
}
