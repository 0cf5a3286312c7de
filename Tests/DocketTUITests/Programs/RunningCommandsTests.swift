import DocketConfiguration
import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Commands of one's own that run")
@MainActor
struct RunningCommandsTests {
  /// A list with a command on `B` that goes on until it is ended.
  private func fixture() async throws -> ScreenFixture {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "one")], width: 100, configuration: Self.configuration,
      store: URL(fileURLWithPath: "/dev/null"))
    await fixture.type("B")
    try await fixture.waitUntil("it runs") { $0.contains("wait…") }
    return fixture
  }

  private static var configuration: Configuration {
    var (configuration, command) = (Configuration(), OwnCommand(name: "wait"))
    (command.keys, command.run) = (["B"], ["sleep", "600"])
    configuration.commands = [command]
    return configuration
  }

  @Test func areInTheFooterAndCanBeStopped() async throws {
    let fixture = try await fixture()
    await fixture.type(":stop commands\r")
    try await fixture.waitUntil("it is stopped") { $0.contains("wait: stopped") && !$0.contains("wait…") }
    await fixture.type(":stop commands\r")
    try await fixture.waitUntil("nothing runs") { $0.contains("no command of yours runs") }
  }

  @Test func inAPreviewTheyAreRefused() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "one")], width: 100, configuration: Self.configuration)
    await fixture.type("B")
    #expect(fixture.drawing.contains("wait: commands of your own don't run in a preview"))
    await fixture.type(":wait")
    #expect(fixture.drawing.contains("don't run in a preview"))
  }

  @Test func hideNoFailure() async throws {
    let fixture = try await fixture()
    fixture.screen.changes.report(ItemError.emptyTitle, of: "not saved")
    await fixture.application.idle()
    #expect(fixture.drawing.contains("wait…") && fixture.drawing.contains("not saved"))
  }

  /// The store of a list that was left is closed, which waits for everything that uses it.
  @Test func doNotKeepTheListThatIsLeft() async throws {
    weak var screen: ListScreen?
    let running: RunningCommands
    do {
      let fixture = try await fixture()
      (screen, running) = (fixture.screen, fixture.screen.running)
      fixture.application.exit(.quit(status: 0))
    }
    // What it had begun may end after it.
    await pollUntil { screen == nil }
    running.stop()
  }
}
