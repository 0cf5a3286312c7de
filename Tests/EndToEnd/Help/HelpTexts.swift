import Foundation

/// The help of every command, exactly as it is printed: a file for each in `Texts`.
///
/// With `DOCKET_TRANSCRIPTS=write` in the environment the tests make the files say what is printed now; look at the
/// difference.
enum HelpTexts {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Texts")

  /// The file of the program itself.
  static let program = "docket"

  /// The names of the commands, and the program's own.
  static let all: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.map { ($0 as NSString).deletingPathExtension }.sorted()
  }()

  /// The names of the commands.
  static let commands = all.filter { $0 != program }

  static func text(of name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

  /// Takes over what is printed now, if that is asked for.
  static func record(_ text: String, of name: String) throws {
    guard ProcessInfo.processInfo.environment["DOCKET_TRANSCRIPTS"] == "write" else { return }
    try text.write(to: file(name), atomically: true, encoding: .utf8)
  }

  private static func file(_ name: String) -> URL { folder.appendingPathComponent(name + ".txt") }
}
