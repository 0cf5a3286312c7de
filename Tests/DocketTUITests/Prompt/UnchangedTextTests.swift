import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Fields that were left as they were")
@MainActor
struct UnchangedTextTests {
  private func expectNothingSaved(_ fixture: ScreenFixture) {
    #expect(fixture.screen.layers.prompt == nil)
    #expect(fixture.screen.changes.status == SaveStatus())
  }

  @Test(arguments: ["plain", "a\tb"])
  func anUnchangedTitleSavesNothing(_ title: String) async throws {
    let fixture = try await ScreenFixture([title])
    await fixture.type("e\r")
    expectNothingSaved(fixture)
  }

  @Test func aTitleThatSomebodyElseChangesMeanwhileStaysTheirs() async throws {
    let fixture = try await ScreenFixture(["first"])
    await fixture.type("e")
    try await fixture.elsewhere().updateItem(id: try await fixture.item("first").id, title: "renamed")
    try await fixture.waitUntil("the new title") { $0.contains("renamed") }
    await fixture.type("\r")
    expectNothingSaved(fixture)
  }

  @Test func aTitleThatSomebodyElseChangedIsNotOverwrittenUnknowingly() async throws {
    let fixture = try await ScreenFixture(["first"], width: 110)
    await fixture.type("e\u{15}mine")
    try await fixture.elsewhere().updateItem(id: try await fixture.item("first").id, title: "theirs")
    try await fixture.waitUntil("the new title") { $0.contains("theirs") }
    await fixture.type("\r")
    try await fixture.waitUntil("the reason and the text") {
      $0.contains("The title is now “theirs” (changed elsewhere).") && $0.contains(" edit: mine")
        && $0.contains("Enter overwrites, Esc keeps theirs")
    }
    #expect(try await fixture.item("theirs").title == "theirs")
    await fixture.type("\r")
    try await fixture.waitUntil("the second time") { $0.contains("▌○    mine") }
  }

  @Test func oneIsNotInTheWayOfOneself() async throws {
    let gate = Gate()
    let fixture = try await ScreenFixture(gate, [NewItem(title: "first"), NewItem(title: "second")])
    await fixture.type("e\u{15}X\re\u{15}Y\re")
    #expect(fixture.screen.layers.prompt == nil)
    await gate.open()
    try await fixture.waitUntil("the third time") { $0.contains(" edit: Y") && $0.contains("▌○    Y") }
    #expect(try await fixture.elsewhere().items().map(\.title) == ["Y", "second"])
    #expect(!fixture.memory.drawing.contains("Somebody"))
  }

  @Test func anotherItemCanBeEditedWhileOneIsSaved() async throws {
    let fixture = try await ScreenFixture(Gate(), [NewItem(title: "first"), NewItem(title: "second")])
    await fixture.type("e\u{15}X\rje")
    #expect(fixture.memory.drawing.contains(" edit: second"))
  }

  /// The selection may be another one when a text comes back.
  @Test func aTextThatComesBackIsAboutItsOwnItems() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"], width: 80)
    await fixture.type("e\u{15}")
    try await fixture.elsewhere().updateItem(id: try await fixture.item("first").id, title: "theirs")
    try await fixture.waitUntil("the new title") { $0.contains("theirs") }
    await fixture.type("mine\r")
    let screen = fixture.screen
    try await fixture.waitUntil("the text back") { _ in screen.layers.prompt?.isAboutSelection == false }
    screen.items.view.select { $0.select(1) }
    screen.items.selection.toggle()
    await fixture.type("\r")
    try await fixture.waitUntil("saved") { $0.contains("mine") && $0.contains("saved ✓") }
    #expect(fixture.memory.drawing.contains("1 selected"))
    #expect(try await fixture.item("mine").title == "mine")
  }

  @Test func anUnchangedDateAndAnUnchangedListSaveNothing() async throws {
    let due = ScreenFixture.day(3, at: 17)
    let fixture = try await ScreenFixture(items: [NewItem(title: "first", dueAt: due, list: "Work")], width: 80)
    await fixture.type("@")
    #expect(fixture.memory.drawing.contains(" due: 20") && fixture.memory.drawing.contains(" 17:00"))
    await fixture.type("\r")
    expectNothingSaved(fixture)
    await fixture.type(">")
    #expect(fixture.memory.drawing.contains(" list: Work"))
    await fixture.type("\r")
    expectNothingSaved(fixture)
    #expect(try await fixture.item("first").dueAt == due)
    // What is typed takes the place of what was there.
    await fixture.type(">Home\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    #expect(try await fixture.item("first").list == "Home")
  }

  @Test func valuesThatDifferStayUnlessSomethingIsTyped() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "first", list: "Work"), NewItem(title: "second", list: "Home"), NewItem(title: "third")],
      width: 80)
    await fixture.type("*>")
    #expect(fixture.memory.drawing.contains(" list: they differ; type one"))
    await fixture.type("\r")
    expectNothingSaved(fixture)
    await fixture.type("@")
    #expect(fixture.memory.drawing.contains("no due date"))
    await fixture.escape()
    await fixture.type(">none")
    #expect(fixture.memory.drawing.contains("  no list"))
    await fixture.type("\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    #expect(try await fixture.item("first").list == nil)
    #expect(try await fixture.item("second").list == nil)
  }

  @Test func unchangedTagsSaveNothingWhateverTheyBeginWith() async throws {
    let fixture = try await ScreenFixture(items: [NewItem(title: "first", tags: ["-x", "+1", "##x", "x"])])
    await fixture.type("#\r")
    expectNothingSaved(fixture)
  }

  @Test func onlyAddedAndRemovedTagsAreSent() async throws {
    let fixture = try await ScreenFixture(items: [NewItem(title: "first", tags: ["-x", "+1", "docs"])], width: 80)
    await fixture.type("#")
    let id = try await fixture.item("first").id
    try await fixture.elsewhere().updateItems(ids: [id], ItemChanges(addedTags: ["theirs"]))
    await fixture.type("new -docs\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    #expect(Set(try await fixture.item("first").tags) == ["-x", "+1", "new", "theirs"])
  }

  @Test func aNameThatIsTakenOutOfTheTextIsTakenAway() {
    let words = TagWords("-x new", before: "docs -x ")
    #expect(words.added == ["new"] && words.removed == ["docs"])
  }
}
