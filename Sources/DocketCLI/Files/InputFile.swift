import DocketLocking
import Foundation

/// A file, or standard input, which is read once from beginning to end.
final class InputFile: Sendable {
  let name: String
  /// The size in bytes, if it is known beforehand.
  let size: Int?
  private let descriptor: Int32
  private let byteCount = Lock(0)

  /// - Parameter path: the path; nil for standard input.
  /// - Throws: `Failure` with the status 66 if there is no such file, and 77 if it may not be read.
  init(_ path: String?) throws {
    name = path ?? "standard input"
    descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw Self.failure(errno, name) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    guard !isKnown || status.st_mode & S_IFMT != S_IFDIR else { throw Self.failure(EISDIR, name) }
    size = isKnown && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// The next bytes; none at the end.
  func read(_ count: Int) throws -> Data {
    var data = Data(count: count)
    while true {
      let result = data.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, count) }
      if result >= 0 {
        byteCount.withLock { $0 += result }
        return data.prefix(result)
      }
      guard errno == EINTR else { throw Self.failure(errno, name) }
    }
  }

  var isEmpty: Bool { byteCount.withLock { $0 == 0 } }

  private static func failure(_ number: Int32, _ name: String) -> Failure {
    let reason = SystemError.reason(number)
    switch number {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG:
      return Failure(.noInput, reason, place: name, remedy: "check the path, or use - for standard input")
    case EACCES, EPERM: return Failure(.notPermitted, reason, place: name, remedy: "change its permissions")
    default: return Failure(.inputOutput, reason, place: name, remedy: "check the disk and try again")
    }
  }
}
