import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Numbers that depend on time are counted once a minute")
@MainActor
struct CountedOnceTests {
  private func fixture() async throws -> ScreenFixture {
    let fixture = try await ScreenFixture(
      items: [
        NewItem(title: "to do", dueAt: ScreenFixture.day(0, at: 9)), NewItem(title: "later"),
        NewItem(title: "hidden", start: .moment(ScreenFixture.day(3, at: 9))),
      ], width: 60, height: 16, filter: "is:ready")
    try await fixture.waitUntil("the numbers") { $0.contains("2 of 3") }
    return fixture
  }

  @Test func theListBeforeASearchIsTheSameQuestionAfterIt() async throws {
    let fixture = try await fixture()
    let before = fixture.screen.items.query
    await fixture.type("/late")
    try await fixture.waitUntil("what is found") { $0.contains("1 found") }
    fixture.wallClock.now += 20
    await fixture.escape()
    #expect(fixture.screen.items.query.asksForSame(as: before))
    #expect(fixture.drawing.contains("2 of 3"))
  }

  @Test func theNextMinuteCountsAnew() async throws {
    let fixture = try await fixture()
    await fixture.type("/late")
    try await fixture.waitUntil("what is found") { $0.contains("1 found") }
    fixture.wallClock.now = ScreenFixture.day(3, at: 10)
    await fixture.escape()
    try await fixture.waitUntil("what begins meanwhile") { $0.contains("3 of 3") && $0.contains("hidden") }
  }

  @Test func anItemThatBecomesOverdueWithinTheMinuteIsFound() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "soon", dueAt: ScreenFixture.now.addingTimeInterval(10)), NewItem(title: "later")],
      width: 60, height: 16)
    await fixture.type("/is:overdue")
    try await fixture.waitUntil("nothing") { $0.contains("0 found") }
    await fixture.escape()
    fixture.wallClock.now += 20
    await fixture.type("/is:overdue")
    try await fixture.waitUntil("the item") { $0.contains("1 found") && $0.contains("soon") }
  }

  @Test func theSidebarIsCountedAnewOnceASearchIsTyped() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "to do", dueAt: ScreenFixture.now.addingTimeInterval(30)), NewItem(title: "later")],
      width: 120, height: 20, panes: .auto)
    try await fixture.waitUntil("the numbers") { $0.contains(/overdue +0/) }
    await fixture.type("/late")
    fixture.wallClock.now += 90
    await fixture.type("r")
    try await fixture.waitUntil("what is found") { $0.contains("1 found") }
    #expect(fixture.drawing.contains(/overdue +0/))
    await fixture.escape()
    try await fixture.waitUntil("the new numbers") { $0.contains(/overdue +1/) }
  }

  @Test func anItemThatBeginsNowIsReadyAtOnce() async throws {
    let fixture = try await fixture()
    fixture.wallClock.now += 20
    await fixture.type("astarting ~now\r")
    try await fixture.waitUntil("it is saved") { $0.contains("saved ✓") }
    await fixture.type("/is:ready star")
    try await fixture.waitUntil("it is found") { $0.contains("1 found") && $0.contains("starting") }
  }
}
