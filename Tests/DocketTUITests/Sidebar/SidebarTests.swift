import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("The sidebar")
@MainActor
struct SidebarTests {
  private static let now = PaneFixture.now

  @Test func showsFiltersListsAndTagsWithTheirNumbers() async throws {
    let fixture = try PaneFixture(width: 24, height: 16)
    let sidebar = try await Self.sidebar(fixture)
    await fixture.show { sidebar.render(into: &$0, in: $0.bounds, isFocused: true) }
    try await fixture.waitUntil("the numbers") {
      $0 == """
         Filters          items
          agenda              3
          open                3
          today               1
          overdue             1
          waiting             0
          done                1
        ▌›all                 4

         Lists       open items
          Home                1
          My list             1

         Tags        open items
          #garden             2
          #old                0
        """
    }
  }

  @Test func theNumbersFollowWhoeverChangesSomething() async throws {
    let fixture = try PaneFixture(width: 24, height: 20)
    let sidebar = try await Self.sidebar(fixture)
    await fixture.show { sidebar.render(into: &$0, in: $0.bounds, isFocused: false) }
    try await fixture.waitUntil("the numbers") { $0.contains("open                3") }
    let handler = try await fixture.elsewhere()
    try await handler.newItem(NewItem(title: "new", tags: ["another"], list: "home"))
    try await fixture.waitUntil("the new numbers") {
      $0.contains("open                4") && $0.contains("Home                2")
        && $0.contains("#another            1")
    }
    try await handler.saveFilter("soon", query: "due:<+3d is:open")
    try await fixture.waitUntil("the filter") { $0.contains("  soon                2") }
    try await handler.renameList("Home", to: "House")
    try await fixture.waitUntil("the name") { $0.contains("House               2") }
  }

  @Test func choosesWhatIsSelectedAndNoHeading() async throws {
    let fixture = try PaneFixture(width: 24, height: 20)
    let sidebar = try await Self.sidebar(fixture)
    var chosen: [String] = []
    await fixture.show { sidebar.render(into: &$0, in: $0.bounds, isFocused: true) }
    try await fixture.waitUntil("the tags") { $0.contains("#garden") }
    let motions: [Motion] = [.rows(-3), .rows(3), .rows(1), .rows(-1), .rows(-9), .bottom, .top, .rows(-1)]
    for motion in motions {
      sidebar.move(motion)
      if let filter = sidebar.chosen { chosen.append(filter.query) }
    }
    #expect(
      chosen == [
        "is:overdue", "", "list:\"Home\"", "", "is:ready sort:agenda", "tag:\"old\"", "is:ready sort:agenda",
        "is:ready sort:agenda",
      ])
  }

  @Test func aPressChoosesAndAPressOnAHeadingDoesNot() async throws {
    let fixture = try PaneFixture(width: 24, height: 20)
    let sidebar = try await Self.sidebar(fixture)
    var chosen: [String] = []
    await fixture.show { sidebar.render(into: &$0, in: $0.bounds, isFocused: true) }
    try await fixture.waitUntil("the tags") { $0.contains("#garden") }
    for y in [11, 9, 3] {
      if case .chosen(let filter) = sidebar.handle(MouseEvent(.press(0), at: Point(x: 3, y: y))) {
        chosen.append(filter.name)
      }
    }
    #expect(chosen == ["My list", "today"])
    #expect(sidebar.handle(MouseEvent(.press(0), at: Point(x: 3, y: 18))) == .outside)
  }

  @Test func closedItFollowsNothing() async throws {
    let fixture = try PaneFixture(width: 24, height: 20)
    let sidebar = try await Self.sidebar(fixture)
    await fixture.show { sidebar.render(into: &$0, in: $0.bounds, isFocused: true) }
    try await fixture.waitUntil("the numbers") { $0.contains("open                3") }
    sidebar.close()
    var changes = 0
    sidebar.onChange = { changes += 1 }
    try await fixture.elsewhere().newItem(title: "new")
    await fixture.redraw()
    #expect(changes == 0 && fixture.drawing.contains("open                3"))
    try sidebar.open(DateReference(now: Self.now))
    sidebar.onChange = { [weak application = fixture.application] in application?.setNeedsDisplay() }
    await fixture.redraw()
    try await fixture.waitUntil("the new number") { $0.contains("open                4") }
  }

  @Test func filtersOfTheConfigurationFileAreThereToo() async throws {
    let fixture = try PaneFixture(width: 24, height: 20)
    let sidebar = try await Self.sidebar(fixture, configured: [NamedQuery(name: "garden", query: "#garden")])
    await fixture.show { sidebar.render(into: &$0, in: $0.bounds, isFocused: true) }
    try await fixture.waitUntil("the filter") {
      $0.contains("all                 4\n  garden              2\n\n Lists       open items")
    }
  }

  /// One of the configuration file and a saved one.
  @Test func filtersOfOneNameAreTwoEntries() async throws {
    let fixture = try PaneFixture(width: 24, height: 20)
    try await fixture.elsewhere().saveFilter("garden", query: "is:done")
    let sidebar = try await Self.sidebar(fixture, configured: [NamedQuery(name: "garden", query: "#garden")])
    await fixture.show { sidebar.render(into: &$0, in: $0.bounds, isFocused: true) }
    try await fixture.waitUntil("both") { $0.contains("  garden              2\n  garden              1") }
    for _ in 0..<2 { sidebar.move(.rows(1)) }
    await fixture.redraw()
    #expect(fixture.drawing.contains("  garden              2\n▌ garden              1"))
    #expect(sidebar.namedThing == .filter(NamedQuery(name: "garden", query: "is:done")))
    try await fixture.elsewhere().newItem(NewItem(title: "e", completedAt: Self.now))
    try await fixture.waitUntil("the new number") { $0.contains("  garden              2\n▌ garden              2") }
  }

  @Test func ofFiltersWithTheSameQueryTheOneThatIsShownIsMarked() async throws {
    let fixture = try PaneFixture(width: 24, height: 20)
    let mine = NamedQuery(name: "mine", query: NamedQuery.agenda.query)
    try await fixture.elsewhere().saveFilter(mine.name, query: mine.query)
    let sidebar = try await Self.sidebar(fixture)
    await fixture.show { sidebar.render(into: &$0, in: $0.bounds, isFocused: true) }
    try await fixture.waitUntil("the filter") { $0.contains("  mine ") }
    sidebar.shown = .agenda
    try await fixture.waitUntil("the agenda alone") { $0.contains("›agenda") && $0.contains(" mine") }
    sidebar.shown = mine
    try await fixture.waitUntil("the filter alone") { $0.contains(" agenda") && $0.contains("›mine") }
    // One without a name of its own, as it is typed.
    sidebar.shown = NamedQuery(name: mine.query, query: mine.query)
    try await fixture.waitUntil("the first") { $0.contains("›agenda") && $0.contains(" mine") }
  }

  @Test func whatTimeChangesIsCountedAnew() async throws {
    let fixture = try PaneFixture(width: 24, height: 20)
    let sidebar = try await Self.sidebar(fixture)
    await fixture.show { sidebar.render(into: &$0, in: $0.bounds, isFocused: true) }
    try await fixture.waitUntil("the numbers") { $0.contains("overdue             1") }
    sidebar.update(DateReference(now: Self.now.addingTimeInterval(7_200)))
    #expect(fixture.drawing.contains("overdue             1"))
    try await fixture.waitUntil("the new number") { $0.contains("overdue             2") }
  }

  @Test func narrowAndLowItIsCut() async throws {
    let fixture = try PaneFixture(width: 9, height: 3)
    let sidebar = try await Self.sidebar(fixture)
    await fixture.show { sidebar.render(into: &$0, in: $0.bounds, isFocused: true) }
    try await fixture.waitUntil("the numbers") { $0.contains("▌›all 4") }
    sidebar.move(.bottom)
    await fixture.redraw()
    #expect(fixture.drawing.contains("▌ #o"))
  }

  private static func sidebar(_ fixture: PaneFixture, configured: [NamedQuery] = []) async throws -> Sidebar {
    try await fixture.elsewhere().newItems([
      NewItem(title: "a", dueAt: now.addingTimeInterval(3_600), tags: ["garden"], list: "Home"),
      NewItem(title: "b", dueAt: now.addingTimeInterval(-86_400), tags: ["garden"], list: "My list"),
      NewItem(title: "c"), NewItem(title: "d", completedAt: now, tags: ["old"]),
    ])
    let sidebar = Sidebar(context: try fixture.context(), roles: Roles(), configured: configured)
    sidebar.onChange = { [weak application = fixture.application] in application?.setNeedsDisplay() }
    try sidebar.open(DateReference(now: now))
    return sidebar
  }
}
