import DocketConfiguration
import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("How items repeat, in the list")
@MainActor
struct RepeatingTests {
  private func fixture(_ phrases: String?...) async throws -> ScreenFixture {
    let items = phrases.enumerated().map { index, phrase in
      NewItem(
        title: "item \(index)", dueAt: ScreenFixture.wholeDay(0), rule: phrase.flatMap { RecurrencePhrase.rule(of: $0) }
      )
    }
    return try await ScreenFixture(items: items, width: 90, height: 12)
  }

  @Test func isTypedAndSaidInWords() async throws {
    let fixture = try await fixture(nil)
    await fixture.type("r")
    #expect(fixture.memory.drawing.contains(" repeat: "))
    await fixture.type("often")
    #expect(fixture.memory.drawing.contains("not a repetition yet"))
    await fixture.type("\r")
    #expect(fixture.memory.drawing.contains("“often” isn't a repetition") && fixture.screen.layers.prompt != nil)
    await fixture.type("\u{15}last fri 3 times")
    #expect(fixture.memory.drawing.contains("  every month on the last Fri, 3 times in all"))
    await fixture.type("\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    #expect(try await fixture.item("item 0").rule?.rawValue == "FREQ=MONTHLY;COUNT=3;BYDAY=-1FR")
    await fixture.type("r")
    #expect(fixture.memory.drawing.contains(" repeat: month on the last Fri, 3 times in all"))
    await fixture.type("\u{15}none")
    #expect(fixture.memory.drawing.contains("  does not repeat"))
    await fixture.type("\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    #expect(try await fixture.item("item 0").rule == nil)
  }

  @Test func isCompletedFromTheTable() async throws {
    let fixture = try await fixture(nil)
    await fixture.type("rweekd\t")
    #expect(fixture.memory.drawing.contains(" repeat: weekdays") && fixture.memory.drawing.contains("  every weekday"))
    await fixture.escape()
    await fixture.type("abins every:last\t")
    #expect(fixture.memory.drawing.contains(" add: bins every:\"last fri\""))
    #expect(fixture.memory.drawing.contains("Tab \"last fri\"") || fixture.memory.drawing.contains("the last Fri"))
    await fixture.type("\r")
    try await fixture.waitUntil("the item") { $0.contains("bins") && $0.contains("saved ✓") }
    #expect(try await fixture.item("bins").rule?.rawValue == "FREQ=MONTHLY;BYDAY=-1FR")
  }

  @Test func ofSeveralIsOneForAll() async throws {
    let fixture = try await fixture("daily", "weekly")
    await fixture.type("*r")
    #expect(fixture.memory.drawing.contains("they differ; type one for all, or none"))
    await fixture.type("mon,wed\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    let items = try await fixture.elsewhere().items()
    #expect(items.map(\.rule?.words) == ["every Mon and Wed", "every Mon and Wed"])
    #expect(try await fixture.elsewhere().log().first?.words == "repeat 2 items")
  }

  @Test func theLastOneOfASeriesSaysSo() async throws {
    let fixture = try await fixture("daily until 2020-01-01", "daily", "daily until 2020-01-01")
    await fixture.type(" ")
    try await fixture.waitUntil("one") { $0.contains("“item 0” was the last of its series  u undo") }
    await fixture.type("*")
    await fixture.type(" ")
    try await fixture.waitUntil("three") { $0.contains("“item 1” repeats") && $0.contains("“item 2” was the last") }
  }

  @Test func aDateIsSkippedAndUndone() async throws {
    let fixture = try await fixture("2days", nil)
    await fixture.type(":skip\r")
    try await fixture.waitUntil("the notice") { $0.contains("skipped “item 0” to ") && $0.contains("u undo") }
    #expect(try await fixture.item("item 0").due?.day == CalendarDay(ScreenFixture.wholeDay(2), in: .current))
    #expect(try await fixture.elsewhere().itemCount() == 2)
    await fixture.type("u")
    try await fixture.waitUntil("that it is undone") { $0.contains("undone: skip “item 0”") }
    #expect(try await fixture.item("item 0").due?.day == CalendarDay(ScreenFixture.wholeDay(0), in: .current))
  }

  @Test func aSeriesIsEnded() async throws {
    let fixture = try await fixture("2days", nil)
    await fixture.type("*:end series\r")
    try await fixture.waitUntil("the notice") { $0.contains("ended the series of 1 item") }
    #expect(try await fixture.item("item 0").rule == nil)
  }

  @Test func whatDoesNotRepeatIsNeitherSkippedNorEnded() async throws {
    let fixture = try await fixture(nil, "daily")
    for command in ["skip", "end series"] {
      await fixture.type(":\(command)\r")
      #expect(fixture.memory.drawing.contains("it does not repeat"), "\(command)")
      await fixture.escape()
    }
    await fixture.type("*:skip\r")
    try await fixture.waitUntil("the reason") { $0.contains("does not repeat") && $0.contains("not saved") }
    #expect(try await fixture.elsewhere().log().count == 1)
  }
}
