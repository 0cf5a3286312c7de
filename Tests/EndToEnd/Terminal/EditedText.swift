import Foundation

/// The probe with an editor that is a shell script.
enum EditedText {
  /// Starts the probe and presses the key for editing.
  ///
  /// The shell reads the script: a file written here might still be open in a process that another test starts, and could
  /// not be executed then.
  ///
  /// - Parameters:
  ///   - script: what the editor does; `$1` is an argument of `EDITOR`, `$2` the file.
  ///   - setting: the value of `EDITOR`, if it is to be another one.
  ///   - launcher: a command that starts the probe.
  ///   - temporary: the value of `TMPDIR`, if it is to be another one.
  static func start(
    _ script: String, setting: String? = nil, through launcher: [String] = [], temporary: String? = nil,
    in directory: TemporaryDirectory
  ) async throws
    -> PseudoTerminal
  {
    try FileManager.default.createDirectory(atPath: directory.file("tmp"), withIntermediateDirectories: true)
    try directory.write(Array("#!/bin/bash\n\(script)\n".utf8), to: "the editor")
    let terminal = try PseudoTerminal(
      launcher + [Probe.binary], columns: 60, rows: 12,
      environment: [
        "EDITOR": setting ?? "/bin/bash '\(directory.file("the editor"))' --wait",
        "TMPDIR": temporary ?? directory.file("tmp"),
      ],
      in: directory)
    try await terminal.waitFor("probe 60x12")
    try await terminal.send("E")
    return terminal
  }

  /// What is left of the file for the editor.
  static func leftovers(in directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.file("tmp"))
  }
}
