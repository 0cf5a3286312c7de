import DocketConfiguration
import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@MainActor
@Suite("A list that nobody touches follows the clock")
struct UntouchedListTests {
  /// Without reminders, whose alarm is one of its own.
  private func open(_ items: [NewItem], filter: String = "is:ready sort:agenda") async throws -> ScreenFixture {
    var configuration = Configuration()
    (configuration.reminders.notice, configuration.reminders.bell) = (false, false)
    return try await ScreenFixture(
      items: items, width: 60, height: 14, configuration: configuration, filter: filter)
  }

  /// Lets the time come, a little at a time as alarms are set in the background.
  private func wait(until date: Date, _ name: String, in fixture: ScreenFixture, _ test: (String) -> Bool) async throws
  {
    let pause = date.timeIntervalSince(fixture.wallClock.now)
    fixture.wallClock.now = date
    fixture.clock.advance(by: .seconds(pause))
    try await fixture.waitUntil("\(name)") {
      fixture.clock.advance(by: .milliseconds(1))
      return test($0)
    }
  }

  @Test func whatIsDueMovesToOverdueAtItsMoment() async throws {
    let soon = ScreenFixture.day(0, at: 12, minute: 30)
    let fixture = try await open([
      NewItem(title: "watched", dueAt: soon), NewItem(title: "day", dueAt: ScreenFixture.wholeDay(0)),
    ])
    #expect(fixture.drawing.contains("Today  2"))
    try await wait(until: soon.addingTimeInterval(2), "overdue", in: fixture) {
      $0.contains("Overdue  1") && $0.contains("Today  1")
    }
  }

  /// A row out of sight has its heading in sight.
  @Test func whatIsOutOfSightIsFollowedToo() async throws {
    let soon = ScreenFixture.day(0, at: 12, minute: 30)
    let many = (1...30).map { NewItem(title: "first \($0)", priority: .high, dueAt: ScreenFixture.wholeDay(0)) }
    let fixture = try await open(many + [NewItem(title: "watched", dueAt: soon)])
    #expect(fixture.drawing.contains("Today  31") && !fixture.drawing.contains("watched"))
    try await wait(until: soon.addingTimeInterval(2), "overdue", in: fixture) { $0.contains("Today  30") }
  }

  @Test func whatStartsAppearsAtItsMoment() async throws {
    let soon = ScreenFixture.now.addingTimeInterval(20)
    var later = NewItem(title: "watched")
    later.start = .moment(soon)
    let fixture = try await open([later, NewItem(title: "other")])
    #expect(!fixture.drawing.contains("watched"))
    try await wait(until: soon.addingTimeInterval(2), "it is there", in: fixture) { $0.contains("watched") }
  }

  @Test func tomorrowIsTodayAfterMidnight() async throws {
    let fixture = try await open([NewItem(title: "watched", dueAt: ScreenFixture.wholeDay(1))])
    #expect(fixture.drawing.contains("Tomorrow  1"))
    try await wait(until: ScreenFixture.day(1, at: 0, minute: 1), "today", in: fixture) { $0.contains("Today  1") }
  }

  /// An alarm that comes late, as after the machine slept, shows what is so then.
  @Test func aLateAlarmShowsTheMomentItComesAt() async throws {
    let soon = ScreenFixture.day(0, at: 12, minute: 30)
    let fixture = try await open([NewItem(title: "watched", dueAt: soon)])
    try await wait(until: ScreenFixture.day(2, at: 8), "two days later", in: fixture) { $0.contains("overdue 2 d") }
  }

  @Test func noTimerIsSetWhileNothingIsToCome() async throws {
    let fixture = try await open([NewItem(title: "watched"), NewItem(title: "other")])
    let (clock, id) = (fixture.clock, try await fixture.item("watched").id)
    await fixture.application.idle()
    #expect(clock.pendingCount == 0)
    let soon = ScreenFixture.day(0, at: 12, minute: 30)
    try await fixture.elsewhere().updateItems(ids: [id], ItemChanges(due: .value(soon)), at: ScreenFixture.now)
    try await fixture.waitUntil("there is an alarm") { $0.contains("Today  1") && clock.pendingCount == 1 }
    try await fixture.elsewhere().updateItems(ids: [id], ItemChanges(due: .some(.none)), at: ScreenFixture.now)
    // An alarm for a row that was drawn comes once.
    try await wait(until: ScreenFixture.day(0, at: 13), "there is none", in: fixture) {
      $0.contains("No date  2") && clock.pendingCount == 0
    }
  }

  @Test func aListOfOtherThingsSetsNoTimer() async throws {
    let later = NewItem(title: "watched", dueAt: ScreenFixture.day(3, at: 12))
    let fixture = try await open([later, NewItem(title: "other")], filter: "other")
    await fixture.application.idle()
    #expect(fixture.clock.pendingCount == 0)
  }
}
