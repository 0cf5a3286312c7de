import DocketConfiguration
import Testing

@testable import DocketTUI

@MainActor
@Suite("Commands of one's own among the others")
struct OwnCommandHintsTests {
  private func hints() -> CommandHints {
    var (configuration, command) = (Configuration(), OwnCommand(name: "post-it"))
    (command.keys, command.help, command.run) = (["B"], "post the items", ["true"])
    configuration.commands = [command]
    return CommandHints(keys: CommandKeys(configuration)) { _ in nil }
  }

  @Test func areASectionOfTheHelp() throws {
    let help = hints().help()
    let place = try #require(help.firstIndex { $0.keys == "Your own" })
    #expect(help[place + 1].keys == "B" && help[place + 1].help == "post the items")
    #expect(!CommandHints(keys: CommandKeys(Configuration())) { _ in nil }.help().contains { $0.keys == "Your own" })
  }

  @Test func areInThePalette() throws {
    let choice = try #require(hints().choices().last)
    #expect(choice.title == "post it" && choice.detail == "B")
    guard case .own(let command) = choice.value else {
      Issue.record("it is another command")
      return
    }
    #expect(command.name == "post-it")
  }
}
