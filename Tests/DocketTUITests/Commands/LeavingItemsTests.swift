import DocketConfiguration
import DocketData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("What a command makes leave the view is said")
@MainActor
struct LeavingItemsTests {
  private func fixture(_ filter: String = "") async throws -> ScreenFixture {
    try await ScreenFixture(
      items: [
        NewItem(title: "Call Bob", dueAt: ScreenFixture.day(0, at: 18), tags: ["call"], list: "Work"),
        NewItem(title: "Buy milk", tags: ["call"]), NewItem(title: "Buy bread", list: "Home"),
      ], width: 80, height: 12, filter: filter)
  }

  private func says(_ words: String, _ fixture: ScreenFixture) async throws {
    try await fixture.waitUntil("that it left") { $0.contains("\(words)  u undo") }
  }

  @Test func byLosingItsTag() async throws {
    let fixture = try await fixture("#call")
    await fixture.type("#\u{15}\r")
    try await says("“Call Bob” left this view", fixture)
    await fixture.type("u")
    try await fixture.waitUntil("it is back") { $0.contains("○    Call Bob") }
  }

  @Test func byAnotherDueDate() async throws {
    let fixture = try await fixture("is:today")
    await fixture.type("@tom\r")
    try await says("“Call Bob” left this view", fixture)
  }

  @Test func byAnotherList() async throws {
    let fixture = try await fixture("list:Work")
    await fixture.type(">Home\r")
    try await says("“Call Bob” left this view", fixture)
  }

  @Test func byAnotherTitle() async throws {
    let fixture = try await fixture()
    await fixture.type("/milk\r")
    try await fixture.waitUntil("what was found") { !$0.contains("bread") }
    await fixture.type("e\u{15}Buy tea\r")
    try await says("“Buy tea” left this view", fixture)
  }

  @Test func byAnotherPriority() async throws {
    let fixture = try await fixture("prio:none")
    await fixture.type("p")
    try await says("“Call Bob” left this view", fixture)
  }

  @Test func byAnEarlierStart() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "later", start: .moment(ScreenFixture.day(2, at: 9)))], width: 80, height: 12,
      filter: "is:waiting or is:blocked")
    await fixture.type("w\u{15}\r")
    try await says("“later” left this view", fixture)
  }

  @Test func byTheEditor() async throws {
    let editor = ScriptedEditor { $0.replacing("tags: call", with: "tags:") }
    let items = [NewItem(title: "Call Bob", tags: ["call"]), NewItem(title: "Buy milk", tags: ["call"])]
    let fixture = try await ScreenFixture(items: items, width: 80, height: 12, filter: "#call", launcher: editor)
    await fixture.type("E")
    try await says("“Call Bob” left this view", fixture)
    #expect(!fixture.drawing.contains("○    Call Bob"))
    await fixture.type("u")
    try await fixture.waitUntil("it is back") { $0.contains("○    Call Bob") }
  }

  /// What it waits for says more than that it left.
  @Test func byWaitingForAnotherItem() async throws {
    let fixture = try await fixture("is:ready sort:agenda")
    try await fixture.waitUntil("the agenda") { $0.selects("Call Bob") && $0.contains("Buy milk") }
    let number = try await fixture.item("Buy milk").number
    await fixture.type("W\(number)\r")
    try await says("“Call Bob” waits for “Buy milk”", fixture)
    #expect(!fixture.drawing.contains("○    Call Bob") && !fixture.drawing.contains("◌"))
    await fixture.type("u")
    try await fixture.waitUntil("it is back") { $0.contains("○    Call Bob") }
  }

  @Test func bySkippingToALaterDate() async throws {
    let items = [NewItem(title: "Water", dueAt: ScreenFixture.wholeDay(0), recurrence: Recurrence(.day))]
    let fixture = try await ScreenFixture(items: items, width: 80, height: 12, filter: "is:today")
    await fixture.type(":skip\r")
    try await fixture.waitUntil("where it went") { $0.contains("skipped “Water” to ") && $0.contains("  u undo\n") }
    #expect(!fixture.drawing.contains("○    Water"))
    await fixture.type("u")
    try await fixture.waitUntil("it is back") { $0.contains("○    Water") }
  }

  @Test func ofSeveralTheNumberIsSaid() async throws {
    let fixture = try await fixture("#call")
    await fixture.type("*#-call\r")
    try await says("2 items left this view", fixture)
  }

  @Test func ofManyTheNumberIsCounted() async throws {
    let fixture = try await ScreenFixture(
      items: (1...150).map { NewItem(title: "item \($0)", tags: $0 > 20 ? ["a"] : ["a", "b"]) }, width: 80, height: 12,
      filter: "#a or #b")
    try await fixture.waitUntil("all are read") { _ in fixture.screen.items.rows.count == 150 }
    await fixture.type("*#-a\r")
    try await says("130 items left this view", fixture)
  }

  @Test func nothingIsSaidOfWhatStays() async throws {
    let fixture = try await fixture("#call")
    await fixture.type("p")
    try await fixture.waitUntil("it is saved") { $0.contains("saved ✓") && $0.contains("○ ·  Call Bob") }
    #expect(fixture.screen.notices.text == nil)
  }

  /// Something else is being looked at by then.
  @Test func nothingIsSaidInAnotherList() async throws {
    let gate = Gate()
    let fixture = try await ScreenFixture(gate, [NewItem(title: "one", tags: ["a"]), NewItem(title: "two")])
    try fixture.screen.show(Listing(filter: "#a"))
    try await fixture.waitUntil("the tag") { !$0.contains("two") }
    await fixture.type("#\u{15}\r")
    try fixture.screen.show(.everything)
    await gate.open()
    try await fixture.waitUntil("it is saved") { _ in fixture.screen.changes.jobs.isEmpty }
    #expect(fixture.screen.notices.text == nil)
  }

  // MARK: - Notices beside it

  @Test func aNoticeThatComesByItselfWaitsForTheUndo() async throws {
    let fixture = try await fixture("is:open")
    await fixture.type(" ")
    try await says("done: “Call Bob”", fixture)
    Following(fixture.screen).follow(.hook("hook done: it failed"))
    await fixture.application.idle()
    #expect(fixture.drawing.contains("done: “Call Bob”  u undo"))
    fixture.clock.advance(by: ToastShelf.duration)
    try await fixture.waitUntil("the notice") {
      $0.contains("hook done: it failed") && !$0.contains("done: “Call Bob”")
    }
    fixture.clock.advance(by: ToastShelf.duration)
    try await fixture.waitUntil("nothing") { !$0.contains("it failed") }
    Following(fixture.screen).follow(.hook("hook done: once more"))
    try await fixture.waitUntil("at once") { $0.contains("once more") }
  }
}
