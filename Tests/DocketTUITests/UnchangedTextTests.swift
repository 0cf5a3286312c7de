import DataProvider
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Fields that were left as they were")
@MainActor
struct UnchangedTextTests {
  private func expectNothingSaved(_ fixture: ScreenFixture) {
    #expect(fixture.screen.draft == nil)
    #expect(fixture.screen.actions.status == SaveStatus())
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
