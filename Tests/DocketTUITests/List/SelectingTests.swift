import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Selecting, bulk commands and the manual order")
@MainActor
struct SelectingTests {
  private func fixture(_ count: Int = 5, filter: String = "") async throws -> ScreenFixture {
    let items = (1...count).map { NewItem(title: "item \($0)", orderKey: OrderKey(Double($0))) }
    return try await ScreenFixture(items: items, width: 90, height: 14, filter: filter)
  }

  private func order(_ fixture: ScreenFixture) -> [String] {
    fixture.lines.compactMap { line in
      line.range(of: "item ").map { String(line[$0.upperBound...].prefix(1)) }
    }
  }

  @Test func commandsActOnWhatIsSelectedInOneStep() async throws {
    let fixture = try await fixture()
    await fixture.type("xxx")
    #expect(fixture.memory.drawing.contains("3 selected"))
    #expect(fixture.lines.filter { $0.hasPrefix("*") }.count == 3)
    #expect(fixture.memory.drawing.contains(" Esc unselect  a add"))
    await fixture.type(" ")
    try await fixture.waitUntil("three done") { $0.contains("open 2 of 5") }
    #expect(fixture.lines.filter { $0.hasPrefix("*") } == [])
    await fixture.type("u")
    try await fixture.waitUntil("undone at once") {
      $0.contains("undone: complete 3 items") && $0.contains("open 5 of 5")
    }
  }

  @Test func theFooterHasTheKeysThatWorkOnTheSelection() async throws {
    let fixture = try await fixture()
    func footer() -> String { String(fixture.memory.drawing.split(separator: "\n").last ?? "") }
    await fixture.type("x")
    #expect(footer().contains("e edit"))
    await fixture.type("x")
    #expect(!footer().contains("e edit"))
    #expect(footer().hasPrefix(" Esc unselect  a add  Space done  d delete  / search  u undo  ? help  q quit"))
    await fixture.escape()
    #expect(footer().contains("e edit") && footer().contains("d delete"))
  }

  @Test func whyAKeyDidNothingIsSaidUntilTheNextOne() async throws {
    let fixture = try await fixture()
    await fixture.type("P")
    #expect(fixture.drawing.contains("no priority to lower"))
    await fixture.type("j")
    #expect(!fixture.drawing.contains("no priority to lower"))
    await fixture.type("d")
    try await fixture.waitUntil("what can be undone") { $0.contains("deleted “item 2”") }
    await fixture.type("j")
    #expect(fixture.drawing.contains("deleted “item 2”"))
  }

  @Test func aRangeAndEverythingCanBeSelectedAndEscapeTakesItBack() async throws {
    let fixture = try await fixture()
    await fixture.type("xjjX")
    #expect(fixture.memory.drawing.contains("4 selected"))
    await fixture.type("*")
    #expect(fixture.memory.drawing.contains("5 selected"))
    await fixture.type("*")
    #expect(!fixture.memory.drawing.contains("selected"))
    await fixture.type("x")
    await fixture.escape()
    #expect(!fixture.memory.drawing.contains("selected"))
  }

  @Test func deletingSeveralAsksOnceAndIsOneStep() async throws {
    let fixture = try await fixture()
    await fixture.type("*d")
    try await fixture.waitUntil("the question") { $0.contains("Delete 5 items? It can be undone.") }
    await fixture.escape()
    #expect(fixture.memory.drawing.contains("5 selected"))
    await fixture.type("d")
    await fixture.confirm()
    try await fixture.waitUntil("the empty list") { $0.contains("a  add an item") }
    await fixture.type("u")
    try await fixture.waitUntil("all of them back") { $0.contains("open 5 of 5") }
  }

  @Test func whatOneAddsWhileEverythingIsSelectedIsNotSelected() async throws {
    let fixture = try await fixture()
    await fixture.type("*anew\r")
    try await fixture.waitUntil("the new item") { $0.selects("new") && $0.contains("5 selected") }
    await fixture.type(" ")
    try await fixture.waitUntil("five done") { $0.contains("open 1 of 6") }
    #expect(try await fixture.item("new").completedAt == nil)
  }

  @Test(arguments: [5, 1_500])
  func whatComesAfterEverythingWasSelectedIsNotSelected(_ count: Int) async throws {
    let fixture = try await fixture(count)
    let total = count == 5 ? "5" : "1 500"
    await fixture.type("*")
    let theirs = [NewItem(title: "theirs", timestamp: ScreenFixture.now.addingTimeInterval(-90))]
    _ = try await fixture.elsewhere().newItems(theirs)
    try await fixture.waitUntil("the new item") { $0.contains("theirs") && $0.contains("\(total) selected") }
    #expect(fixture.lines.first { $0.contains("theirs") }?.hasPrefix("*") == false)
    try await fixture.elsewhere().deleteItem(id: try await fixture.item("item 2").id)
    let rest = count == 5 ? "4" : "1 499"
    try await fixture.waitUntil("one less") { $0.contains("\(rest) selected") }
    await fixture.type("d")
    #expect(fixture.memory.drawing.contains("Delete \(rest) items"))
    await fixture.confirm()
    try await fixture.waitUntil("the rest") { $0.contains("open 1 of 1") && $0.contains("theirs") }
  }

  @Test func whatAnUndoOrAPasteBringsIsNotSelectedWithEverything() async throws {
    let fixture = try await fixture(3)
    await fixture.type("d")
    try await fixture.waitUntil("two") { $0.contains("of 2") && $0.contains("saved ✓") }
    await fixture.type("*u")
    try await fixture.waitUntil("three") { $0.contains("item 1") && $0.contains("2 selected") }
    Adding(fixture.screen).addLines(["pasted 1", "pasted 2"], to: nil)
    try await fixture.waitUntil("five") { $0.contains("pasted 2") && $0.contains("2 selected") }
    #expect(fixture.lines.filter { $0.hasPrefix("*") }.count == 2)
    await fixture.type(" ")
    try await fixture.waitUntil("two done") { $0.contains("open 3 of 5") }
    #expect(try await fixture.item("item 1").completedAt == nil)
    #expect(try await fixture.item("pasted 1").completedAt == nil)
  }

  @Test func whatIsFoldedAndShownAgainIsSelectedStillAndWhatWasLeftOutIsNot() async throws {
    let fixture = try await fixture(3)
    let top = try await fixture.item("item 1").id
    for title in ["in", "out"] {
      _ = try await fixture.elsewhere().newItem(NewItem(title: title, parent: .item(top)))
    }
    try await fixture.waitUntil("the parts") { $0.contains("  in") && $0.contains("  out") }
    await fixture.type("g*jjx")
    let marked = fixture.lines.filter { $0.hasPrefix("*") }
    #expect(marked.count == 4 && fixture.memory.drawing.contains("4 selected"))
    await fixture.type("gz")
    try await fixture.waitUntil("folded") { $0.contains("3 selected") && !$0.contains("  in") }
    await fixture.type("z")
    try await fixture.waitUntil("unfolded") { $0.contains("4 selected") && $0.contains("  in") }
    #expect(fixture.lines.filter { $0.hasPrefix("*") }.count == 4)
  }

  @Test func allButOneCanBeSelectedAndPartsAreAmongstThem() async throws {
    let fixture = try await fixture(filter: "")
    let parent = try await fixture.item("item 1").id
    try await fixture.elsewhere().newItem(NewItem(title: "part", parent: .item(parent)))
    try await fixture.waitUntil("the part") { $0.contains("part") }
    await fixture.type("*jjx")
    #expect(fixture.memory.drawing.contains("5 selected"))
    await fixture.type(" ")
    try await fixture.waitUntil("all but one") { $0.contains("open 1 of 6") }
    #expect(try await fixture.item("part").completedAt != nil)
    #expect(try await fixture.item("item 2").completedAt == nil)
  }

  /// Beyond some millions of looks, what has left the list is found in the background.
  @Test func ofManySelectedThoseThatLeftTheListAreSelectedNoLonger() async throws {
    let fixture = try await fixture(2_300)
    await fixture.type("xGX")
    #expect(fixture.memory.drawing.contains("2 300 selected"))
    try await fixture.elsewhere().deleteItem(id: try await fixture.item("item 7").id)
    try await fixture.waitUntil("one less") { $0.contains("2 299 selected") }
    await fixture.type("p")
    try await fixture.waitUntil("the priority") { $0.contains("·  item 2300") }
  }

  @Test func theQuestionCountsAllThatGoesWithTheItems() async throws {
    let fixture = try await fixture(3)
    let top = try await fixture.item("item 1").id
    let part = try await fixture.elsewhere().newItem(NewItem(title: "part", parent: .item(top)))
    _ = try await fixture.elsewhere().newItems(
      (1...2).map { NewItem(title: "of the part \($0)", parent: .item(part)) })
    try await fixture.waitUntil("all of them") { $0.contains("open 6 of 6") && $0.contains("0/2") }
    await fixture.type("gd")
    try await fixture.waitUntil("the number") { $0.contains("Delete “item 1” and its 3 sub-items? It can be undone.") }
    await fixture.escape()
    // Those that are selected themselves are none that go with them.
    await fixture.type("*d")
    try await fixture.waitUntil("the number") { $0.contains("Delete 6 items? It can be undone.") }
    await fixture.escape()
    await fixture.escape()
    await fixture.type("xjjjxd")
    try await fixture.waitUntil("the number") { $0.contains("Delete 2 items and their 3 sub-items?") }
    await fixture.confirm()
    try await fixture.waitUntil("the rest") { $0.contains("open 1 of 1") }
  }

  @Test func whatSomebodyElseDeletesIsSelectedNoLonger() async throws {
    let fixture = try await fixture()
    await fixture.type("xx")
    try await fixture.elsewhere().deleteItem(id: try await fixture.item("item 1").id)
    try await fixture.waitUntil("one left") { $0.contains("1 selected") }
  }

  @Test func anotherFilterEndsTheSelection() async throws {
    let fixture = try await fixture()
    await fixture.type("*/item 2\r")
    try await fixture.waitUntil("one row") { $0.contains("open 1 of 1") }
    await fixture.type("p")
    try await fixture.waitUntil("its priority") { $0.contains("·  item 2") }
    #expect(try await fixture.item("item 1").priority == .none)
  }

  @Test func theManualOrderIsChangedRowByRowEvenInABurst() async throws {
    let fixture = try await fixture(filter: "sort:manual")
    try await fixture.waitUntil("the order") { $0.contains("by manual ↑") }
    await fixture.type("JJJ")
    try await fixture.waitUntil("the new order") { _ in order(fixture) == ["2", "3", "4", "1", "5"] }
    #expect(fixture.memory.drawing.contains("▌○    item 1"))
    await fixture.type("K")
    try await fixture.waitUntil("the new order") { _ in order(fixture) == ["2", "3", "1", "4", "5"] }
    await fixture.type("gxxJ")
    try await fixture.waitUntil("both moved") { _ in order(fixture) == ["1", "2", "3", "4", "5"] }
  }

  @Test func atTheEndsMovingAndPrioritiesSaySo() async throws {
    let fixture = try await fixture(3, filter: "sort:manual")
    try await fixture.waitUntil("the order") { $0.contains("by manual ↑") }
    await fixture.type("K")
    try await fixture.waitUntil("the end") { $0.contains("there is nothing above to move past") }
    await fixture.type("GJ")
    try await fixture.waitUntil("the end") { $0.contains("there is nothing below to move past") }
    await fixture.type("P")
    #expect(fixture.memory.drawing.contains("no priority to lower"))
    for mark in ["·", "!", "!!"] {
      await fixture.type("p")
      try await fixture.waitUntil("the priority") { $0.contains("○ \(mark)") && $0.contains("saved ✓") }
    }
    await fixture.type("p")
    #expect(fixture.memory.drawing.contains("already at highest priority"))
  }

  @Test func aNewItemThatWouldNotHaveBeenSeenSaysWhereItWent() async throws {
    let fixture = try await fixture(40)
    await fixture.type("Ganew\r")
    try await fixture.waitUntil("the place") {
      $0.contains("added further up, sorted by updated ↓") && $0.selects("new")
    }
  }

  @Test func inAnotherOrderMovingAsksWhetherToShowTheManualOne() async throws {
    let fixture = try await ScreenFixture(
      items: ["one", "two", "three"].map { NewItem(title: $0, dueAt: ScreenFixture.wholeDay(0)) }, width: 60,
      height: 14,
      filter: "is:ready sort:agenda")
    func titles() -> [String] { fixture.lines.compactMap { $0.firstMatch(of: /one|two|three/).map { String($0.0) } } }
    try await fixture.waitUntil("the agenda") { $0.contains("Today  3") && $0.selects("one") }
    await fixture.type("J")
    #expect(fixture.drawing.contains("Show the manual order"))
    await fixture.type("\r")
    try await fixture.waitUntil("it has moved") { _ in titles() == ["two", "one", "three"] }
    #expect(fixture.drawing.contains("by manual ↑") && fixture.drawing.selects("one"))
    await fixture.escape()
    try await fixture.waitUntil("the sections are back") { $0.contains("Today  3") && !$0.contains("by manual") }
  }

  @Test func movingCanBeThoughtBetterOf() async throws {
    let fixture = try await fixture()
    let before = fixture.lines
    await fixture.type("K")
    #expect(fixture.drawing.contains("Show the manual order"))
    await fixture.escape()
    #expect(fixture.lines == before)
  }

  /// The key that asked gives the answer too, but not while it is held down.
  @Test func theSameKeyAgainMovesOnceTheQuestionWasRead() async throws {
    let fixture = try await fixture()
    await fixture.type("JJ")
    #expect(fixture.drawing.contains("press J again, once you have read it"))
    #expect(fixture.drawing.contains("Show the manual order") && !fixture.drawing.contains("by manual"))
    fixture.clock.advance(by: .seconds(1))
    await fixture.type("J")
    try await fixture.waitUntil("the manual order") { $0.contains("by manual ↑") && $0.contains("saved ✓") }
  }
}
