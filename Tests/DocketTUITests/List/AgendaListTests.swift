import DocketData
import Foundation
import SwiftData
import Testing

@testable import DocketTUI

@MainActor
@Suite("The agenda in the list")
struct AgendaListTests {
  private func fixture(_ items: [NewItem], height: Int = 14) async throws -> ScreenFixture {
    try await ScreenFixture(items: items, width: 60, height: height, filter: "is:ready sort:agenda")
  }

  /// The titles and headings, in their lines.
  private func lines(_ fixture: ScreenFixture) -> [String] {
    fixture.lines.map { $0.replacing(/^[ ▌○●!·]+/, with: "").split(separator: /\s{2,}/).first.map(String.init) ?? "" }
  }

  private func dated(_ title: String, _ date: Date?, _ priority: Priority = .none) -> NewItem {
    NewItem(title: title, priority: priority, dueAt: date)
  }

  @Test func itemsStandBelowTheHeadingsOfTheirSections() async throws {
    let fixture = try await fixture([
      dated("someday", nil), dated("late", ScreenFixture.wholeDay(-1)), dated("now", ScreenFixture.wholeDay(0)),
      dated("next", ScreenFixture.wholeDay(1)), dated("soon", ScreenFixture.wholeDay(5)),
      dated("far", ScreenFixture.wholeDay(40)),
    ])
    #expect(
      lines(fixture) == [
        "Overdue", "late", "Today", "now", "Tomorrow", "next", "This week", "soon", "Later", "far", "No date",
        "someday",
      ])
  }

  @Test func aNewItemOutOfSightSaysWhereItIs() async throws {
    let fixture = try await fixture((1...30).map { dated("item \($0)", ScreenFixture.wholeDay(0)) })
    await fixture.type("asomeday\r")
    try await fixture.waitUntil("the place") { $0.contains("added further down") }
    #expect(!fixture.memory.drawing.contains("further down,"))
    await fixture.type("/")
    #expect(!fixture.memory.drawing.contains("added further"), "it goes with the next command")
  }

  @Test func aNewItemBelowTheLastOneIsInSight() async throws {
    let fixture = try await fixture([dated("now", ScreenFixture.wholeDay(0))])
    await fixture.type("asomeday\r")
    try await fixture.waitUntil("the item") { $0.selects("someday") && $0.contains("saved ✓") }
    #expect(!fixture.memory.drawing.contains("added further"))
  }

  @Test func headingsSayHowManyItemsTheyHaveAndTheMostUrgentComesFirst() async throws {
    let fixture = try await fixture([
      dated("low", nil, .low), dated("high", nil, .high), dated("none", nil), dated("medium", nil, .medium),
    ])
    #expect(fixture.drawing.contains(" No date  4"))
    #expect(lines(fixture) == ["No date", "high", "medium", "low", "none"])
  }

  @Test func whatHasNotStartedOrWaitsForSomethingIsNotThere() async throws {
    var later = dated("later", nil)
    later.start = .moment(ScreenFixture.now.addingTimeInterval(3_600))
    let fixture = try await fixture([dated("first", nil), later, dated("second", nil)])
    let handler = try await fixture.elsewhere()
    let (first, second) = (try await fixture.item("first").id, try await fixture.item("second").id)
    try await handler.setBlockers(ids: [first], of: second)
    try await fixture.waitUntil("the blocked item has gone") { !$0.contains("second") }
    #expect(lines(fixture) == ["No date", "first"])
    _ = try await handler.markItems(ids: [first], areDone: true, at: ScreenFixture.now)
    try await fixture.waitUntil("the other item is ready") { $0.contains("second") && !$0.contains("first") }
  }

  @Test func whatIsOverdueIsThereThoughItStartsLater() async throws {
    var late = dated("late", ScreenFixture.day(-1, at: 9))
    late.start = .moment(ScreenFixture.now.addingTimeInterval(3_600))
    let fixture = try await fixture([late, dated("someday", nil)])
    #expect(fixture.drawing.contains(/Overdue  1\s*\n.*◌ +late(.|\n)*No date  1\s*\n.*someday/))
  }

  @Test func anItemMovesToTheSectionOfItsNewDate() async throws {
    let fixture = try await fixture([
      dated("a", ScreenFixture.wholeDay(0)), dated("b", nil), dated("c", nil, .low),
    ])
    #expect(lines(fixture) == ["Today", "a", "No date", "c", "b"])
    let id = try await fixture.item("b").id
    try await fixture.elsewhere().updateItems(
      ids: [id], ItemChanges(due: .value(ScreenFixture.wholeDay(1))), at: ScreenFixture.now)
    try await fixture.waitUntil("there is another section") { $0.contains("Tomorrow") }
    #expect(lines(fixture) == ["Today", "a", "Tomorrow", "b", "No date", "c"])
  }

  @Test func aPartThatIsDueInAnEarlierSectionStandsThereByItself() async throws {
    let parent = NewItem(title: "whole", dueAt: ScreenFixture.day(1, at: 17))
    let fixture = try await ScreenFixture(
      items: [parent, NewItem(title: "other")], width: 70, height: 16, filter: "is:ready sort:agenda")
    let whole = try await fixture.item("whole").id
    try await fixture.elsewhere().newItems([
      NewItem(title: "late", dueAt: ScreenFixture.day(-1, at: 9), parent: .item(whole)),
      NewItem(title: "sooner", dueAt: ScreenFixture.day(1, at: 9), parent: .item(whole)),
    ])
    try await fixture.waitUntil("the late part above") {
      $0.contains(/Overdue  1\s*\n.*late  < whole.*(.|\n)*Tomorrow  1\s*\n.*whole(.|\n)*      sooner/)
    }
    await fixture.type("z")
    #expect(fixture.drawing.contains("late  < whole"))
  }

  @Test func subitemsStandBelowTheirItems() async throws {
    let fixture = try await fixture([
      dated("trip", ScreenFixture.wholeDay(0)), NewItem(title: "pack", parent: .added(0)), dated("other", nil),
    ])
    try await fixture.waitUntil("the outline is there") { $0.contains("pack") }
    #expect(lines(fixture).map { $0.replacing(/^[▾▸ ]+[0-9\/ ]*/, with: "") }.contains("pack"))
    #expect(fixture.lines.map { $0.contains("pack") }.firstIndex(of: true) == 2)
    #expect(fixture.drawing.contains(" Today  1"))
  }

  /// Nothing that can be done now is hidden below what can't.
  @Test func aReadyPartOfWhatIsNotReadyStandsForItself() async throws {
    var later = dated("later", nil)
    later.start = .moment(ScreenFixture.now.addingTimeInterval(3_600))
    var part = dated("part", ScreenFixture.wholeDay(0))
    part.parent = .added(0)
    let fixture = try await fixture([later, part, dated("other", nil)])
    try await fixture.waitUntil("the part") { $0.contains("part") }
    #expect(lines(fixture).filter { $0.contains("later") }.isEmpty)
    #expect(lines(fixture).first == "Today")
  }

  @Test func whatIsDoneLeavesAndSaysSo() async throws {
    let fixture = try await fixture([dated("milk", nil), dated("bread", nil)])
    await fixture.type(" ")
    try await fixture.waitUntil("it has gone") { $0.contains("done: “") }
    #expect(lines(fixture).count { $0 == "milk" || $0 == "bread" } == 1)
    await fixture.type("u")
    try await fixture.waitUntil("it is back") { $0.contains("milk") && $0.contains("bread") }
  }

  @Test func manyRowsLeaveASectionAtOnce() async throws {
    let fixture = try await fixture((1...40).map { dated($0 == 3 ? "needle" : "item \($0)", nil) })
    await fixture.type("/needle\r")
    try await fixture.waitUntil("one is left") { $0.contains("No date  1") }
    await fixture.escape()
    try await fixture.waitUntil("all are back") { $0.contains("No date  40") }
    let ids = try await fixture.elsewhere().items().filter { $0.title != "needle" }.map(\.id)
    _ = try await fixture.elsewhere().markItems(ids: ids, areDone: true, at: ScreenFixture.now)
    try await fixture.waitUntil("they have gone") { $0.contains("No date  1") }
  }

  @Test func theOnlyRowGetsTheHeadingOfItsNewSection() async throws {
    let fixture = try await fixture([dated("a", ScreenFixture.wholeDay(0))])
    #expect(lines(fixture) == ["Today", "a"])
    let id = try await fixture.item("a").id
    try await fixture.elsewhere().updateItems(
      ids: [id], ItemChanges(due: .value(ScreenFixture.wholeDay(1))), at: ScreenFixture.now)
    try await fixture.waitUntil("the other heading") { $0.contains("Tomorrow  1") }
  }

  @Test func whatBecomesOverdueMovesWithTheNextKey() async throws {
    let soon = ScreenFixture.now.addingTimeInterval(30)
    let fixture = try await fixture([dated("soon", soon), dated("later", ScreenFixture.wholeDay(0))])
    #expect(lines(fixture).first == "Today")
    fixture.wallClock.now = soon.addingTimeInterval(1)
    await fixture.type("j")
    try await fixture.waitUntil("it is overdue") { $0.contains("Overdue  1") }
  }

  /// To sort by urgency all of them are read.
  @Test func ofMoreOpenItemsThanAreSortedIsByDate() async throws {
    let items = [
      dated("whenever", nil, .high), dated("late", ScreenFixture.wholeDay(-2)),
      dated("later", ScreenFixture.wholeDay(-1), .high), NewItem(title: "done", completedAt: ScreenFixture.now),
    ]
    let fixture = try await fixture(items)
    let context = fixture.screen.environment.context
    let urgency = Urgency(at: DateReference(now: ScreenFixture.now))
    func order(_ limit: Int, after earlier: RowOrder? = nil) -> RowOrder {
      RowOrder([ItemOrder(.agenda, isAscending: true)], urgency, in: context, after: earlier, sortingUpTo: limit)
    }
    func titles(_ order: RowOrder) throws -> [String] {
      let open = #Predicate<DocketData.Item> { $0.completedAt == nil }
      return try context.fetch(FetchDescriptor(predicate: open, sortBy: order.descriptors)).map(\.title)
    }
    let (sorted, byDate) = (order(3), order(2))
    #expect(try sorted.agenda?.isByDate == false && titles(sorted) == ["later", "late", "whenever"])
    #expect(try byDate.agenda?.isByDate == true && titles(byDate) == ["late", "later", "whenever"])
    #expect(order(3, after: byDate).agenda?.isByDate == true, "they are not counted anew at the same moment")
    #expect(RowOrder.maxSorted == 20_000)
  }

  @Test func equallyUrgentItemsStandByTheirDates() async throws {
    let fixture = try await fixture([
      dated("evening", ScreenFixture.day(0, at: 20)), dated("day", ScreenFixture.wholeDay(0)),
      dated("afternoon", ScreenFixture.day(0, at: 15)),
    ])
    #expect(lines(fixture) == ["Today", "afternoon", "evening", "day"])
  }

  @Test func theCursorNeverStandsOnAHeading() async throws {
    let fixture = try await fixture(
      [dated("late", ScreenFixture.wholeDay(-1)), dated("now", ScreenFixture.wholeDay(0)), dated("someday", nil)],
      height: 8)
    for expected in ["now", "someday", "someday"] {
      await fixture.type("j")
      #expect(fixture.lines.contains { $0.contains("▌") && $0.contains(expected) })
    }
    await fixture.type("g")
    #expect(lines(fixture).prefix(2) == ["Overdue", "late"])
  }

  @Test func escapeLeadsBackFromAnotherFilter() async throws {
    let fixture = try await fixture([dated("late", ScreenFixture.wholeDay(-1)), dated("someday", nil)])
    await fixture.type("f")
    await fixture.type("all\r")
    try await fixture.waitUntil("everything is shown") { !$0.contains("Overdue") && $0.contains("someday") }
    await fixture.escape()
    try await fixture.waitUntil("the agenda is back") { $0.contains("Overdue") && $0.contains("No date") }
  }

  @Test func escapeLeadsBackStepByStep() async throws {
    let fixture = try await fixture([
      dated("late one", ScreenFixture.wholeDay(-1)), dated("late two", ScreenFixture.wholeDay(-2)),
      dated("someday", nil),
    ])
    await fixture.type("fall\r")
    try await fixture.waitUntil("all") { $0.contains("docket · all ") && $0.contains("someday") }
    await fixture.type("foverdue\r")
    try await fixture.waitUntil("the overdue ones") { $0.contains("docket · overdue ") && !$0.contains("someday") }
    await fixture.type("/two\r")
    try await fixture.waitUntil("one of them") { $0.contains("docket · overdue /two ") && !$0.contains("late one") }
    await fixture.escape()
    try await fixture.waitUntil("the overdue ones again") {
      $0.contains("docket · overdue ") && $0.contains("late one") && !$0.contains("someday")
    }
    await fixture.escape()
    try await fixture.waitUntil("all again") {
      $0.contains("docket · all ") && $0.contains("someday") && !$0.contains("No date")
    }
    for _ in 0..<2 {
      await fixture.escape()
      try await fixture.waitUntil("the agenda, and no further") {
        $0.contains("docket · agenda ") && $0.contains("Overdue  2") && $0.contains("No date  1")
      }
    }
  }

  @Test func ordersByUrgencyHaveNoHeadings() async throws {
    let fixture = try await fixture([dated("late", ScreenFixture.wholeDay(-1)), dated("high", nil, .high)])
    await fixture.type("sr")
    try await fixture.waitUntil("it is by urgency") { [self] in
      $0.contains("by urgency ↓") && lines(fixture) == ["late", "high"]
    }
  }

  @Test func theDetailSaysWhatMakesAnItemUrgent() async throws {
    let fixture = try await fixture([dated("now", ScreenFixture.wholeDay(0), .high)], height: 24)
    await fixture.type("\r")
    try await fixture.waitUntil("the detail is there") { $0.contains("urgency") && $0.contains("15.6") }
    #expect(fixture.drawing.contains("due today 9.6"))
  }
}
