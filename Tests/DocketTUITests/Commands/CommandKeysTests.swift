import DocketConfiguration
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("The keys of the commands")
struct CommandKeysTests {
  @Test(arguments: CommandEntry.all.flatMap(\.keys)) func everyUsualKeyIsOne(keys: String) {
    #expect(DocketTUI.keys(keys) == keys)
  }

  @Test func noTwoCommandsHaveTheSameUsualKey() {
    let keys = CommandEntry.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func aKeyThatWasSetUpIsTakenFromTheCommandThatUsuallyHasIt() {
    var configuration = Configuration()
    configuration.keys[.add] = ["d", "g a"]
    let keys = CommandKeys(configuration)
    #expect(keys.keys(of: .add) == ["d", "g a"])
    #expect(keys.keys(of: .delete) == [])
    #expect(keys.bindings[["d"]] == .add)
    #expect(keys.bindings[["a"]] == nil)
    #expect(keys.bindings[["g", "a"]] == .add)
  }

  @MainActor
  @Test func theFooterShowsWhatFitsAndAlwaysTheHelp() {
    let keys = CommandKeys(Configuration())
    // Which hints are left out is told by their urgency alone.
    #expect(Set(keys.footer.map(\.urgency)).count == keys.footer.count)
    let hints = CommandHints(keys: keys) { $0 == .delete ? "no" : nil }
    #expect(hints.footer(width: 40) { $0 != .search }.map(\.title) == ["add", "done", "undo", "help"])
    #expect(hints.footer(width: 80).first?.keys == "a")
    #expect(hints.footer(width: 80).map(\.title).suffix(2) == ["help", "quit"])
    #expect(hints.footer(width: 15).map(\.keys) == ["a", "Space", "/", "?"])
    #expect(hints.footer(width: 19).map(\.title) == ["", "", "", ""])
    #expect(hints.footer(width: 20).map(\.title) == ["", "", "", "help"])
    #expect(hints.footer(width: 31).map(\.title) == ["add", "done", "", "help"])
    #expect(hints.footer(width: 40).map(\.title) == ["add", "done", "search", "help"])
    #expect(hints.footer(width: 50).map(\.title) == ["add", "done", "search", "undo", "help"])
    #expect(hints.footer(width: 80).first { $0.title == "delete" }?.isEnabled == false)
  }

  @MainActor
  @Test func aCommandWithoutAKeyIsInThePaletteAndNotInTheFooter() {
    var configuration = Configuration()
    configuration.keys[.add] = []
    let hints = CommandHints(keys: CommandKeys(configuration)) { _ in nil }
    #expect(!hints.footer(width: 80).contains { $0.title == "add" })
    #expect(hints.choices().contains { $0.title == "add" && $0.detail.isEmpty })
  }
}
