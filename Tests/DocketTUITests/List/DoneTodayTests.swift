import DocketConfiguration
import DocketData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("What was done today")
@MainActor
struct DoneTodayTests {
  private func fixture(_ items: [NewItem]) async throws -> ScreenFixture {
    try await ScreenFixture(items: items, width: 60, height: 16, filter: "is:ready sort:agenda")
  }

  private let items = [
    NewItem(title: "to do", dueAt: ScreenFixture.day(0, at: 18)),
    NewItem(title: "sent", completedAt: ScreenFixture.day(0, at: 9)),
    NewItem(title: "paid", completedAt: ScreenFixture.day(0, at: 8)),
    NewItem(title: "older", completedAt: ScreenFixture.day(-1, at: 8)),
  ]

  @Test func standsFoldedBelowTheAgendaAndIsShownByAKey() async throws {
    let fixture = try await fixture(items)
    try await fixture.waitUntil("the number") { $0.contains("Done today  2  ▸  D shows them") }
    #expect(!fixture.memory.drawing.contains("sent"))
    // The cursor stays on items.
    await fixture.type("G")
    #expect(fixture.memory.drawing.contains("▌○    to do"))
    await fixture.type("D")
    try await fixture.waitUntil("the items") {
      $0.contains("sent") && $0.contains("paid") && !$0.contains("older") && $0.contains("Done today  2")
        && !$0.contains("shows them") && !$0.contains("at the end")
    }
    await fixture.type("D")
    try await fixture.waitUntil("it is folded") { !$0.contains("sent") && $0.contains("D shows them") }
  }

  @Test func itsKeySaysWhereItIsIfThatIsOutOfSight() async throws {
    let fixture = try await fixture((1...20).map { NewItem(title: "item \($0)") } + items)
    await fixture.type("D")
    try await fixture.waitUntil("the words") { $0.contains("done today is at the end of the list; D hides it") }
    await fixture.type("D")
    #expect(!fixture.drawing.contains("at the end"))
    await fixture.type("G")
    try await fixture.waitUntil("the number") { $0.contains("Done today  2  ▸") }
  }

  @Test func thatNothingWasDoneTodayIsSaid() async throws {
    let fixture = try await fixture([NewItem(title: "to do")])
    try await fixture.waitUntil("it was counted") { _ in fixture.screen.items.doneTodayCount == 0 }
    await fixture.type("D")
    #expect(fixture.drawing.contains("nothing was done today") && !fixture.screen.items.listing.showsDoneToday)
  }

  @Test func growsWithWhatIsDone() async throws {
    let fixture = try await fixture(items)
    try await fixture.waitUntil("the number") { $0.contains("Done today  2") }
    await fixture.type(" ")
    try await fixture.waitUntil("one more") { $0.contains("Done today  3") && !$0.contains("▌○    to do") }
    await fixture.type("u")
    try await fixture.waitUntil("one less") { $0.contains("Done today  2") && $0.contains("○    to do") }
  }

  @Test func fromAnotherListItsKeyLeadsToTheAgenda() async throws {
    let fixture = try await fixture(items)
    try await fixture.waitUntil("the number") { $0.contains("Done today") }
    await fixture.type("f")
    await fixture.type("open\r")
    try await fixture.waitUntil("the open ones") { !$0.contains("Done today") && $0.contains("to do") }
    await fixture.type("D")
    try await fixture.waitUntil("the agenda with it") { $0.contains("Done today") && $0.contains("Today") }
    #expect(!fixture.drawing.contains("at the end") && !fixture.drawing.contains("nothing was done"))
  }

  @Test func whatIsLeftToDoOfItStandsInItsOwnSectionOnly() async throws {
    let fixture = try await fixture([NewItem(title: "trip", completedAt: ScreenFixture.day(0, at: 9))])
    let trip = try await fixture.item("trip").id
    try await fixture.elsewhere().newItems([NewItem(title: "hotel", parent: .item(trip))])
    try await fixture.waitUntil("the number") { $0.contains("Done today  1") && $0.contains("hotel") }
    await fixture.type("D")
    try await fixture.waitUntil("what is done") { $0.contains("●") && $0.contains("trip") && $0.contains("< trip") }
    let rows = fixture.lines.filter { $0.contains("hotel") }
    #expect(rows.count == 1 && rows[0].contains("○    hotel"), "\(fixture.drawing)")
  }

  @Test func itsPartsStandByThemselves() async throws {
    let fixture = try await fixture([NewItem(title: "whole")])
    let handler = try await fixture.elsewhere()
    let whole = try await fixture.item("whole").id
    try await handler.newItems([
      NewItem(title: "part", completedAt: ScreenFixture.day(0, at: 9), parent: .item(whole)),
      NewItem(title: "rest", parent: .item(whole)),
    ])
    try await fixture.waitUntil("the number") { $0.contains("Done today  1") && $0.contains("  ○      rest") }
    await fixture.type("D")
    try await fixture.waitUntil("the part") { $0.contains("●    part") && $0.contains("  ○      rest") }
  }
}
