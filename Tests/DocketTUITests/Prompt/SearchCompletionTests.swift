import DocketConfiguration
import DocketData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("What completes a search, and earlier ones")
@MainActor
struct SearchCompletionTests {
  private func fixture() async throws -> ScreenFixture {
    let fixture = try await ScreenFixture(
      items: [
        NewItem(title: "report", tags: ["office"], list: "My work"), NewItem(title: "milk", tags: ["home"]),
      ], width: 70, height: 10)
    // The names are read with the first completion.
    _ = fixture.screen.names.all
    try await fixture.waitUntil("the names") { _ in fixture.screen.names.all.tags.count == 2 }
    return fixture
  }

  private func text(_ fixture: ScreenFixture) -> String? { fixture.screen.layers.prompt?.field.text }

  @Test(arguments: [
    ("is:o", "is:open"), ("l", "list:"), ("list:m", "list:\"My work\""), ("#of", "#office"), ("-#h", "-#home"),
    ("milk prio:>h", "milk prio:>high"), ("(is:done or sort:-u", "(is:done or sort:-updated"),
    ("due:<tod", "due:<today"),
    ("nothing", "nothing"), ("", ""),
  ])
  func tabCompletesTheLastTerm(_ typed: String, _ completed: String) async throws {
    let fixture = try await fixture()
    await fixture.type("/\(typed)\t")
    #expect(text(fixture) == completed)
  }

  @Test func theListFollowsEachCompletion() async throws {
    let fixture = try await fixture()
    await fixture.type("/#\t")
    try await fixture.waitUntil("the first tag") { $0.contains("milk") && !$0.contains("report") }
    await fixture.type("\t")
    try await fixture.waitUntil("the next one") { !$0.contains("milk") && $0.contains("report") }
  }

  @Test func arrowsAndControlPGoBackToEarlierSearches() async throws {
    let fixture = try await fixture()
    await fixture.type("/milk\r")
    await fixture.escape()
    await fixture.type("/report\r")
    await fixture.escape()
    await fixture.type("/\u{1b}[A")
    #expect(text(fixture) == "report")
    await fixture.type("\u{10}")
    #expect(text(fixture) == "milk")
    try await fixture.waitUntil("its matches") { $0.contains("milk") && !$0.contains("▌○    report") }
    await fixture.type("\u{1b}[B\u{1b}[B")
    #expect(text(fixture) == "")
  }
}
