import Foundation

/// A directory of its own for one test, removed with the test.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    // Short, because the path of a socket has at most 107 bytes (https://man7.org/linux/man-pages/man7/unix.7.html), and
    // made by mkdtemp(3), which tries another name if there is one already: short names do meet among thousands.
    var template = Array("/tmp/docket-e2e-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }  // Sound: it is not empty.
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the directory.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file.
  @discardableResult
  func write(_ bytes: some DataProtocol, to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Writes a program that can be run at once.
  ///
  /// - Returns: its path.
  @discardableResult
  func writeProgram(_ text: String, to name: String) throws -> String {
    // Written by a child: a process that another test starts meanwhile would inherit the open file, which nobody may
    // execute as long as somebody can write to it.
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", #"printf '%s' "$1" > "$0" && chmod 700 "$0""#, file(name), text]
    try writer.run()
    writer.waitUntilExit()
    guard writer.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    return file(name)
  }

  /// The bytes of a file.
  func bytes(of name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }

  /// The paths of everything below the directory, sorted.
  func contents() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }

  /// The permission bits of a file.
  func permissions(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }
}

extension TemporaryDirectory {
  /// Writes the configuration file for programs whose home is in the directory.
  func configure(_ configuration: String) throws {
    let folder = file("home/.config/docket")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder + "/config.toml"))
  }
}
