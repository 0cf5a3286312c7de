import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("The list with its panes")
@MainActor
struct PaneScreenTests {
  @Test func enterShowsTheItemBelowTheListAndTakesItAway() async throws {
    let fixture = try await Self.fixture(width: 60, height: 16)
    await fixture.type("\r")
    try await fixture.waitUntil("the detail") { $0.contains("─────") && $0.contains("created ") }
    #expect(fixture.memory.drawing.selects("first"))
    await fixture.type("j")
    try await fixture.waitUntil("the other item") { $0.contains("notes of the second") }
    await fixture.type("\r")
    #expect(!fixture.memory.drawing.contains("─────") && !fixture.memory.drawing.contains("notes of"))
  }

  @Test func onWideScreensItStandsBesideTheList() async throws {
    let fixture = try await Self.fixture(width: 110, height: 12)
    await fixture.type("j\r")
    try await fixture.waitUntil("the detail") { $0.contains("│ notes of the second") }
    #expect(fixture.lines[0].contains(/first .*│ second/))
    #expect(fixture.lines[1].selects("second"))
  }

  @Test func onLowScreensItTakesThePlaceOfTheList() async throws {
    let fixture = try await Self.fixture(width: 40, height: 10)
    await fixture.type("j\r")
    try await fixture.waitUntil("the item alone") { $0.selects("second") && $0.contains("notes of the second") }
    #expect(!fixture.memory.drawing.contains("third"))
    await fixture.type("\u{1b}")
    fixture.clock.advance(by: .milliseconds(50))
    try await fixture.waitUntil("the list") { $0.contains("third") && !$0.contains("notes of") }
    await fixture.type("\r")
    try await fixture.waitUntil("the item again") { $0.contains("notes of the second") && !$0.contains("third") }
    await fixture.type("\r")
    try await fixture.waitUntil("the list again") { $0.contains("third") && !$0.contains("notes of") }
  }

  @Test func panesOpenByThemselvesWhereThereIsRoom() async throws {
    let items = [NewItem(title: "first", tags: ["home"], list: "Work")]
    let fixture = try await ScreenFixture(items: items, width: 160, height: 24, panes: .auto)
    try await fixture.waitUntil("both panes") {
      $0.contains(" Filters") && $0.contains("Work                1") && $0.contains("created")
    }
    // Keys go to the list; what a person hides stays hidden.
    #expect(fixture.screen.panes.focus == .list)
    await fixture.type("\r")
    #expect(!fixture.memory.drawing.contains("created"))
    for (size, hasSidebar) in [(Size(width: 80, height: 24), false), (Size(width: 120, height: 40), true)] {
      fixture.memory.resize(to: size)
      fixture.memory.updateSize()
      fixture.application.handle([.resize(size)])
      try await fixture.waitUntil("its panes") { $0.contains(" Filters") == hasSidebar && !$0.contains("created") }
    }
  }

  @Test(arguments: [
    (109, 24, false, false), (110, 24, true, false), (149, 24, true, false), (150, 24, true, true),
    (80, 35, false, false), (80, 36, false, true), (110, 35, true, false), (109, 36, false, true),
  ])
  func openByThemselvesFromTheSizesThatTheyNeed(
    _ width: Int, _ height: Int, _ hasSidebar: Bool, _ hasDetail: Bool
  ) async throws {
    let items = [NewItem(title: "first", notes: "its notes")]
    let fixture = try await ScreenFixture(items: items, width: width, height: height, panes: .auto)
    // What a first frame lacks, another one may still have.
    await fixture.type("k")
    try await fixture.waitUntil("the panes") {
      $0.contains(" Filters") == hasSidebar && $0.contains("its notes") == hasDetail
    }
    let size = Size(width: 80, height: 24)
    for (size, isSmall) in [(size, true), (Size(width: width, height: height), false)] {
      fixture.memory.resize(to: size)
      fixture.memory.updateSize()
      fixture.application.handle([.resize(size)])
      try await fixture.waitUntil("the panes of another size") {
        $0.contains(" Filters") == (hasSidebar && !isSmall) && $0.contains("its notes") == (hasDetail && !isSmall)
      }
    }
  }

  @Test func whatIsHiddenWhereThereIsRoomIsToldAndAnotherLookIsNot() async throws {
    let items = [NewItem(title: "first", list: "Work")]
    let wide = try await ScreenFixture(items: items, width: 120, height: 24, panes: .auto)
    try await wide.waitUntil("the sidebar") { $0.contains(" Filters") }
    await wide.type("b")
    #expect(!wide.drawing.contains(" Filters") && wide.screen.panes.hidden == [.sidebar])
    let size = Size(width: 80, height: 24)
    wide.memory.resize(to: size)
    wide.memory.updateSize()
    wide.application.handle([.resize(size)])
    await wide.type("bb")
    #expect(wide.screen.panes.hidden == [.sidebar])
  }

  @Test func onATallScreenTheDetailsAreBelowTheList() async throws {
    let fixture = try await ScreenFixture(items: [NewItem(title: "first")], width: 80, height: 40, panes: .auto)
    try await fixture.waitUntil("the details") { $0.contains("created") && !$0.contains(" Filters") }
    let small = try await ScreenFixture(items: [NewItem(title: "first")], width: 80, height: 24, panes: .auto)
    #expect(!small.memory.drawing.contains("created") && !small.memory.drawing.contains(" Filters"))
  }

  @Test func tabGivesTheKeysToTheDetailAndBack() async throws {
    let fixture = try await Self.fixture(width: 60, height: 16)
    await fixture.type("\t")
    #expect(fixture.memory.drawing.contains("there is no other pane"))
    await fixture.type("j\r\t")
    try await fixture.waitUntil("the detail") { $0.contains("note 1") }
    for _ in 0..<40 { await fixture.type("j") }
    try await fixture.waitUntil("its end") { $0.contains("note 40") }
    #expect(fixture.screen.items.view.selection.index == 1)
    await fixture.type("\tj")
    try await fixture.waitUntil("the next item") { $0.selects("third") }
    #expect(fixture.screen.items.view.selection.index == 2)
  }

  @Test func commandsInTheDetailAreAboutItsItem() async throws {
    let fixture = try await Self.fixture(width: 60, height: 16)
    fixture.wallClock.now += 60
    await fixture.type("j\r\te")
    #expect(fixture.memory.drawing.contains("edit: second"))
    await fixture.type(" time\r")
    try await fixture.waitUntil("the title in both") { $0.components(separatedBy: "second time").count == 3 }
    await fixture.type("d")
    try await fixture.waitUntil("the next item") { !$0.contains("○    second") && $0.selects("first") }
  }

  @Test func aPressGivesTheKeysToAPane() async throws {
    let fixture = try await Self.fixture(width: 60, height: 16)
    await fixture.type("j\r")
    try await fixture.waitUntil("the detail") { $0.contains("note 1") }
    fixture.application.handle([.mouse(MouseEvent(.press(0), at: Point(x: 5, y: 13)))])
    #expect(fixture.screen.panes.focus == .detail)
    fixture.application.handle([.mouse(MouseEvent(.wheelDown, at: Point(x: 5, y: 13)))])
    await fixture.application.idle()
    #expect(fixture.screen.items.view.selection.index == 1)
    fixture.application.handle([.mouse(MouseEvent(.press(0), at: Point(x: 5, y: 3)))])
    #expect(fixture.screen.panes.focus == .list && fixture.screen.items.view.selection.index == 2)
  }

  @Test func theSidebarNarrowsTheList() async throws {
    let fixture = try await Self.fixture(width: 80, height: 20)
    let handler = try await fixture.elsewhere()
    try await handler.newItem(NewItem(title: "listed", timestamp: ScreenFixture.now, list: "Home"))
    await fixture.type("b")
    try await fixture.waitUntil("the list's number") { $0.contains("  Home                1") }
    #expect(fixture.memory.drawing.contains("▌›all                 4"))
    await fixture.type("t")
    #expect(fixture.memory.drawing.contains("press Tab to return to the list"))
    await fixture.type("d")
    #expect(fixture.memory.drawing.contains("only tags, lists and saved filters"))
    // There are no tags, so the list is the last one.
    await fixture.type("G\r")
    try await fixture.waitUntil("the list alone") { $0.contains("docket · Home") && !$0.contains("third") }
    #expect(fixture.screen.panes.focus == .list && fixture.screen.items.listing.filter.query == "list:\"Home\"")
    await fixture.type("b")
    #expect(!fixture.memory.drawing.contains("Lists"))
    #expect(try await handler.itemCount() == 4)
  }

  @Test(arguments: [(1, 1), (20, 3), (20, 6), (40, 10), (80, 24), (200, 60)])
  func everySizeIsDrawn(_ width: Int, _ height: Int) async throws {
    let fixture = try await Self.fixture(width: 80, height: 24)
    fixture.application.checksDrawing = true
    for keys in ["\r", "\t", "G", "\t", "b", "j", "\t", "\t", "b", "\r"] {
      await fixture.type(keys)
      fixture.memory.resize(to: Size(width: width, height: height))
      fixture.source.send(.signal(SIGWINCH))
      await fixture.application.idle()
    }
    #expect(fixture.application.exitReason == nil)
  }

  private static func fixture(width: Int, height: Int) async throws -> ScreenFixture {
    let fixture = try await ScreenFixture(["first", "second", "third"], width: width, height: height)
    let handler = try await fixture.elsewhere()
    let second = try await handler.items()[1]
    let notes = "notes of the second\n" + (1...40).map { "note \($0)" }.joined(separator: "\n")
    // In its place: what is changed now comes first.
    try await handler.updateItems(ids: [second.id], ItemChanges(notes: notes), at: second.timestamp)
    return fixture
  }
}
