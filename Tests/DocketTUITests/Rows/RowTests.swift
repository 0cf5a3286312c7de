import DocketConfiguration
import DocketData
import Foundation
import Testing

@testable import DocketTUI
@testable import TerminalUI

@Suite("The rows of the list")
@MainActor
struct RowTests {
  private static let items = [
    NewItem(
      title: "Renew the certificate for mail", priority: .high, dueAt: ScreenFixture.day(0, at: 17), tags: ["ops"],
      list: "Work"),
    NewItem(
      title: "Write the release notes", priority: .medium, dueAt: ScreenFixture.wholeDay(1), tags: ["docs", "1.2"]),
    NewItem(title: "Book the train", completedAt: ScreenFixture.day(0, at: 9), tags: ["travel"], list: "Home"),
    NewItem(title: "Größe 漢字 🍅", priority: .low, dueAt: ScreenFixture.wholeDay(-2)),
  ]

  private func rows(_ width: Int, _ configuration: Configuration = Configuration()) async throws -> [String] {
    let fixture = try await ScreenFixture(items: Self.items, width: width, height: 8, configuration: configuration)
    return fixture.lines
  }

  @Test func haveEveryColumnOnAWideScreen() async throws {
    let rows = try await rows(100)
    #expect(
      rows == [
        " ▌○ !! Renew the certificate for mail                   #ops            Work            today 17:00",
        "  ○ !  Write the release notes                          #docs #1.2                         tomorrow",
        "  ●    Book the train                                   #travel         Home             done 09:00",
        "  ○ ·  Größe 漢字 🍅                                                                    overdue 2 d",
      ])
  }

  @Test func markWhatRepeatsWhereThereIsRoom() async throws {
    let items = [
      NewItem(title: "Water", dueAt: ScreenFixture.wholeDay(1), recurrence: Recurrence(.day)),
      NewItem(title: "Call", dueAt: ScreenFixture.day(1, at: 17), recurrence: Recurrence(.day)),
    ]
    let fixture = try await ScreenFixture(items: items, width: 50, height: 8)
    #expect(
      fixture.lines == [
        " ▌○    Water                           ↻ tomorrow", "  ○    Call                      ↻ tomorrow 17:00",
      ])
  }

  @Test(arguments: [30, 36, 50, 64, 70, 100, 120, 160]) func neverDropTheMarkBeforeTheTime(_ width: Int) async throws {
    let items = [
      NewItem(title: "Call", dueAt: ScreenFixture.day(1, at: 17), recurrence: Recurrence(.day)),
      NewItem(title: "Late", dueAt: ScreenFixture.day(-30, at: 17), recurrence: Recurrence(.day)),
    ]
    let fixture = try await ScreenFixture(items: items, width: width, height: 8)
    #expect(fixture.lines.allSatisfy { $0.contains("↻") || !$0.contains(/tomorrow|overdue/) }, "\(fixture.lines)")
    if [50, 100, 120, 160].contains(width) { #expect(fixture.lines.contains { $0.contains("↻ tomorrow 17:00") }) }
  }

  @Test func loseTheLeastImportantColumnsOnNarrowerScreens() async throws {
    let middle = try await rows(64)
    #expect(
      middle == [
        " ▌○ !! Renew the certificate for mail    #ops       today 17:00",
        "  ○ !  Write the release notes           #docs #1.2    tomorrow",
        "  ●    Book the train                    #travel     done 09:00",
        "  ○ ·  Größe 漢字 🍅                                overdue 2 d",
      ])
    let narrow = try await rows(40)
    #expect(
      narrow == [
        " ▌○ !! Renew the certifica… today 17:00",
        "  ○ !  Write the release notes tomorrow",
        "  ●    Book the train        done 09:00",
        "  ○ ·  Größe 漢字 🍅        overdue 2 d",
      ])
  }

  /// A theme in which nothing else has the colour of done items.
  @Test func ofDoneItemsAreDimInAllColumns() async throws {
    var configuration = Configuration()
    configuration.themes = [OwnTheme(name: "own", styles: [.done: try #require(RoleStyle("#010203"))])]
    configuration.theme = .own("own")
    configuration.columns = Column.allCases
    let done = NewItem(
      title: "Trip", priority: .high, dueAt: ScreenFixture.wholeDay(-2), tags: ["a", "b"], list: "Home")
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "open"), done, NewItem(title: "Pack", parent: .added(1))], width: 160, height: 8,
      configuration: configuration)
    let ids = [try await fixture.item("Trip").id, try await fixture.item("Pack").id]
    let handler = try await fixture.elsewhere()
    _ = try await handler.markItems(ids: ids, areDone: true, at: ScreenFixture.now.addingTimeInterval(-3_600))
    try await fixture.waitUntil("the done items") { $0.contains("1/1") && $0.contains(/#a #b +Home +done 11:00/) }
    // The row of the open item has the cursor.
    for row in (2...3).map({ fixture.memory.buffer.row($0).filter { $0.glyph != .space } }) {
      #expect(row.first?.glyph == Glyph("●"))
      #expect(row.allSatisfy { $0.style.foreground == .rgb(1, 2, 3) }, "\(fixture.lines)")
    }
  }

  @Test(arguments: [Theme.terminal, .dark, .light])
  func haveTheColoursOfTodayTomorrowAndOverdueDates(_ theme: Theme) async throws {
    var configuration = Configuration()
    configuration.theme = .builtIn(theme)
    let dates = [3, 0, 1, -2].map(ScreenFixture.wholeDay)
    let fixture = try await ScreenFixture(
      items: dates.map { NewItem(title: "item", dueAt: $0) }, width: 60, height: 8, configuration: configuration)
    let colours = (1...4).map { fixture.memory.buffer.row($0).last { $0.glyph != .space }?.style.foreground }
    let roles = Roles(theme)
    #expect(colours[1...] == [roles.today.foreground, roles.tomorrow.foreground, roles.overdue.foreground])
    #expect(Set(colours).count == 4)
  }

  @Test func haveTheColumnsThatAPersonWants() async throws {
    var configuration = Configuration()
    configuration.columns = [.id, .title, .created]
    let rows = try await rows(50, configuration)
    #expect(rows[0].hasPrefix(" ▌      1 Renew the certificate"))
    #expect(!rows[0].contains("#ops"))
  }

  @Test func tellPriorityStateAndOverdueWithoutColours() async throws {
    let rows = try await rows(64)
    #expect(rows[0].contains("!!") && rows[2].contains("●") && rows[3].contains("overdue"))
  }

  @Test func sayThatTheyAreOverdueOnceTheTimeHasCome() async throws {
    let fixture = try await ScreenFixture(items: Self.items, width: 64)
    #expect(fixture.memory.drawing.contains("today 17:00"))
    fixture.wallClock.now = ScreenFixture.day(0, at: 18)
    await fixture.type("j")
    #expect(fixture.memory.drawing.contains("#ops     overdue 17:00"))
  }

  /// Beside the other columns the dates get what is left.
  @Test(arguments: [DateStyle.relative, .iso]) func haveDatesThatAreNotCut(_ style: DateStyle) throws {
    let words = DateWords(now: ScreenFixture.now, style: style)
    let longAgo = Date(timeIntervalSince1970: 1_000_000_000)
    for width in 20...240 {
      let table = ItemColumns(Column.allCases, rowWidth: width, dates: style)
      for (column, span) in zip(table.columns, table.layout.spans) {
        guard let span else { continue }
        let texts: [String]
        switch column {
        case .updated, .created: texts = words.past(longAgo)
        case .due: texts = words.due(.moment(longAgo))
        default: continue
        }
        #expect(texts.contains { $0.count <= span.count }, "\(column) at \(width)")
      }
    }
  }

  @Test func useTheRoomThatTheirOtherCellsLeave() async throws {
    let long = "Ask the landlord about the heating, the windows and the door of the cellar"
    let fixture = try await ScreenFixture(
      items: [
        NewItem(title: long, dueAt: ScreenFixture.wholeDay(1)),
        NewItem(title: "Buy", dueAt: ScreenFixture.wholeDay(1), tags: ["home", "errand", "weekend"]),
        NewItem(title: long, tags: ["call"]),
      ], width: 80, height: 8)
    #expect(
      fixture.lines == [
        " ▌○    Ask the landlord about the heating, the windows and the door o… tomorrow",
        "  ○    Buy                                      #home #errand #weekend tomorrow",
        "  ○    Ask the landlord about the heating, the windows and the door of t… #call",
      ])
  }

  /// There is room where a priority would stand.
  @Test func haveTheirTitlesBelowEachOtherThoughOneIsCut() async throws {
    let fixture = try await ScreenFixture(["ask for something", "whole with a long title"], width: 40, height: 8)
    let whole = try await fixture.item("whole with a long title").id
    try await fixture.elsewhere().newItem(
      NewItem(title: "ask somebody", timestamp: ScreenFixture.now, parent: .item(whole)))
    await fixture.type("/ask\r")
    try await fixture.waitUntil("what is found") { $0.contains("ask somebody  < whole") && !$0.contains("  whole") }
    let titles = fixture.lines.filter { $0.contains("ask ") }.map { $0.prefix { $0 != "a" }.count }
    #expect(titles == [7, 7])
    #expect(fixture.lines.contains { $0.contains("…") })
  }

  /// A wider screen never says less of when something was due.
  @Test func sayMoreOfADateOnAWiderScreen() async throws {
    for width in stride(from: 40, through: 110, by: 4) {
      let rows = try await rows(width)
      #expect(rows.contains { $0.contains("overdue 2 d") }, "\(width)")
      #expect(rows.contains { $0.contains("today 17:00") }, "\(width)")
    }
  }
}
