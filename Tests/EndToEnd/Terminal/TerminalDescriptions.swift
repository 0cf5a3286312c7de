import Testing

/// Descriptions of terminals that few machines have.
enum TerminalDescriptions {
  /// Compiles descriptions.
  ///
  /// - Parameter text: the source, as terminfo(5) has it.
  /// - Returns: the environment that finds them.
  static func compile(_ text: String, in directory: TemporaryDirectory) async throws -> [String: String] {
    let source = try directory.write(Array(text.utf8), to: "descriptions")
    let tic = try ChildProcess(
      ["/usr/bin/tic", "-x", "-o", directory.file("terminfo"), source].map { Array($0.utf8) }, environment: [:],
      output: .file("/dev/null"), error: .file(directory.file("errors")), directory: directory.path)
    try #require(await tic.wait() == .exited(0))
    return ["TERMINFO": directory.file("terminfo"), "TERMINFO_DIRS": "/etc/terminfo:/lib/terminfo:/usr/share/terminfo"]
  }
}
