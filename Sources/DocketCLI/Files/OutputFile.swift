import Foundation

/// A file that is written as a whole: until it is complete and on disk, nobody sees any of it.
final class OutputFile: Sendable {
  private let place: OutputPlace
  private let descriptor: Int32
  /// The name of the unfinished file; nil if it has none.
  private let draft: String?

  /// - Throws: `Failure`.
  init(_ path: String) throws {
    place = try OutputPlace(path)
    (descriptor, draft) = try place.open()
  }

  /// Removes what was not finished.
  deinit {
    close(descriptor)
    if let draft { unlink(draft) }
  }

  /// Writes a piece of text; what is named may be a terminal, such as `/dev/tty`.
  ///
  /// - Throws: `Failure`.
  func writeText(_ bytes: Data) throws { try write(OutputStyle(descriptor: descriptor).text(bytes)) }

  private func write(_ bytes: Data) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let slice = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(descriptor, slice.baseAddress, slice.count)
        guard count >= 0 || errno == EINTR else { throw place.failure(errno) }
        rest = rest.dropFirst(max(0, count))
      }
    }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: `Failure`.
  func finish() throws {
    guard place.isReplaced else { return }
    guard fsync(descriptor) == 0 else { throw place.failure(errno) }
    let name = draft ?? place.draftName()
    if draft == nil { try giveName(name) }
    guard rename(name, place.path) == 0 else {
      let number = errno
      unlink(name)
      throw place.failure(number)
    }
  }

  /// Gives a file without a name one.
  ///
  /// Source: https://man7.org/linux/man-pages/man2/open.2.html, `O_TMPFILE`
  private func giveName(_ name: String) throws {
    guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, Int32(AT_SYMLINK_FOLLOW)) == 0 else {
      throw place.failure(errno)
    }
  }
}
