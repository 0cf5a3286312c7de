import DocketConfiguration
import DocketData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Headings of columns, and clicks on them and on folds")
@MainActor
struct ColumnHeadingsTests {
  private static let items = [
    NewItem(title: "Zebra", dueAt: ScreenFixture.day(1, at: 17)),
    NewItem(title: "Ant", dueAt: ScreenFixture.day(2, at: 9)),
  ]

  private func fixture(
    _ rule: HeadingRule, height: Int = 12, _ items: [NewItem] = Self.items
  ) async throws -> ScreenFixture {
    var configuration = Configuration()
    configuration.headings = rule
    return try await ScreenFixture(items: items, width: 80, height: height, configuration: configuration)
  }

  @Test(arguments: [
    (HeadingRule.always, 8, true), (.never, 60, false), (.auto, 30, true), (.auto, 29, false),
  ])
  func areShownAsIsConfigured(_ rule: HeadingRule, _ height: Int, _ isShown: Bool) async throws {
    let fixture = try await fixture(rule, height: height)
    let second = fixture.drawing.split(separator: "\n")[1]
    #expect((second.contains(" Title") && second.contains("Tags") && second.contains("Due")) == isShown)
  }

  @Test func pressesSortByTheColumnAndThenTheOtherWayAround() async throws {
    let fixture = try await fixture(.always)
    await fixture.type(ScreenFixture.press(8, 2))
    try await fixture.waitUntil("the order") {
      $0.contains("by title ↑") && $0.contains("Title ↑") && $0.contains(/Ant(.|\n)*Zebra/)
    }
    await fixture.type(ScreenFixture.press(8, 2))
    try await fixture.waitUntil("the reverse order") {
      $0.contains("by title ↓") && $0.contains("Title ↓") && $0.contains(/Zebra(.|\n)*Ant/)
    }
    await fixture.type(ScreenFixture.press(78, 2))
    try await fixture.waitUntil("the order by date") { $0.contains("by due ↑") && $0.contains("Due ↑") }
    // A press on what sorts by nothing does nothing.
    await fixture.type(ScreenFixture.press(50, 2))
    #expect(fixture.drawing.contains("by due ↑"))
  }

  @Test func aPressOnTheMarkFoldsAndOneOnTheTitleDoesNot() async throws {
    let fixture = try await fixture(.never, [NewItem(title: "Move")])
    await fixture.type("APack\r")
    try await fixture.waitUntil("the sub-item") { $0.contains("Pack") && $0.contains("▾ 0/1") }
    let row = try #require(fixture.lines.firstIndex { $0.contains("Move") }) + 2
    await fixture.type(ScreenFixture.press(8, row))
    #expect(fixture.drawing.contains("▾ 0/1"))
    let line = try #require(fixture.lines.first { $0.contains("Move") })
    let mark = try #require(line.firstIndex(of: "▾"))
    let column = line.distance(from: line.startIndex, to: mark) + 1
    await fixture.type(ScreenFixture.press(column, row))
    try await fixture.waitUntil("it is folded") { $0.contains("▸ 0/1") && !$0.contains("Pack") }
    // At once: that is no double click, which shows the details.
    await fixture.type(ScreenFixture.press(column, row))
    try await fixture.waitUntil("it is unfolded") { $0.contains("▾ 0/1") && $0.contains("Pack") }
  }
}
