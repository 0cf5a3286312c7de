import Foundation

/// A file that is read once from its beginning to its end, or standard input.
final class InputFile: Sendable {
  /// What errors and progress call it.
  let name: String
  /// How many bytes it has, if that is known beforehand.
  let size: Int?
  private let descriptor: Int32

  /// - Parameter path: the path; nil for standard input.
  /// - Throws: `Failure` with the status 66 if there is no such file, and 77 if it may not be read.
  init(_ path: String?) throws {
    name = path ?? "standard input"
    descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw Self.failure(errno, name) }
    size = Self.size(of: descriptor)
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// The next bytes; none at the end.
  ///
  /// - Throws: `Failure`.
  func read(_ count: Int) throws -> Data {
    var data = Data(count: count)
    while true {
      let result = data.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, count) }
      if result >= 0 { return data.prefix(result) }
      guard errno == EINTR else { throw Self.failure(errno, name) }
    }
  }

  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private static func failure(_ number: Int32, _ name: String) -> Failure {
    let reason = String(cString: strerror(number)).lowercased()
    switch number {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG:
      return Failure(.noInput, reason, place: name, remedy: "check the path, or use - for standard input")
    case EACCES, EPERM: return Failure(.notPermitted, reason, place: name, remedy: "change its permissions")
    default: return Failure(.inputOutput, reason, place: name, remedy: "check the disk and try again")
    }
  }
}
