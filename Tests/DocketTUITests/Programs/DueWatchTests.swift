import DocketConfiguration
import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("What becomes due while the list is open")
@MainActor
struct DueWatchTests {
  private func fixture(_ items: [NewItem], notice: Bool = true, bell: Bool = false) async throws -> ScreenFixture {
    var configuration = Configuration()
    (configuration.reminders.notice, configuration.reminders.bell) = (notice, bell)
    return try await ScreenFixture(items: items, width: 60, configuration: configuration)
  }

  private func item(_ title: String, due: Date) -> NewItem {
    var item = NewItem(title: title)
    item.dueAt = due
    return item
  }

  /// Lets the time come, once the alarm is set.
  private func wait(until date: Date, in fixture: ScreenFixture) async throws {
    try await fixture.pollUntil { fixture.clock.pendingCount > 0 }
    let time = date.timeIntervalSince(fixture.wallClock.now)
    fixture.wallClock.now = date
    fixture.clock.advance(by: .seconds(time))
  }

  @Test func isSaidAndRings() async throws {
    let (one, two) = (ScreenFixture.day(0, at: 13), ScreenFixture.day(0, at: 15))
    let fixture = try await fixture([item("Call", due: one), item("Write", due: two)], bell: true)
    try await wait(until: one, in: fixture)
    try await fixture.waitUntil("the notice") { $0.contains("due now: “Call”") }
    #expect(fixture.memory.ringCount == 1)
    try await wait(until: two, in: fixture)
    try await fixture.waitUntil("the next one") { $0.contains("due now: “Write”") }
    #expect(fixture.memory.ringCount == 2)
  }

  @Test func isSaidOfADayAtItsHour() async throws {
    let fixture = try await fixture([item("Tomorrow", due: ScreenFixture.wholeDay(1))])
    try await wait(until: ScreenFixture.day(1, at: 9), in: fixture)
    try await fixture.waitUntil("the notice") { $0.contains("due now: “Tomorrow”") }
  }

  @Test func isSaidOfWhatIsMovedMeanwhile() async throws {
    let fixture = try await fixture([item("Call", due: ScreenFixture.day(3, at: 13))])
    let call = try await fixture.item("Call")
    var changes = ItemChanges()
    changes.due = .value(ScreenFixture.day(0, at: 14))
    try await fixture.elsewhere().updateItems(ids: [call.id], changes, at: fixture.wallClock.now)
    try await wait(until: ScreenFixture.day(0, at: 14), in: fixture)
    // The alarm may be set only now, as the change is seen in the background.
    try await fixture.waitUntil("the notice") {
      fixture.clock.advance(by: .seconds(1))
      return $0.contains("due now: “Call”")
    }
  }
}
