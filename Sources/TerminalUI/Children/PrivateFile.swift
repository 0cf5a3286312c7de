import CTerminalUIGuard
import Glibc

/// A file that nobody else can read, in a directory of its own; gone with this object, and when the process ends by a
/// fatal signal or `exit`, together with what an editor keeps beside it.
///
/// Of several at a time, only the last is gone after a fatal signal or `exit`.
@MainActor
final class PrivateFile {
  let path: String
  private let directory: String

  /// - Parameters:
  ///   - name: The file's name, which tells editors how to colour it; of a path, the last component.
  ///   - parent: An existing directory; a path that is not absolute stands for `/tmp`.
  init(named name: String, in parent: String, holding text: String) throws(ChildError) {
    let parent = parent.hasPrefix("/") ? parent : "/tmp"
    var template = Array("\(parent)/terminal-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .file(errno) }
    directory = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }  // Sound: it is not empty.
    path = "\(directory)/\(Self.lastComponent(of: name))"
    guard tui_guard_private_directory(directory) == 0 else {
      rmdir(directory)
      throw .file(ENAMETOOLONG)
    }
    try write(text)
  }

  isolated deinit { tui_guard_remove_private_directory(directory) }

  /// A name cannot lead out of the directory.
  private static func lastComponent(of name: String) -> String {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    return last.allSatisfy { $0 == "." } ? "text" : last
  }

  /// What is in it now.
  ///
  /// - Throws: ``ChildError/file(_:)`` if it is gone or no regular file, ``ChildError/unusableText``.
  func text() throws(ChildError) -> String {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .file(EINVAL) }
    guard status.st_size <= Paste.limit else { throw .unusableText }
    let bytes = try Self.read(descriptor, count: Int(status.st_size))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .unusableText }
    return text
  }

  private func write(_ text: String) throws(ChildError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(errno) }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .file(errno) }
      rest = rest.dropFirst(count)
    }
  }

  private static func read(_ descriptor: Int32, count: Int) throws(ChildError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var chunk = [UInt8](repeating: 0, count: count - bytes.count)
      let got = Glibc.read(descriptor, &chunk, chunk.count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .file(errno) }
      if got == 0 { break }
      bytes += chunk.prefix(got)
    }
    return bytes
  }
}
