import Foundation
import Testing

@testable import DocketConfiguration

@Suite("The table of commands")
struct CommandTableTests {
  @Test func hasEveryCommandOnce() {
    #expect(CommandEntry.all.map(\.command) == CommandEntry.all.map(\.command).filter(Command.allCases.contains))
    #expect(Set(CommandEntry.all.map(\.command)) == Set(Command.allCases))
    #expect(CommandEntry.all.count == Command.allCases.count)
  }

  @Test func givesNoKeyToTwoCommands() {
    let keys = CommandEntry.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func hasWordsForEverything() {
    for entry in CommandEntry.all {
      #expect(!entry.title.isEmpty && !entry.help.isEmpty)
      #expect(!entry.help.hasSuffix("."))
    }
  }
}

/// The documentation of options and keys says what the tables of the program say.
@Suite("The documentation of the configuration")
struct ConfigurationDocumentationTests {
  private let text: String

  init() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    text = try String(contentsOf: package.appendingPathComponent("Documentation/Configuration.md"), encoding: .utf8)
  }

  @Test func showsTheFileThatIsPrinted() {
    let file = "```toml\n" + Configuration().text + "```\n"
    #expect(text.contains(file), "the block should be:\n\(file)")
  }

  @Test(arguments: CommandGroup.allCases)
  func hasTheKeysOfEachCommand(_ group: CommandGroup) {
    let rows = CommandEntry.all.filter { $0.group == group }.map(Self.row)
    let table = "| \(group.rawValue) | | |\n|---|---|---|\n" + rows.joined()
    #expect(text.contains(table), "the table should be:\n\(table)")
  }

  private static func row(_ entry: CommandEntry) -> String {
    let keys = entry.keys.map { "`\($0)`" }.joined(separator: " ")
    return "| \(keys.isEmpty ? "–" : keys) | \(entry.help) | `\(entry.command.rawValue)` |\n"
  }
}
