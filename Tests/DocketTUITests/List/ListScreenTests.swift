import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("The list screen")
@MainActor
struct ListScreenTests {
  @Test func showsItemsWithHeaderAndFooter() async throws {
    let fixture = try await ScreenFixture(["Buy milk", "Water the tomatoes 🍅", "Learn 漢字"], width: 56, height: 8)
    #expect(
      fixture.memory.drawing.trimmed
        == """
         docket · all                open 3 of 3 · by updated ↓
         ▌○    Buy milk
          ○    Water the tomatoes 🍅
          ○    Learn 漢字



         a add  Space done  / search  u undo  ? help  q quit
        """.trimmed)
  }

  @Test func addsAnItemAndSelectsIt() async throws {
    let fixture = try await ScreenFixture(["old"])
    await fixture.type("aNew one")
    #expect(fixture.memory.drawing.contains(" add: New one"))
    await fixture.type("\r")
    try await fixture.waitUntil("the new item, selected") { $0.contains("▌○    New one") }
    try await fixture.waitUntil("the mark of the save") { $0.contains("saved ✓") }
    #expect(try await fixture.elsewhere().itemCount() == 2)
  }

  @Test func editsATitle() async throws {
    let fixture = try await ScreenFixture(["first", "second"])
    fixture.wallClock.now += 60
    await fixture.type("je")
    #expect(fixture.memory.drawing.contains(" edit: second"))
    await fixture.type(" time\r")
    try await fixture.waitUntil("the new title") { $0.contains("▌○    second time") }
    #expect(try await fixture.elsewhere().items().map(\.title) == ["second time", "first"])
    #expect(try await fixture.item("second time").timestamp == fixture.wallClock.now)
  }

  /// What was changed last is on top where that is the order, and the cursor goes there with it.
  @Test func whatIsChangedComesFirst() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"])
    fixture.wallClock.now += 60
    await fixture.type("jjp")
    try await fixture.waitUntil("the third on top") { $0.contains("saved ✓") && $0.contains("·  third") }
    #expect(fixture.lines.map { $0.split(separator: " ").last } == ["third", "first", "second"])
    #expect(fixture.memory.drawing.selects("third"))
    await fixture.type("u")
    try await fixture.waitUntil("the third at the end") { $0.contains("undone: ") && $0.contains("saved ✓") }
    #expect(fixture.lines.map { $0.split(separator: " ").last }.prefix(3) == ["first", "second", "third"])
  }

  @Test func touchingMovesTheItemUpAndTheSelectionWithIt() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"])
    await fixture.type("Gt")
    try await fixture.waitUntil("the touched item on top") { _ in
      fixture.lines.map { $0.prefix(12) } == [" ▌○    third", "  ○    first", "  ○    secon"]
    }
  }

  /// As undo brings back what was deleted: the row has its key again.
  @Test func anItemThatCameBackIsFollowedAgain() async throws {
    let fixture = try await ScreenFixture(["first", "second"])
    let id = try await fixture.item("second").id
    let handler = try await fixture.elsewhere()
    try await handler.deleteItems(ids: [id])
    try await fixture.waitUntil("the first alone") { !$0.contains("second") }
    _ = try await handler.undo()
    try await fixture.waitUntil("both") { $0.contains("○    second") }
    try await handler.updateItem(id: id, title: "third")
    try await fixture.waitUntil("the new title") { $0.contains("○    third") && !$0.contains("second") }
  }

  @Test func deletesAndKeepsThePlace() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"])
    await fixture.type("jd")
    try await fixture.waitUntil("the row below takes the place") {
      !$0.contains("○    second") && $0.contains("▌○    third")
    }
  }

  /// The complaint about SwiftData: a row stays stale after a background save; here it does not.
  @Test func anObservingRowIsDrawnAgainAfterABackgroundUpdate() async throws {
    let fixture = try await ScreenFixture(["first", "second"])
    let handler = try await fixture.elsewhere()
    let id = try #require(try await handler.itemIdentifiers().last)
    let drawn = fixture.screen.items.view.drawnRows
    try await Task.detached { try await handler.updateItem(id: id, title: "changed elsewhere") }.value
    try await fixture.waitUntil("the new title") { $0.contains("changed elsewhere") }
    #expect(fixture.screen.items.view.drawnRows == drawn + 1)
  }

  @Test func theSelectionStaysOnItsItemWhileOthersComeAndGo() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"])
    await fixture.type("j")
    let handler = try await fixture.elsewhere()
    try await handler.newItem(title: "on top", timestamp: ScreenFixture.now.addingTimeInterval(60))
    try await fixture.waitUntil("the new row") { $0.contains("on top") }
    #expect(fixture.memory.drawing.contains("▌○    second"))
  }

  @Test func aFailedSaveKeepsTheTypedText() async throws {
    let fixture = try await ScreenFixture(["only"])
    await fixture.type("a   \r")
    try await fixture.waitUntil("the reason") { $0.contains("not saved: The title is empty.") }
    #expect(fixture.memory.drawing.contains(" add:"))
    await fixture.type("words\r")
    try await fixture.waitUntil("the item") { $0.contains("words") && $0.contains("saved ✓") }
  }

  @Test func theTextForAnItemThatIsGoneIsANewItem() async throws {
    let fixture = try await ScreenFixture(["doomed", "other"])
    await fixture.type("e too late")
    let handler = try await fixture.elsewhere()
    try await handler.deleteItem(id: try #require(try await handler.itemIdentifiers().first))
    try await fixture.waitUntil("the deletion") { !$0.contains("▌○    doomed") }
    await fixture.type("\r")
    try await fixture.waitUntil("the words") {
      $0.contains(/your text is a\s+new item now/) && $0.contains("▌○    doomed too late") && $0.contains("✓")
    }
    #expect(!fixture.memory.drawing.contains(" edit:") && !fixture.memory.drawing.contains("not saved"))
    // Once more to an item that is there.
    await fixture.type("e!\r")
    try await fixture.waitUntil("the edit") { $0.contains("doomed too late!") && $0.contains("saved ✓") }
  }

  @Test func pasteGoesToTheFieldOnly() async throws {
    let fixture = try await ScreenFixture(["only"])
    await fixture.type("\u{1b}[200~dq\u{1b}[201~")
    #expect(fixture.application.exitReason == nil)
    await fixture.type("a\u{1b}[200~dq\nd\u{1b}[201~")
    #expect(fixture.memory.drawing.contains("Add 2 items, one for each line?"))
    await fixture.type("o\u{15}\u{1b}[200~dq\n\u{1b}[201~")
    #expect(fixture.memory.drawing.contains(" add: dq"))
    #expect(try await fixture.elsewhere().itemCount() == 1)
  }

  @Test func anEmptyListSaysHowToAdd() async throws {
    let fixture = try await ScreenFixture([])
    try await fixture.waitUntil("the advice") { $0.contains("a  add an item") }
  }

  @Test func theExamplesOfAnEmptyListAreUnderstoodAsTheyStandThere() async throws {
    let fixture = try await ScreenFixture([], width: 60, height: 14)
    try await fixture.waitUntil("the examples") { $0.contains("such as:") && $0.contains("@") }
    let examples = fixture.lines.filter { $0.contains("@") }.map { $0.trimmingCharacters(in: .whitespaces) }
    let reference = DateReference(now: ScreenFixture.now)
    let items = examples.map { QuickAdd($0, reference) }
    #expect(items.map(\.title) == ["Buy milk", "Call Ben", "Water the plants"])
    #expect(zip(examples, items).allSatisfy { MissedToken.all(in: $0, $1.tokens).isEmpty }, "\(examples)")
    #expect(items.allSatisfy { $0.dueAt != nil } && items[0].tags == ["errand"])
    #expect(items[1].priority == .high && items[1].list == "Work" && items[2].rule?.words == "every 3 days")
  }

  @Test func quitWaitsForTheLastSave() async throws {
    let fixture = try await ScreenFixture([])
    await fixture.type("alast words\rq")
    try await fixture.waitUntil("the end") { _ in fixture.application.exitReason == .quit(status: 0) }
    #expect(try await fixture.elsewhere().items().map(\.title) == ["last words"])
  }

  @Test func keysTypedAheadOfASaveMeanTheNewItem() async throws {
    let fixture = try await ScreenFixture(["first", "second"])
    await fixture.type("aNEW\rdaNEW2\re X\r")
    try await fixture.waitUntil("the edit of the second new item") { $0.contains("▌○    NEW2 X") }
    #expect(try await fixture.elsewhere().items().map(\.title) == ["NEW2 X", "first", "second"])
  }

  @Test func everyKeyOfABurstOfDeletionsCounts() async throws {
    let fixture = try await ScreenFixture((1...8).map { "item \($0)" }, height: 12)
    await fixture.type("ddddd")
    try await fixture.waitUntil("three rows") { $0.contains("of 3") }
    #expect(try await fixture.elsewhere().items().map(\.title) == ["item 6", "item 7", "item 8"])
    #expect(!fixture.memory.drawing.contains("not saved"))
  }

  @Test func inAFieldOrAMenuControlCIsEscapeAndQuitsOnlyInTheList() async throws {
    let fixture = try await ScreenFixture(["only"])
    await fixture.type("anot lost by quitting\u{3}")
    #expect(fixture.screen.layers.prompt == nil && fixture.application.exitReason == nil)
    await fixture.type("s\u{3}:\u{3}?\u{3}/on\u{3}")
    #expect(fixture.screen.layers.isEmpty && fixture.screen.items.listing.search.isEmpty)
    #expect(fixture.application.exitReason == nil)
    await fixture.type("\u{3}")
    #expect(fixture.application.exitReason == nil && fixture.drawing.contains("again discards your draft “not lost"))
    await fixture.type("\u{3}")
    #expect(fixture.application.exitReason == .quit(status: 0))
  }

  @Test func quittingStaysIfTheLastSaveFails() async throws {
    let fixture = try await ScreenFixture(["only"])
    await fixture.type("a  \rq")
    try await fixture.waitUntil("the reason and the field") { $0.contains("not saved") && $0.contains(" add:") }
    #expect(fixture.application.exitReason == nil)
    await fixture.type("\u{3}\u{3}")
    try await fixture.waitUntil("the end") { _ in fixture.application.exitReason == .quit(status: 0) }
  }

  @Test func hasAScrollBarWhenItOverflowsAndNoneOtherwise() async throws {
    // A header, a footer, and six rows between them.
    let fixture = try await ScreenFixture((1...6).map { "item \($0)" }, width: 50, height: 8)
    #expect(fixture.lines.count == 6 && !fixture.drawing.contains("┃"))
    await fixture.type("aitem 7\r")
    try await fixture.waitUntil("the bar") { $0.contains("of 7") && $0.contains("┃") }
    #expect(fixture.lines.first?.hasSuffix("┃") == true && fixture.lines.last?.hasSuffix("┃") == false)
    await fixture.type("G")
    #expect(fixture.lines.first?.hasSuffix("┃") == false && fixture.lines.last?.hasSuffix("┃") == true)
    await fixture.type("u")
    try await fixture.waitUntil("no bar") { $0.contains("of 6") && !$0.contains("┃") }
  }

  @Test(arguments: [
    ("#hmoe", "There is no tag “hmoe”."), ("tag:hmoe list:Wrok", "There is no tag “hmoe”; there is no list “Wrok”."),
  ])
  func anEmptyListSaysWhichNameThereIsNot(_ filter: String, _ words: String) async throws {
    let items = [NewItem(title: "first", tags: ["home"])]
    let fixture = try await ScreenFixture(items: items, width: 70, height: 12, filter: filter)
    try await fixture.waitUntil("the name") { $0.contains("Nothing matches “\(filter)”.") && $0.contains(words) }
    try fixture.screen.show(Listing(filter: "#home is:done"))
    try await fixture.waitUntil("no more than that") { $0.contains("Nothing matches “#home is:done”.") }
    #expect(!fixture.drawing.contains("There is no"))
    await fixture.type("/\(filter)\r")
    try await fixture.waitUntil("the name in a search") { $0.contains("No matches in “") && $0.contains(words) }
  }

  @Test func anEmptyListSaysWhichFilterThereIsNot() async throws {
    let items = [NewItem(title: "first")]
    let fixture = try await ScreenFixture(items: items, width: 90, height: 12, filter: "overdeu")
    let words = "No filter has the name “overdeu”, so it is looked for as a word; “overdue” is one."
    try await fixture.waitUntil("the name") { $0.contains(words) }
    try fixture.screen.show(Listing(filter: "overdue"))
    try await fixture.waitUntil("no more than that") { $0.contains("Nothing matches “overdue”.") }
    #expect(!fixture.drawing.contains("No filter"))
    // As a search it is a word like others.
    await fixture.type("/overdeu\r")
    try await fixture.waitUntil("the search") { $0.contains("No matches") }
    #expect(!fixture.drawing.contains("No filter"))
  }

  @Test(arguments: [(1, 1), (19, 3), (20, 2), (20, 3), (40, 10), (200, 60), (3, 40)])
  func everySizeIsDrawn(_ width: Int, _ height: Int) async throws {
    let fixture = try await ScreenFixture(["Water the tomatoes 🍅", "Learn 漢字"])
    for keys in ["", "a漢字", "\u{1b}", "?", "?"] {
      await fixture.type(keys)
      fixture.memory.resize(to: Size(width: width, height: height))
      fixture.source.send(.signal(SIGWINCH))
      await fixture.application.idle()
    }
    #expect(fixture.application.exitReason == nil)
  }
}

extension String {
  /// Without spaces at the ends of lines and without empty lines at the end.
  fileprivate var trimmed: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.replacing(/\s+$/, with: "") }
      .joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}
