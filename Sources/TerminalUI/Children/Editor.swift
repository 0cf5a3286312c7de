import CTerminalUIGuard
import Foundation
import Glibc

/// How an editor ended, and the text that it left.
public enum EditorEnding: Hashable, Sendable {
  /// It succeeded; the text in its file.
  case finished(String)
  /// It failed or was ended; the text in its file, unless that cannot be used.
  case failed(ChildError, leaving: String?)
}

extension Application {
  /// Lets a person edit a text in the editor that the environment names.
  ///
  /// The text is in a private file meanwhile, which is always removed afterwards.
  ///
  /// - Parameters:
  ///   - text: The text that the editor shows first.
  ///   - name: The file's name; editors know the kind of text by its extension. Of a path, the last component counts.
  ///   - environment: Where `VISUAL`, `EDITOR` and `TMPDIR` are read; a `TMPDIR` that is not absolute is not used.
  /// - Returns: The new text; nil if it is the old one or blank.
  /// - Throws: ``ChildError`` if there is no editor, it failed, or its text cannot be used.
  public func edit(
    _ text: String, named name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws(ChildError) -> String? {
    switch try await openEditor(on: text, named: name, environment: environment) {
    case .failed(let reason, _): throw reason
    case .finished(let edited): return edited == text || edited.allSatisfy(\.isWhitespace) ? nil : edited
    }
  }

  /// Lets a person edit a text, and returns also what a failed editor left.
  ///
  /// The parameters are those of ``edit(_:named:environment:)``.
  /// - Returns: The text as it is now, also if it is the old one or blank.
  /// - Throws: ``ChildError`` if there is no editor, or its text cannot be used.
  public func openEditor(
    on text: String, named name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws(ChildError) -> EditorEnding {
    try checkTerminalIsFree()
    let file = try PrivateFile(named: name, in: environment["TMPDIR"] ?? "/tmp", holding: text)
    let editor = try ChildProgram.editor(opening: file.path, environment: environment)
    switch try await run(editor) {
    case .exited(0): return .finished(try file.text())
    case .exited(let status): return .failed(.failed(editor.name, status), leaving: try? file.text())
    case .killed(let number): return .failed(.killed(editor.name, number), leaving: try? file.text())
    case .unknown: return .failed(.lost(editor.name), leaving: try? file.text())
    }
  }
}

/// A file that nobody else can read, in a directory of its own.
///
/// It is removed with this object, and when the process ends by a fatal signal or `exit`, together with the files that
/// an editor keeps beside it. Of several at a time, a fatal signal or `exit` removes the last only.
@MainActor
final class PrivateFile {
  let path: String
  private let directory: String

  /// - Parameters:
  ///   - name: The file's name; of a path, the last component.
  ///   - parent: An existing directory; if the path is not absolute, `/tmp`.
  ///   - text: The content.
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

  /// The last component of a name, so that it cannot lead out of the directory.
  private static func lastComponent(of name: String) -> String {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    return last.allSatisfy { $0 == "." } ? "text" : last
  }

  /// The content now.
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
