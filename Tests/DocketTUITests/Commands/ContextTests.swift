import DocketConfiguration
import DocketData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("A context")
@MainActor
struct ContextTests {
  private func fixture() async throws -> ScreenFixture {
    let fixture = try await ScreenFixture(
      items: [
        NewItem(title: "report", list: "Work"), NewItem(title: "milk", tags: ["home"]),
        NewItem(title: "late", dueAt: ScreenFixture.day(-1, at: 9), list: "Work"),
        NewItem(title: "old milk", dueAt: ScreenFixture.day(-2, at: 9)),
      ], width: 70, height: 24, filter: "is:open")
    return fixture
  }

  private func choose(_ name: String, _ fixture: ScreenFixture) async throws {
    await fixture.type(":context\r")
    try await fixture.waitUntil("the contexts") { $0.contains("─ Context ") && $0.contains("Work") }
    await fixture.type("\(name)\r")
  }

  @Test func holdsInEveryListUntilItIsLifted() async throws {
    let fixture = try await fixture()
    try await choose("Work", fixture)
    try await fixture.waitUntil("the list is narrowed") { $0.contains(" in Work") && !$0.contains("milk") }
    await fixture.type("f")
    await fixture.type("overdue\r")
    try await fixture.waitUntil("another filter") {
      $0.contains("overdue in Work") && $0.contains("late") && !$0.contains("report") && !$0.contains("milk")
    }
    await fixture.type("/o")
    try await fixture.waitUntil("a search") { !$0.contains("late") && !$0.contains("milk") }
    await fixture.escape()
    // The way back stays within it.
    await fixture.escape()
    try await fixture.waitUntil("the list before") { $0.contains("report") && !$0.contains("milk") }
    try await choose("none", fixture)
    try await fixture.waitUntil("everything") {
      $0.contains("report") && $0.contains("milk") && !$0.contains(" in Work")
    }
  }

  @Test func holdsForWhatWasDoneTodayAndForASearchOfAllItems() async throws {
    let fixture = try await ScreenFixture(
      items: [
        NewItem(title: "plan", list: "Work"),
        NewItem(title: "sent", completedAt: ScreenFixture.day(0, at: 9), list: "Work"),
        NewItem(title: "baked", completedAt: ScreenFixture.day(0, at: 8)),
        NewItem(title: "planned", completedAt: ScreenFixture.day(-3, at: 9), list: "Work"),
        NewItem(title: "planted", completedAt: ScreenFixture.day(-3, at: 8)),
      ], width: 70, height: 24, filter: "is:ready sort:agenda")
    try await fixture.waitUntil("what was done today") { $0.contains("Done today  2") }
    try await choose("Work", fixture)
    try await fixture.waitUntil("what was done of it") { $0.contains("agenda in Work") && $0.contains("Done today  1") }
    await fixture.type("D")
    try await fixture.waitUntil("that alone") { $0.contains("sent") && !$0.contains("baked") }
    await fixture.type("/plan\r")
    try await fixture.waitUntil("what is elsewhere within it") { $0.contains("Elsewhere  1") }
    await fixture.type("\\")
    try await fixture.waitUntil("all of it") { $0.contains("all /plan in Work") && $0.contains("planned") }
    #expect(!fixture.drawing.contains("planted"))
    await fixture.type("\\")
    #expect(fixture.drawing.contains("all items of the context Work are searched already"))
  }

  /// Its alternatives are within whatever is shown.
  @Test func canBeASavedFilter() async throws {
    let fixture = try await fixture()
    try await fixture.elsewhere().saveFilter("mine", query: "list:Work or #home")
    try await choose("mine", fixture)
    try await fixture.waitUntil("the list is narrowed") {
      $0.contains("open in mine") && $0.contains("report") && $0.contains("milk") && !$0.contains("old milk")
    }
    await fixture.type("foverdue\r")
    try await fixture.waitUntil("another filter") {
      $0.contains("overdue in mine") && $0.contains("late") && !$0.contains("report") && !$0.contains("milk")
    }
  }

  @Test func ofAListHasTheListsBelowIt() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "one", list: "Work"), NewItem(title: "two", list: "Work.api"), NewItem(title: "three")],
      width: 90, height: 16, filter: "is:open")
    try await choose("Work", fixture)
    try await fixture.waitUntil("both") { $0.contains("one") && $0.contains("two") && !$0.contains("three") }
    await fixture.type("f")
    await fixture.type("all\r")
    try await fixture.waitUntil("the numbers are those within it") { $0.contains("open 2 of 2") }
  }

  @Test func filtersAndTheSidebarCountWhatIsInIt() async throws {
    let fixture = try await fixture()
    await fixture.type("b")
    try await fixture.waitUntil("all are counted") { $0.contains(/[Oo]verdue +2/) && $0.contains(/#home +1/) }
    await fixture.escape()
    try await choose("Work", fixture)
    try await fixture.waitUntil("what is in it is counted") { $0.contains(/[Oo]verdue +1/) && $0.contains(/#home +0/) }
    await fixture.type("f")
    await fixture.type("overdue")
    try await fixture.waitUntil("the filter's count") { $0.contains("─ Show ") && $0.contains(/overdue +1/) }
  }

  @Test func newItemsBelongToIt() async throws {
    let fixture = try await fixture()
    try await choose("Work", fixture)
    try await fixture.waitUntil("the list is narrowed") { !$0.contains("milk") }
    await fixture.type("aplan\r")
    try await fixture.waitUntil("the item") { $0.contains("▌○    plan") }
    #expect(try await fixture.item("plan").list == "Work")
  }

  @Test func isNamedWhenItHidesANewItem() async throws {
    let fixture = try await fixture()
    try await choose("Work", fixture)
    try await fixture.waitUntil("the list is narrowed") { !$0.contains("milk") }
    await fixture.type("abread >Home\r")
    try await fixture.waitUntil("the notice") {
      $0.replacing(/\s+/, with: " ").contains("added “bread”, which the context Work hides; :context lifts it")
    }
    #expect(!fixture.drawing.contains("the current filter") && !fixture.drawing.contains("hides  f"))
  }

  @Test func hasTheNumberOfItsMenu() async throws {
    let fixture = try await ScreenFixture(
      items: [
        NewItem(title: "one", list: "Work"), NewItem(title: "two", list: "Work.api"), NewItem(title: "three"),
        NewItem(title: "four", list: "Workshop"),
      ], width: 90, height: 20, filter: "is:open")
    for key in [":context\r", "f"] {
      await fixture.type(key)
      try await fixture.waitUntil("the number") { $0.contains(/Work +list  2/) }
      await fixture.type("Work\r")
      try await fixture.waitUntil("as many items") {
        $0.contains("one") && $0.contains("two") && !$0.contains("three") && !$0.contains("four")
      }
    }
  }

  @Test func aSearchSaysWhatItLeavesOut() async throws {
    let fixture = try await ScreenFixture(
      items: [
        NewItem(title: "plan", list: "Work"), NewItem(title: "planned", completedAt: ScreenFixture.now, list: "Work"),
        NewItem(title: "planted", list: "Home"), NewItem(title: "plane", list: "Home"),
      ], width: 110, height: 24, filter: "is:open")
    try await choose("Work", fixture)
    try await fixture.waitUntil("the list is narrowed") { !$0.contains("plane") }
    await fixture.type("/plan\r")
    try await fixture.waitUntil("what is elsewhere") {
      $0.contains("Elsewhere  1  ▸  \\ searches all items · 2 outside of the context Work; :context lifts it")
    }
    await fixture.type("\\")
    try await fixture.waitUntil("what is outside") {
      $0.contains("planned") && $0.contains("Elsewhere  2 outside of the context Work; :context lifts it")
    }
    await fixture.escape()
    await fixture.escape()
    await fixture.type("/planted\r")
    try await fixture.waitUntil("nothing found") {
      $0.contains("No matches in “open”.") && $0.contains("1 outside of the context Work; :context lifts it.")
    }
    try await choose("none", fixture)
    try await fixture.waitUntil("the item") { $0.contains("▌○    planted") && !$0.contains("outside") }
  }

  @Test func isMarkedInItsMenu() async throws {
    let fixture = try await fixture()
    try await choose("#home", fixture)
    try await fixture.waitUntil("the list is narrowed") { $0.contains(" in #home") && !$0.contains("report") }
    await fixture.type(":context\r")
    try await fixture.waitUntil("the contexts") { $0.contains("─ Context ") && $0.contains("Work") }
    await fixture.type("#h")
    try await fixture.waitUntil("the mark") { $0.contains("✓#home") }
  }
}
