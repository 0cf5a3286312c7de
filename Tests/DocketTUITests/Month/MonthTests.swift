import DocketData
import Foundation
import Testing

@testable import DocketTUI

@Suite("The month")
struct MonthGridTests {
  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @Test(arguments: [
    ("2026-11-21", 2, "2026-10-26", "2026-12-06"), ("2026-11-21", 1, "2026-11-01", "2026-12-05"),
    ("2027-02-28", 2, "2027-02-01", "2027-02-28"), ("2026-12-31", 2, "2026-11-30", "2027-01-03"),
  ]) func hasWholeWeeks(_ cursor: String, _ firstWeekday: Int, _ first: String, _ last: String) throws {
    let grid = MonthGrid(try day(cursor), firstWeekday: firstWeekday)
    let (start, end) = (try day(first), try day(last))
    #expect(grid.weeks.first?.first == start && grid.weeks.last?.last == end)
    #expect(grid.weekdays[0] == (firstWeekday == 1 ? "Sun" : "Mon"))
    #expect(grid.weeks.joined().filter(grid.isInMonth).count >= 28)
  }

  @Test(arguments: [
    ("2026-01-31", 1, "2026-02-28"), ("2026-01-31", 2, "2026-03-31"), ("2026-01-15", -1, "2025-12-15"),
    ("2026-11-30", -12, "2025-11-30"), ("2024-02-29", 12, "2025-02-28"), ("2026-12-01", 13, "2028-01-01"),
  ]) func aMonthFurtherIsTheSameDayOrTheLast(_ from: String, _ months: Int, _ to: String) throws {
    var grid = MonthGrid(try day(from), firstWeekday: 2)
    grid.move(months: months)
    let expected = try day(to)
    #expect(grid.cursor == expected)
  }
}

extension MonthGridTests {
  @Test(arguments: [("9999-12-31", 1), ("0000-01-01", -1)])
  func endsWithTheCalendar(_ day: String, _ step: Int) throws {
    var grid = MonthGrid(try #require(CalendarDay(day)), firstWeekday: 2)
    grid.move(days: step)
    grid.move(months: step)
    #expect(grid.cursor.text == day && !grid.title.isEmpty && grid.weeks.count >= 4)
  }
}

@MainActor
@Suite("The month over the list")
struct MonthLayerTests {
  /// The 15th at noon, so that the days around it are in the same month.
  private func fixture() async throws -> (ScreenFixture, CalendarDay) {
    let fixture = try await ScreenFixture(
      items: [
        NewItem(title: "a", dueAt: ScreenFixture.wholeDay(0)), NewItem(title: "b", dueAt: ScreenFixture.day(0, at: 18)),
        NewItem(title: "c", dueAt: ScreenFixture.wholeDay(1)), NewItem(title: "d"),
      ], width: 70, height: 20)
    return (fixture, CalendarDay(ScreenFixture.now, in: .current))
  }

  @Test func saysHowManyItemsAreDueOnEachDay() async throws {
    let (fixture, today) = try await fixture()
    await fixture.type("c")
    await fixture.type("t")
    try await fixture.waitUntil("the items are counted") { $0.contains("\(today.text) (today): 2 due") }
    let cells = fixture.drawing.split(separator: "\n").filter { $0.contains("│") }.joined(separator: "\n")
    #expect(cells.contains(" \(today.day) 2 ") && cells.contains(" \(today.adding(days: 1).day) 1 "), "\(cells)")
    #expect(cells.matches(of: #/\d+ [1-9]\d* /#).count == 2, "a number where nothing is due: \(cells)")
    await fixture.type("l")
    try await fixture.waitUntil("the next day is counted") { $0.contains("\(today.adding(days: 1).text): 1 due") }
    await fixture.type("j")
    #expect(fixture.drawing.contains("\(today.adding(days: 8).text): nothing is due"))
  }

  @Test func countsWhatIsInTheContext() async throws {
    let (fixture, today) = try await fixture()
    try await fixture.elsewhere().newItem(NewItem(title: "w", dueAt: ScreenFixture.wholeDay(0), list: "Work"))
    try await fixture.waitUntil("the item") { $0.contains("5 of 5") }
    Showing(fixture.screen).narrow(to: .list("Work"))
    try await fixture.waitUntil("the list is narrowed") { $0.contains("1 of 1") }
    await fixture.type("ct")
    try await fixture.waitUntil("what is in it is counted") { $0.contains("\(today.text) (today): 1 due") }
    await fixture.type("l")
    #expect(fixture.drawing.contains("\(today.adding(days: 1).text): nothing is due"))
  }

  @Test func aNarrowScreenHasAllDaysOfTheWeek() async throws {
    let items = (0..<12).map { NewItem(title: "\($0)", dueAt: ScreenFixture.wholeDay(0)) }
    let fixture = try await ScreenFixture(items: items, width: 40, height: 16)
    await fixture.type("c")
    let today = CalendarDay(ScreenFixture.now, in: .current)
    try await fixture.waitUntil("the items are counted") { $0.contains("\(today.day) +") }
    #expect(fixture.lines.contains { ["Mon", "Wed", "Sat", "Sun"].allSatisfy($0.contains) })
  }

  @Test func followsTheStore() async throws {
    let (fixture, today) = try await fixture()
    await fixture.type("ct")
    try await fixture.waitUntil("the items are counted") { $0.contains("(today): 2 due") }
    try await fixture.elsewhere().newItem(NewItem(title: "e", dueAt: ScreenFixture.wholeDay(0)))
    try await fixture.waitUntil("the new one is counted") { $0.contains("\(today.text) (today): 3 due") }
  }

  @Test(arguments: [
    ("h", "h", "a day back", -1, 0), ("Left", "\u{1b}[D", "a day back", -1, 0),
    ("l", "l", "a day on", 1, 0), ("Right", "\u{1b}[C", "a day on", 1, 0),
    ("k", "k", "a week back", -7, 0), ("Up", "\u{1b}[A", "a week back", -7, 0),
    ("j", "j", "a week on", 7, 0), ("Down", "\u{1b}[B", "a week on", 7, 0),
    ("H", "H", "a month back", 0, -1), ("PgUp", "\u{1b}[5~", "a month back", 0, -1),
    ("L", "L", "a month on", 0, 1), ("PgDn", "\u{1b}[6~", "a month on", 0, 1),
    ("K", "K", "a year back", 0, -12), ("J", "J", "a year on", 0, 12),
  ])
  func eachKeyMovesAsItsHelpSays(
    _ name: String, _ key: String, _ help: String, _ days: Int, _ months: Int
  ) async throws {
    let (fixture, today) = try await fixture()
    var grid = MonthGrid(today, firstWeekday: 2)
    grid.move(days: days)
    grid.move(months: months)
    await fixture.type("ct\(key)")
    #expect(fixture.drawing.contains(" \(grid.cursor.text): ") && fixture.drawing.contains("─ \(grid.title) ─"))
    #expect(MonthLayer.help.first { $0.keys.split(separator: " ").contains(name[...]) }?.help == help)
    await fixture.type("t")
    #expect(fixture.drawing.contains("\(today.text) (today): "))
  }

  @Test func enterShowsTheDayAndEscapeLeadsBack() async throws {
    let (fixture, today) = try await fixture()
    await fixture.type("ct\r")
    try await fixture.waitUntil("the day is shown") { $0.contains("due \(today.text)") && $0.contains("2 of 4") }
    // Rows and numbers come one after the other.
    await fixture.pollUntil { fixture.lines.count == 2 }
    await fixture.escape()
    try await fixture.waitUntil("everything is back") { $0.contains("open 4 of 4") }
    await fixture.pollUntil { fixture.lines.count == 4 }
  }

  @Test func anotherMonthIsCountedToo() async throws {
    let (fixture, today) = try await fixture()
    var grid = MonthGrid(today, firstWeekday: 2)
    grid.move(months: 2)
    try await fixture.elsewhere().newItem(NewItem(title: "f", dueAt: grid.cursor.end(in: .current)))
    await fixture.type("ctLL")
    try await fixture.waitUntil("it is counted") { $0.contains("\(grid.cursor.text): 1 due") }
  }

  @Test(arguments: [(40, 10), (25, 8), (30, 6)]) func aSmallScreenSaysWhatTheDayHas(
    _ width: Int, _ height: Int
  ) async throws {
    let items = (0..<12).map { NewItem(title: "\($0)", dueAt: ScreenFixture.wholeDay(0)) }
    let fixture = try await ScreenFixture(items: items, width: width, height: height)
    await fixture.type("c")
    let today = CalendarDay(ScreenFixture.now, in: .current)
    try await fixture.waitUntil("the items are counted") {
      $0.contains("12 due") && $0.contains(/Mo.*We.*Su/) && $0.contains("\(today.day)")
    }
    #expect(height < 7 || fixture.drawing.contains("Enter show the day"))
    #expect(width >= 40 || fixture.drawing.contains(/[0-9]\+/))
  }
}
