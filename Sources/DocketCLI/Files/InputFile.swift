import DocketLocking
import Foundation

/// A file, or standard input, which is read once from beginning to end.
final class InputFile: Sendable {
  let name: String
  /// The size in bytes, if it is known beforehand.
  let size: Int?
  private let descriptor: Int32
  private let byteCount = Lock(0)
  private let start = Lock(Data())

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
        start.withLock { if $0.count < Self.startLength { $0 += data.prefix(result).prefix(Self.startLength) } }
        return data.prefix(result)
      }
      guard errno == EINTR else { throw Self.failure(errno, name) }
    }
  }

  private static let startLength = 4_096

  /// Whether what was read begins as what `task export` writes, which is JSON too.
  var looksLikeTaskwarrior: Bool {
    let text = start.withLock { String(decoding: $0, as: UTF8.self) }
    return ["description", "status", "uuid"].allSatisfy { text.contains("\"\($0)\"") } && !text.contains("\"title\"")
  }

  /// Lets standard input be read twice: what comes through a pipe is copied to a file without a name, which takes its
  /// place.
  static func holdStandardInput() throws {
    guard lseek(STDIN_FILENO, 0, SEEK_CUR) < 0, errno == ESPIPE else { return }
    let input = try InputFile(nil)
    guard let file = tmpfile() else { throw failure(errno, "the folder of temporary files") }
    defer { fclose(file) }
    while case let bytes = try input.read(1 << 16), !bytes.isEmpty {
      try bytes.withUnsafeBytes { try $0.write(to: fileno(file)) { failure($0, "the folder of temporary files") } }
    }
    guard lseek(fileno(file), 0, SEEK_SET) == 0, dup2(fileno(file), STDIN_FILENO) >= 0 else {
      throw failure(errno, input.name)
    }
  }

  /// Where the next bytes are; nil for what can't be read again.
  var position: Int? { size == nil ? nil : Int(lseek(descriptor, 0, SEEK_CUR)) }

  /// Goes back, for whoever reads the same descriptor next.
  func goBack(to position: Int) { lseek(descriptor, off_t(position), SEEK_SET) }

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
