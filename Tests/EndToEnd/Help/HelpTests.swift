import Foundation
import Testing

@Suite("Help", .takesTurns)
struct HelpTests {
  let docket: DocketProcess

  init() throws {
    docket = DocketProcess(in: try TemporaryDirectory())
  }

  @Test(arguments: HelpTexts.all)
  func isAsWritten(_ command: String) async throws {
    let isProgram = command == HelpTexts.program
    let result = try await isProgram ? docket.run("help") : docket.run("help", command)
    #expect(try result.text == HelpTexts.text(of: command))
    try HelpTexts.record(result.text, of: command)
    #expect(result.status == 0)
    #expect(result.error.isEmpty)
    let option = try await isProgram ? docket.run("--help") : docket.run(command, "--help")
    #expect(option.text == result.text)
    #expect(try docket.directory.contents().isEmpty)
  }

  @Test func everyCommandHasOne() async throws {
    let help = try await docket.run("help").text
    let commands = help.matches(of: /\n  ([a-z]+) +[A-Z]/).map { String($0.1) }
    #expect(commands.sorted() == HelpTexts.commands)
  }

  @Test func theVersionIsPrinted() async throws {
    #expect(try await docket.run("--version").text == "0.1.0\n")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionScriptsKnowEveryCommand(_ shell: String) async throws {
    let result = try await docket.run("--generate-completion-script", shell)
    #expect(result.status == 0)
    for command in HelpTexts.commands { #expect(result.text.contains(command)) }
  }

  @Test func bashAcceptsItsCompletionScript() async throws {
    let script = try await docket.run("--generate-completion-script", "bash")
    try docket.directory.write(script.output, to: "completion")
    let bash = docket.shell("bash -n completion && . ./completion && complete -p docket")
    let result = try await bash.run()
    #expect(result.text.contains("docket"))
    #expect(result.status == 0)
  }
}

// MARK: - Expected texts

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
