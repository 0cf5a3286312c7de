import DocketConfiguration
import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("What becomes due while the list is open")
@MainActor
struct DueWatchTests {
  private func open(_ items: [NewItem], bell: Bool? = nil, notice: Bool? = nil) async throws -> ScreenFixture {
    var configuration = Configuration()
    if let bell { configuration.reminders.bell = bell }
    if let notice { configuration.reminders.notice = notice }
    return try await ScreenFixture(items: items, width: 60, configuration: configuration)
  }

  private func item(_ title: String, due: Date) -> NewItem {
    var item = NewItem(title: title)
    item.dueAt = due
    return item
  }

  /// Lets the time come, and waits for what is said then.
  private func wait(until date: Date, for text: String, in fixture: ScreenFixture) async throws {
    let time = date.timeIntervalSince(fixture.wallClock.now)
    fixture.wallClock.now = date
    fixture.clock.advance(by: .seconds(time))
    // The alarm may be set only now, when what is next is found.
    try await fixture.waitUntil("\(text)") {
      fixture.clock.advance(by: .milliseconds(1))
      return $0.contains(text)
    }
  }

  @Test func isSaidAndRings() async throws {
    let (one, two) = (ScreenFixture.day(0, at: 13), ScreenFixture.day(0, at: 15))
    let fixture = try await open([item("Call", due: one), item("Write", due: two)], bell: true)
    try await wait(until: one, for: "due now: “Call”", in: fixture)
    #expect(fixture.memory.ringCount == 1)
    try await wait(until: two, for: "due now: “Write”", in: fixture)
    #expect(fixture.memory.ringCount == 2)
  }

  @Test func aHostileTitleIsSaidWithMarks() async throws {
    let date = ScreenFixture.day(0, at: 13)
    let fixture = try await open([item("Ca\u{1B}[2Jll\u{202E}x", due: date)])
    try await wait(until: date, for: "due now: “Ca␛[2Jll⇄x”", in: fixture)
  }

  @Test func ringsOnlyIfThatIsConfigured() async throws {
    let date = ScreenFixture.day(0, at: 13)
    let fixture = try await open([item("Call", due: date)])
    try await wait(until: date, for: "due now: “Call”", in: fixture)
    #expect(fixture.memory.ringCount == 0)
  }

  @Test func ringsWithoutWordsIfThatIsConfigured() async throws {
    let date = ScreenFixture.day(0, at: 13)
    let fixture = try await open([item("Call", due: date)], bell: true, notice: false)
    fixture.wallClock.now = date
    try await fixture.waitUntil("the bell") { _ in
      fixture.clock.advance(by: .seconds(3_600))
      return fixture.memory.ringCount > 0
    }
    // What is said with the bell is drawn then.
    await fixture.application.idle()
    #expect(fixture.memory.ringCount == 1 && !fixture.memory.drawing.contains("due now"))
  }

  @Test func isNeitherSaidNorRingsIfNobodyWantsThat() async throws {
    let date = ScreenFixture.day(0, at: 13)
    let fixture = try await open([item("Call", due: date)], notice: false)
    fixture.wallClock.now = date
    fixture.clock.advance(by: .seconds(3_600))
    // What would tell of it looks with a key at the latest.
    await fixture.type("j")
    fixture.clock.advance(by: .seconds(3_600))
    await fixture.application.idle()
    #expect(fixture.memory.ringCount == 0 && !fixture.memory.drawing.contains("due now"))
  }

  /// Somebody who comes back an hour later reads it.
  @Test func isSaidUntilThePersonDoesSomething() async throws {
    let (one, two) = (ScreenFixture.day(0, at: 13), ScreenFixture.day(0, at: 15))
    let fixture = try await open([item("Call", due: one), item("Write", due: two)])
    try await wait(until: one, for: "due now: “Call”", in: fixture)
    fixture.clock.advance(by: .seconds(3_600))
    #expect(fixture.screen.notices.text == "due now: “Call”")
    try await wait(until: two, for: "due now: “Write” and 1 more", in: fixture)
    await fixture.type("j")
    #expect(fixture.memory.drawing.contains("due now: “Write” and 1 more"))
    fixture.clock.advance(by: .seconds(7))
    try await fixture.waitUntil("nothing is said") { !$0.contains("due now") }
  }

  @Test func onlyWhatACommandSaidAtOnceGoesWithTheNextOne() async throws {
    let fixture = try await open([])
    let notices = fixture.screen.notices
    for late in ["“notify” failed with status 1", "undone elsewhere: delete “first”"] {
      notices.say(late)
      notices.noteCommand()
      #expect(notices.text == late)
    }
    notices.answer("copied “first”")
    notices.noteCommand()
    #expect(notices.text == nil)
    notices.answer("copied “first”")
    notices.say("not decided")
    notices.noteCommand()
    #expect(notices.text == "not decided")
  }

  /// Nobody has seen it then.
  @Test func isSaidAgainAfterWhatComesByItself() async throws {
    let fixture = try await open([])
    let notices = fixture.screen.notices
    notices.remind(of: ["Call"])
    notices.say("undone elsewhere")
    notices.sayInTurn("a hook has failed")
    notices.remind(of: ["Write"])
    #expect(notices.text == "undone elsewhere")
    fixture.clock.advance(by: .seconds(7))
    #expect(notices.text == "a hook has failed")
    fixture.clock.advance(by: .seconds(7))
    #expect(notices.text == "due now: “Write” and 1 more")
    notices.remind(of: ["Eat"])
    fixture.clock.advance(by: .seconds(7))
    #expect(notices.text == "due now: “Eat” and 2 more")
  }

  @Test func isSaidAfterAnUndoWasOffered() async throws {
    let fixture = try await open([])
    let notices = fixture.screen.notices
    notices.say("deleted “Call”", offering: .undo)
    notices.remind(of: ["Call"])
    for number in 0..<5 { notices.sayInTurn("message \(number)") }
    // Those that a list that is left then has not shown.
    #expect(notices.unshown == ["message 2", "message 3", "message 4"])
    notices.noteInput()
    notices.remind(of: ["Write"])
    var said: [String] = []
    for _ in 0..<5 {
      fixture.clock.advance(by: .seconds(7))
      said.append(notices.text ?? "")
    }
    let reminder = "due now: “Write” and 1 more"
    #expect(said == ["message 2", "message 3", "message 4", reminder, reminder])
  }

  /// The clock of alarms stands still meanwhile.
  @Test func isSaidWithTheFirstKeyAfterTheMachineSlept() async throws {
    let fixture = try await open([item("Call", due: ScreenFixture.day(0, at: 13))])
    fixture.wallClock.now = ScreenFixture.day(0, at: 14)
    try await fixture.waitUntil("what became due") {
      // The alarm may be set only now.
      fixture.application.handle([.key("j")])
      return $0.contains("due now: “Call”")
    }
  }

  @Test func isSaidOfADayAtItsHour() async throws {
    let fixture = try await open([item("Tomorrow", due: ScreenFixture.wholeDay(1))])
    try await wait(until: ScreenFixture.day(1, at: 9), for: "due now: “Tomorrow”", in: fixture)
  }

  @Test func isSaidOfWhatIsMovedMeanwhile() async throws {
    let fixture = try await open([item("Call", due: ScreenFixture.day(3, at: 13))])
    let date = ScreenFixture.day(0, at: 14)
    let call = try await fixture.item("Call")
    try await fixture.elsewhere().updateItems(
      ids: [call.id], ItemChanges(due: .value(date)), at: fixture.wallClock.now)
    try await wait(until: date, for: "due now: “Call”", in: fixture)
  }
}
