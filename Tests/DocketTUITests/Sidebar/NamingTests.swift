import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Names in the sidebar")
@MainActor
struct NamingTests {
  private func fixture() async throws -> ScreenFixture {
    let fixture = try await ScreenFixture(
      items: [
        NewItem(title: "first", completedAt: ScreenFixture.now, tags: ["ops"], list: "Work"),
        NewItem(title: "second", tags: ["ops"]),
      ], width: 90, height: 20)
    try await fixture.elsewhere().saveFilter("mine", query: "#ops is:open")
    await fixture.type("b")
    try await fixture.waitUntil("the sidebar") { $0.contains("#ops") && $0.contains("mine") && $0.contains("Work") }
    return fixture
  }

  /// In place of the list where there is no room beside it.
  @Test func aMessageDoesNotCoverTheCursorOfTheSidebar() async throws {
    let tags = (1...9).map { "t\($0)" }
    let fixture = try await ScreenFixture(items: [NewItem(title: "first", tags: tags)], width: 40, height: 9)
    await fixture.type("b")
    try await fixture.waitUntil("the sidebar") { $0.contains("›all") }
    await fixture.type("Gp")
    #expect(fixture.drawing.contains("press Tab to return to"))
    #expect(fixture.drawing.contains("▌ #t9"))
  }

  @Test func theFooterShowsTheKeysOfTheSidebar() async throws {
    let fixture = try await fixture()
    await fixture.type("G")
    let footer = fixture.memory.drawing.split(separator: "\n").last ?? ""
    #expect(footer.hasPrefix(" Enter open  e rename  d delete  Esc back  b close  ") && footer.contains("? help"))
    #expect(!footer.contains("Space done") && !footer.contains("e edit") && footer.contains("a add"))
  }

  @Test func aTagIsRenamedWithTheFilterThatShowsIt() async throws {
    let fixture = try await fixture()
    await fixture.type("G\r")
    try await fixture.waitUntil("the tag alone") { $0.contains("docket · #ops") }
    await fixture.type("\tGe")
    #expect(fixture.memory.drawing.contains(" rename: ops"))
    await fixture.type("\u{15}deploy\r")
    try await fixture.waitUntil("the new name") { $0.contains("docket · #deploy") && $0.contains("second") }
    #expect(try await fixture.item("first").tags == ["deploy"])
  }

  @Test func deletingATagSaysHowManyItemsHaveIt() async throws {
    let fixture = try await fixture()
    await fixture.type("Gd")
    try await fixture.waitUntil("the number") { $0.contains("Delete the tag “ops”? 2 items have it, and stay.") }
    await fixture.confirm()
    try await fixture.waitUntil("the end of it") { $0.contains("deleted the tag “ops”") && !$0.contains("#ops") }
    #expect(try await fixture.elsewhere().itemCount() == 2)
    await fixture.type("u")
    try await fixture.waitUntil("the tag back") { $0.contains("#ops") }
  }

  @Test func aListAndAFilterAreRenamedAndDeleted() async throws {
    let fixture = try await fixture()
    await fixture.type("Gkd")
    try await fixture.waitUntil("the number") { $0.contains("Delete the list “Work”? 1 item is on it, and stays.") }
    await fixture.escape()
    await fixture.type("e2\r")
    try await fixture.waitUntil("the new name") { $0.contains("Work2") }
    await fixture.type("ke\u{15}ours\r")
    try await fixture.waitUntil("the new name") { $0.contains("ours") && !$0.contains("mine ") }
    #expect(try await fixture.elsewhere().filters().last == NamedQuery(name: "ours", query: "#ops is:open"))
    #expect(try await fixture.elsewhere().log(limit: 1).first?.words == "rename the filter “mine” to “ours”")
    await fixture.type("u")
    try await fixture.waitUntil("the old name") { $0.contains("mine ") }
  }

  @Test func aNameThatIsTakenIsRefusedAndTheTextStays() async throws {
    let fixture = try await fixture()
    try await fixture.elsewhere().newItem(NewItem(title: "third", tags: ["zoo"]))
    try await fixture.waitUntil("the tag") { $0.contains("#zoo") }
    await fixture.type("Ge\u{15}OPS\r")
    try await fixture.waitUntil("the reason") { $0.contains("The name “ops” is taken") && $0.contains(" rename: OPS") }
  }

  @Test func whatIsShownIsSavedAsAFilter() async throws {
    let fixture = try await fixture()
    await fixture.type("b/second\r")
    try await fixture.waitUntil("one row") { $0.contains("of 1") }
    await fixture.type("st")
    try await fixture.waitUntil("the order") { $0.contains("by title") }
    await fixture.type("F")
    #expect(fixture.memory.drawing.contains("  second sort:title"))
    await fixture.type("by name\r")
    try await fixture.waitUntil("saved") { $0.contains("saved the filter “by name”; f shows it") }
    #expect(try await fixture.elsewhere().filters().last == NamedQuery(name: "by name", query: "second sort:title"))
  }

  @Test func theSidebarStandsOnTheFilterThatWasSavedLast() async throws {
    let fixture = try await fixture()
    await fixture.type("\t/second\r")
    try await fixture.waitUntil("one row") { $0.contains("of 1") }
    await fixture.type("Fhers\r")
    try await fixture.waitUntil("the new filter") { $0.contains("docket · hers") && $0.contains("›hers") }
    await fixture.type("b")
    try await fixture.waitUntil("no sidebar") { !$0.contains("Filters") }
    await fixture.type("b")
    try await fixture.waitUntil("the filter again") { $0.contains("▌›hers") }
  }

  @Test func undoingASavedFilterLeadsBackToTheSearchThatItWas() async throws {
    let fixture = try await fixture()
    await fixture.type("\t/second\rst")
    try await fixture.waitUntil("the order") { $0.contains("of 1") && $0.contains("by title") }
    await fixture.type("Fhers\r")
    try await fixture.waitUntil("the new filter") { $0.contains("docket · hers") && $0.contains("›hers") }
    await fixture.type("u")
    try await fixture.waitUntil("the search again") {
      $0.contains("docket · /second") && $0.contains("by title") && !$0.contains("hers ") && $0.contains("›all")
    }
    await fixture.escape()
    try await fixture.waitUntil("no search") { $0.contains("of 2") }
  }

  @Test func undoingANameOfAFilterShowsItUnderTheOneBefore() async throws {
    let fixture = try await fixture()
    await fixture.type("j\r")
    try await fixture.waitUntil("the filter") { $0.contains("docket · mine") }
    await fixture.type("\te\u{15}ours\r")
    try await fixture.waitUntil("the new name") { $0.contains("docket · ours") && $0.contains("›ours") }
    await fixture.type("u")
    try await fixture.waitUntil("the old name") { $0.contains("docket · mine") && $0.contains("›mine") }
  }

  @Test func aPhraseIsSavedAsItWasTypedAndANameThatIsTakenSaysSo() async throws {
    let fixture = try await ScreenFixture(["a  b sort:me", "other"], width: 90, height: 12)
    await fixture.type("/\"a  b\" sort:due \"b sort:me\"\r")
    try await fixture.waitUntil("one row") { $0.contains("of 1") }
    await fixture.type("st")
    try await fixture.waitUntil("the order") { $0.contains("by title") }
    await fixture.type("Fmine\r")
    try await fixture.waitUntil("saved") { $0.contains("saved the filter “mine”") }
    let query = "\"a  b\" \"b sort:me\" sort:title"
    #expect(try await fixture.elsewhere().filters().last == NamedQuery(name: "mine", query: query))
    await fixture.type("FMine\r")
    try await fixture.waitUntil("replaced") { $0.contains("replaced the filter “Mine”") }
  }
}
