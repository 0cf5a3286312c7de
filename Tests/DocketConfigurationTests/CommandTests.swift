import Testing

@testable import DocketConfiguration

@Suite("The table of commands")
struct CommandTests {
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
