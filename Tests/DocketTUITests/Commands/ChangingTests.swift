import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Changing items on the list screen")
@MainActor
struct ChangingTests {
  @Test func anOfferToUndoGoesWhenUndoWouldDoSomethingElse() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"], width: 80)
    await fixture.type("d")
    try await fixture.waitUntil("the offer") { $0.contains("deleted “first”  u undo") }
    await fixture.type("p")
    #expect(!fixture.memory.drawing.contains("deleted “first”"))
    try await fixture.waitUntil("the change") { $0.contains("·  second") && $0.contains("saved ✓") }
    await fixture.type("d")
    try await fixture.waitUntil("the offer") { $0.contains("deleted “second”  u undo") }
    try await fixture.waitUntil("its step") { _ in fixture.screen.notices.isOfferReady }
    // As the command line does.
    try await fixture.elsewhere().updateItem(id: try await fixture.item("third").id, title: "renamed")
    try await fixture.waitUntil("no offer") { $0.contains("renamed") && !$0.contains("deleted “second”") }
  }

  @Test func anOfferGoesWithWhatSaysItAndStaysWhateverSomebodyElseDoes() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"], width: 80)
    await fixture.type("d")
    try await fixture.waitUntil("its step") { _ in fixture.screen.notices.isOfferReady }
    let other = DataHandler(
      modelContainer: try fixture.provider.modelContainer(preview: true), author: "somebody else")
    try await other.updateItem(id: try await fixture.item("third").id, title: "renamed")
    try await fixture.waitUntil("the check") {
      $0.contains("renamed") && fixture.screen.notices.isOfferReady
    }
    #expect(fixture.memory.drawing.contains("deleted “first”  u undo"))
    fixture.clock.advance(by: .seconds(6))
    await fixture.application.idle()
    #expect(!fixture.memory.drawing.contains("deleted “first”") && !fixture.screen.notices.isOffering)
  }

  @Test func aStepThatIsUndoneElsewhereIsSaidHere() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"], width: 80)
    await fixture.type("d")
    try await fixture.waitUntil("its step") { _ in fixture.screen.notices.isOfferReady }
    fixture.clock.advance(by: .seconds(6))
    await fixture.application.idle()
    // As another window of the same person does, or the command line.
    try await fixture.elsewhere().undo()
    try await fixture.waitUntil("the notice") { $0.contains("undone elsewhere: delete “first”  ^r redo") }
    #expect(fixture.memory.drawing.contains("open 3 of 3"))
    await fixture.type("\u{12}")
    try await fixture.waitUntil("the redo") { $0.contains("redone: delete “first”") }
    // What is undone here is not said to be undone elsewhere.
    await fixture.type("u")
    try await fixture.waitUntil("the undo") { $0.contains("undone: delete “first”") && $0.contains("saved ✓") }
    #expect(!fixture.memory.drawing.contains("elsewhere"))
  }

  /// As an addition of very many items is at once, which another window undoes.
  @Test func redoIsNotOfferedOfAStepThatIsAbandonedElsewhere() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 80)
    await fixture.type("d")
    try await fixture.waitUntil("its step") { _ in fixture.screen.notices.isOfferReady }
    let context = ModelContext(try fixture.provider.modelContainer(preview: true))
    let step = try #require(try context.fetch(FetchDescriptor<JournalStep>()).first { $0.words == "delete “first”" })
    step.state = .abandoned
    try context.save()
    try await fixture.waitUntil("the notice") { $0.contains("undone elsewhere: delete “first”") }
    #expect(!fixture.memory.drawing.contains("redo"))
  }

  /// Both are begun before the first one tells its step.
  @Test func anUndoOfOnesOwnIsNotSaidToBeOneOfAnotherWindow() async throws {
    for _ in 0..<8 {
      // A new one each time: the notice of the last undo would be taken for that of the next.
      let fixture = try await ScreenFixture(["first", "second"], width: 80)
      await fixture.type("du")
      try await fixture.waitUntil("the undo") { $0.contains("undone: delete “first”") && $0.contains("saved ✓") }
      #expect(!fixture.memory.drawing.contains("elsewhere"))
    }
  }

  /// What the first key asks for is not stored yet when the second one is pressed.
  @Test func aPriorityThatIsLoweredIsRaisedAgainAtOnce() async throws {
    let gate = Gate()
    let fixture = try await ScreenFixture(gate, [NewItem(title: "first", priority: .high)])
    await fixture.type("Pp")
    #expect(!fixture.memory.drawing.contains("highest priority"))
    await gate.open()
    try await fixture.waitUntil("both") { _ in fixture.screen.changes.jobs.isEmpty }
    #expect(try await fixture.item("first").priority == .high)
    #expect(try await fixture.elsewhere().log().count == 3)
  }

  @Test func spaceMarksAsDoneAndOpensAgain() async throws {
    let fixture = try await ScreenFixture(["first", "second"])
    await fixture.type(" ")
    try await fixture.waitUntil("done") { $0.contains("▌●    first") && $0.contains("open 1 of 2") }
    await fixture.type(" ")
    try await fixture.waitUntil("open again") { $0.contains("▌○    first") && $0.contains("open 2 of 2") }
  }

  @Test func aBurstOfSpacesCountsEveryOne() async throws {
    let fixture = try await ScreenFixture(["first", "second"])
    await fixture.type("     ")
    try await fixture.waitUntil("done after five") { $0.contains("▌●    first") && $0.contains("saved ✓") }
    #expect(try await fixture.item("first").isDone)
    #expect(try await fixture.elsewhere().log().count == 6)
  }

  @Test func whereOnlyOpenItemsAreShownEachSpaceMeansTheNextOne() async throws {
    let fixture = try await ScreenFixture(
      items: ["first", "second", "third"].map { NewItem(title: $0) }, filter: "is:open")
    await fixture.type("  ")
    try await fixture.waitUntil("one row") { $0.contains("▌○    third") && $0.contains("1 of 3") }
    #expect(try await fixture.item("first").isDone)
    #expect(try await fixture.item("second").isDone)
  }

  @Test func whatComesAgainSaysWhen() async throws {
    let item = NewItem(title: "water", dueAt: ScreenFixture.wholeDay(0), recurrence: Recurrence(rawValue: "2days"))
    let fixture = try await ScreenFixture(items: [item], width: 80)
    await fixture.type(" ")
    try await fixture.waitUntil("the notice") { $0.contains("“water” repeats ") && $0.contains("u undo") }
    try await fixture.waitUntil("the next one") { $0.contains("open 1 of 2") }
  }

  @Test func whatIsReadyNowIsSaid() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 80)
    let (first, second) = (try await fixture.item("first"), try await fixture.item("second"))
    let handler = try await fixture.elsewhere()
    for title in ["third", "fourth"] {
      try await handler.newItem(NewItem(title: title, timestamp: ScreenFixture.now, blockers: [first.id]))
    }
    try await handler.newItem(NewItem(title: "fifth", timestamp: ScreenFixture.now, blockers: [first.id, second.id]))
    try await fixture.waitUntil("all") { $0.contains("open 5 of 5") }
    await fixture.type("/first\r")
    try await fixture.waitUntil("the row") { $0.contains("▌○    first") }
    await fixture.type(" ")
    try await fixture.waitUntil("the notice") { $0.contains("ready now: “third” and 1 more") && $0.contains("u undo") }
  }

  @Test func openSubitemsOfWhatIsDoneAreSaid() async throws {
    let fixture = try await ScreenFixture(["trip"], width: 80)
    let trip = try await fixture.item("trip").id
    let handler = try await fixture.elsewhere()
    for title in ["tickets", "hotel"] {
      try await handler.newItem(NewItem(title: title, timestamp: ScreenFixture.now, parent: .item(trip)))
    }
    try await fixture.waitUntil("all") { $0.contains("open 3 of 3") }
    await fixture.type("/trip\r")
    try await fixture.waitUntil("the row") { $0.contains("trip") && !$0.contains("hotel") }
    await fixture.type(" ")
    try await fixture.waitUntil("the notice") { $0.contains("2 sub-items still open") && $0.contains("u undo") }
  }

  @Test func theCursorKeepsItsPlaceIfAPersonWantsThat() async throws {
    var configuration = Configuration()
    configuration.cursor = .place
    let fixture = try await ScreenFixture(["first", "second", "third"], configuration: configuration)
    await fixture.type("Gt")
    try await fixture.waitUntil("the touched item on top") {
      $0.contains("  ○    third") && $0.contains("▌○    second")
    }
  }

  @Test func thatAnItemIsUpdatedIsSaidWhereItsOrderDoesNotShowIt() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "first"), NewItem(title: "second")], width: 80, filter: "sort:title")
    await fixture.type("t")
    try await fixture.waitUntil("the words") { $0.contains("set “first” to updated now") && $0.contains("u undo") }
    await fixture.type("xxt")
    try await fixture.waitUntil("the words") { $0.contains("set 2 items to updated now") }
    let byUpdated = try await ScreenFixture(["first", "second"], width: 80)
    await byUpdated.type("Gt")
    try await byUpdated.waitUntil("it is on top") { $0.contains("saved ✓") && $0.contains("○    second\n  ○    first") }
    #expect(!byUpdated.drawing.contains("updated now"))
  }

  @Test func prioritiesAreRaisedAndLoweredStepByStep() async throws {
    let fixture = try await ScreenFixture(["first"])
    await fixture.type("pppp")
    try await fixture.waitUntil("high") { $0.contains("▌○ !! first") }
    await fixture.type("P")
    try await fixture.waitUntil("medium") { $0.contains("▌○ !  first") }
  }

  /// The journal does not keep the values of so many items.
  @Test func redoIsNotOfferedForAStepThatCannotBeRedone() async throws {
    let fixture = try await ScreenFixture(["first"], width: 90)
    try await fixture.elsewhere().newItems((0...10_000).map { NewItem(title: "\($0)") })
    try await fixture.waitUntil("all of them") { $0.contains("of 10 002") }
    await fixture.type("u")
    try await fixture.waitUntil("what was undone") {
      $0.contains("undone: add 10 001 items. It added too many items to be redone.")
    }
    #expect(!fixture.drawing.contains("^r redo"))
  }

  @Test func deletingOffersUndoAndUndoSaysWhatItDid() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 70)
    await fixture.type("d")
    try await fixture.waitUntil("the offer") { $0.contains("deleted “first”  u undo") }
    await fixture.type("u")
    try await fixture.waitUntil("what was undone") { $0.contains("undone: delete “first”  ^r redo") }
    try await fixture.waitUntil("the item") { $0.contains("○    first") }
    await fixture.type("\u{12}")
    try await fixture.waitUntil("what was redone") { $0.contains("redone: delete “first”  u undo") }
    #expect(try await fixture.elsewhere().items().map(\.title) == ["second"])
  }

  @Test func undoGoesToTheFirstOfWhatCameBack() async throws {
    let fixture = try await ScreenFixture((1...30).map { "item \($0)." }, width: 70)
    await fixture.type("jjd")
    try await fixture.waitUntil("the next one") { $0.selects("item 4.") && $0.contains("saved ✓") }
    await fixture.type("G")
    try await fixture.waitUntil("the last one") { $0.selects("item 30.") }
    await fixture.type("u")
    try await fixture.waitUntil("what came back") { $0.selects("item 3.") }
    await fixture.type("jxxGd")
    try await fixture.waitUntil("the question") { $0.contains("Delete 2 items?") }
    await fixture.confirm()
    try await fixture.waitUntil("two less") { $0.contains("of 28") && $0.contains("saved ✓") }
    await fixture.type("Gu")
    try await fixture.waitUntil("the first of them") { $0.selects("item 4.") && $0.contains("of 30") }
    await fixture.type("\u{12}")
    try await fixture.waitUntil("gone again") { $0.contains("of 28") }
  }

  @Test func undoOfAChangeGoesToItsItemUnlessThatIsOnTheScreen() async throws {
    let fixture = try await ScreenFixture((1...30).map { "item \($0)." }, width: 70)
    fixture.wallClock.now += 60
    await fixture.type("jp")
    try await fixture.waitUntil("the priority, on top") { $0.contains("·  item 2.") && $0.contains("saved ✓") }
    await fixture.type("jjju")
    try await fixture.waitUntil("the undo") { $0.contains("undone: ") }
    #expect(fixture.memory.drawing.selects("item 4."))
    await fixture.type("\u{12}")
    try await fixture.waitUntil("the redo") { $0.contains("redone: ") }
    await fixture.type("Gu")
    try await fixture.waitUntil("its item") { $0.selects("item 2.") && $0.contains("undone: ") }
  }

  @Test func undoOfAChangeOfManyItemsLeavesTheCursorOnOneOfThem() async throws {
    let fixture = try await ScreenFixture((1...150).map { "item \($0)." }, width: 70)
    let view = fixture.screen.items.view
    await fixture.type("*pG")
    try await fixture.waitUntil("the priorities") { $0.contains("·  item") && $0.contains("saved ✓") }
    let id = view.selectedID
    await fixture.type("u")
    try await fixture.waitUntil("the undo") { $0.contains("undone: ") && !$0.contains("·  item") }
    #expect(view.selectedID == id)
  }

  /// One that is seen says enough, though the cursor is on another one.
  @Test func undoOfAChangeOfManyItemsOfWhichOneIsSeenMovesNothing() async throws {
    let fixture = try await ScreenFixture((1...150).map { "item \($0)." }, width: 70)
    let view = fixture.screen.items.view
    await fixture.type("smGx*x")
    #expect(view.markedCount == 149)
    await fixture.type("p")
    try await fixture.waitUntil("the priorities") { $0.contains("·  item") && $0.contains("saved ✓") }
    await fixture.type("G")
    #expect(fixture.drawing.selects("item 150."))
    await fixture.type("u")
    try await fixture.waitUntil("the undo") { $0.contains("undone: ") && !$0.contains("·  item") }
    #expect(fixture.drawing.selects("item 150."))
  }

  /// The order is by when items were updated, which each change of them sets.
  @Test(arguments: [" ", "p", "t"]) func theCursorGoesWithItsItemWhereverAChangeMovesThat(_ key: String) async throws {
    let fixture = try await ScreenFixture((1...30).map { "item \($0)." }, width: 70, height: 12)
    fixture.wallClock.now += 60
    await fixture.type("Gkkkkk")
    #expect(fixture.drawing.selects("item 25."))
    await fixture.type(key)
    try await fixture.waitUntil("it at the top") { $0.contains("saved ✓") && $0.contains("item 1.") }
    #expect(fixture.lines[0].contains("item 25.") && fixture.drawing.selects("item 25."))
    #expect(fixture.screen.items.view.selection.offset == 0)
  }

  @Test(arguments: [" ", "p", "t"]) func whatAChangeMovesElsewhereLeavesTheScreenAsItIs(_ key: String) async throws {
    let fixture = try await ScreenFixture((1...30).map { "item \($0)." }, width: 70, height: 12)
    fixture.wallClock.now += 60
    await fixture.type("ggjjxxGkkkkk")
    #expect(fixture.drawing.selects("item 25."))
    let before = fixture.lines
    await fixture.type(key)
    try await fixture.waitUntil("the change") { $0.contains("saved ✓") && !$0.contains("selected") }
    #expect(fixture.lines == before)
  }

  @Test func whatCameBackAndIsNotShownMovesNothing() async throws {
    let fixture = try await ScreenFixture((1...9).map { "item \($0)." }, width: 70, height: 14)
    await fixture.type("d")
    try await fixture.waitUntil("one less") { $0.contains("of 8") && $0.contains("saved ✓") }
    await fixture.type("/-\"item 1.\"\r")
    try await fixture.waitUntil("the others") { $0.contains("open 8 of 8") }
    await fixture.type("jju")
    try await fixture.waitUntil("the undo") { $0.contains("undone: delete") && $0.contains("saved ✓") }
    #expect(fixture.memory.drawing.selects("item 4.") && !fixture.screen.items.cursor.isAwaiting)
  }

  @Test func undoMeansTheChangeBeforeItEvenInOneBurst() async throws {
    let fixture = try await ScreenFixture(["first", "second"])
    await fixture.type("jppPu")
    try await fixture.waitUntil("the end of it") { $0.contains("undone: set the priority") }
    #expect(try await fixture.item("second").priority == .medium)
  }

  @Test func undoIsRefusedWithTheReasonIfSomebodyElseChangedTheItem() async throws {
    let fixture = try await ScreenFixture(["first"], width: 90)
    await fixture.type("p")
    try await fixture.waitUntil("the priority") { $0.contains("·  first") && $0.contains("saved ✓") }
    let other = DataHandler(
      modelContainer: try fixture.provider.modelContainer(preview: true), author: "somebody else")
    try await other.updateItems(ids: [try await fixture.item("first").id], ItemChanges(priority: .high))
    await fixture.type("u")
    try await fixture.waitUntil("the reason") { $0.contains("stays as it is, because") }
    #expect(!fixture.memory.drawing.contains("not saved"))
  }

  @Test func aRefusedUndoIsNoSave() async throws {
    let fixture = try await ScreenFixture([], width: 70)
    await fixture.type("u")
    try await fixture.waitUntil("the refusal") { $0.contains("There is nothing to undo.") }
    #expect(!fixture.memory.drawing.contains("saved ✓"))
  }

  @Test func thereIsNothingToUndoTwice() async throws {
    let fixture = try await ScreenFixture(["first"], width: 70)
    await fixture.type("uu")
    try await fixture.waitUntil("the refusal") { $0.contains("There is nothing to undo.") }
    try await fixture.waitUntil("the empty list") { $0.contains("a  add an item") }
  }

  @Test func deletingAnItemWithSubItemsAsksFirst() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "whole"), NewItem(title: "part", parent: .added(0))], width: 60, height: 12)
    await fixture.type("d")
    try await fixture.waitUntil("the number") { $0.contains("Delete “whole” and its sub-item?") }
    await fixture.type("k")
    #expect(!fixture.memory.drawing.contains("Delete “whole”"))
    await fixture.type("d")
    await fixture.confirm()
    try await fixture.waitUntil("the empty list") { $0.contains("a  add an item") }
  }

  @Test func copyingSendsTheTitleToTheTerminalsClipboard() async throws {
    let fixture = try await ScreenFixture(["first 漢字", "second"])
    await fixture.type("y")
    #expect(fixture.memory.clipboard == "first 漢字")
    #expect(fixture.memory.drawing.contains("copied “first 漢字”"))
  }

  @Test func copyingCanBeTurnedOffAndSaysSo() async throws {
    var configuration = Configuration()
    configuration.clipboard = false
    let fixture = try await ScreenFixture(["first"], width: 60, configuration: configuration)
    await fixture.type("y")
    #expect(fixture.memory.clipboard == nil)
    #expect(fixture.memory.drawing.contains("copy: clipboard is off in config.toml"))
  }
}
