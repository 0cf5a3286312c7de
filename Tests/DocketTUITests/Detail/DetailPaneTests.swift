import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("The detail pane")
@MainActor
struct DetailPaneTests {
  private static let now = PaneFixture.now

  /// As "Fri 20 Nov".
  private static var yesterday: String {
    String(DateWords(now: now, style: .relative).exact(.moment(now.addingTimeInterval(-86_400))).dropLast(6))
  }

  private static let item = NewItem(
    title: "Renew the certificate", timestamp: now.addingTimeInterval(-12),
    createTimestamp: now.addingTimeInterval(-3 * 86_400), notes: "The authority wants the request by mail.\nSoon.",
    priority: .high, dueAt: now.addingTimeInterval(5 * 3_600), recurrence: Recurrence(.year), tags: ["ops", "mail"],
    list: "Work")

  @Test func showsAnItemWhole() async throws {
    let fixture = try PaneFixture(width: 60, height: 12)
    let pane = try await Self.pane(fixture, Self.item)
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: true) }
    #expect(
      fixture.drawing == """
        ▌Renew the certificate                               item 1
         due       today 17:00         priority  high
         repeats   every year          tags      #ops #mail
         list      Work                created   3 d ago
         updated   12 s ago
         urgency   15.6: due today 9.6, priority high 6

         The authority wants the request by mail.
         Soon.
        """)
  }

  @Test func showsFieldsOfOtherFormatsByTheNamesThatFindThem() async throws {
    let fixture = try PaneFixture(width: 60, height: 20)
    let extra = ItemExtra(
      rawValue: #"""
        {"icalendar":["LOCATION;LANGUAGE=de:Büro"],
         "taskwarrior":{"estimate":"3.5","two words":"a\u001b[2Jb"},"todotxt":["h:1"]}
        """#)
    let pane = try await Self.pane(fixture, NewItem(title: "t", timestamp: Self.now, extra: extra))
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    let lines = fixture.drawing.split(separator: "\n").map { $0.replacing(/\s+/, with: " ") }
    for line in ["extra.LOCATION Büro", "extra.estimate 3.5", "extra.\"two words\" a␛[2Jb", "extra.h 1"] {
      #expect(lines.contains { $0.contains(line) }, "\(fixture.drawing)")
    }
  }

  @Test func saysHowManyFieldsOfOtherFormatsAreLeftOut() async throws {
    let fixture = try PaneFixture(width: 44, height: 24)
    let fields = (10...20).map { "\"f\($0)\":\"v\"" }.joined(separator: ",")
    let item = NewItem(title: "t", timestamp: Self.now, extra: ItemExtra(rawValue: "{\"csv\":{\(fields)}}"))
    let pane = try await Self.pane(fixture, item)
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    #expect(fixture.drawing.contains("extra.f17") && !fixture.drawing.contains("extra.f18"))
    #expect(fixture.drawing.contains("and 3 more fields"))
  }

  @Test func linksOfTitleAndNotesAreLinksOfTheScreen() async throws {
    let fixture = try PaneFixture(width: 30, height: 14)
    let far = "http://b.example/" + String(repeating: "x", count: 30)
    let item = NewItem(title: "See https://a.example", notes: "or (\(far)), ssh://c.example")
    let pane = try await Self.pane(fixture, item)
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    let links = Dictionary(grouping: fixture.memory.links, by: \.target.description)
    #expect(links["https://a.example"]?.map(\.text) == ["https://a.example"])
    #expect(links[far]?.map(\.text).joined() == far && links.count == 2)
  }

  /// Whatever else is drawn anew meanwhile, before anybody shows another item here.
  @Test func anItemThatIsGoneIsNotDrawnFromMemory() async throws {
    let fixture = try PaneFixture(width: 60, height: 12)
    let pane = try await Self.pane(fixture, Self.item)
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    let id = try #require(pane.id)
    try await fixture.elsewhere().deleteItems(ids: [id])
    try await fixture.waitUntil("the empty pane") {
      fixture.application.setNeedsDisplay()
      return $0.contains("There is nothing to show.")
    }
  }

  @Test func wrapsWhatIsTooLong() async throws {
    let fixture = try PaneFixture(width: 26, height: 17)
    let pane = try await Self.pane(fixture, Self.item)
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    #expect(
      fixture.drawing
        == """
         Renew the certificate
         due       today 17:00
         priority  high
         repeats   every year
         tags      #ops #mail
         list      Work
         created   3 d ago
         updated   12 s ago
         urgency   15.6: due
                   today 9.6,
                   priority high
                   6

         The authority wants the
         request by mail.
         Soon.
        """.trimmingCharacters(in: .newlines))
  }

  @Test func showsSubItemsAndFollowsWhatHappensToThem() async throws {
    let fixture = try PaneFixture(width: 40, height: 12)
    let pane = try await Self.pane(fixture, NewItem(title: "Prepare", timestamp: Self.now))
    let handler = try await fixture.elsewhere()
    let parent = try #require(pane.id)
    let parts = try await handler.newItems([
      NewItem(title: "Sketch", completedAt: Self.now, parent: .item(parent)),
      NewItem(title: "Ask Priya", parent: .item(parent)), NewItem(title: "other"),
    ])
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    try await fixture.waitUntil("the sub-items") {
      $0.hasSuffix("now\n\n Sub-items · 1 of 2 done\n ● Sketch\n ○ Ask Priya")
    }
    try await handler.completeItems(ids: [parts[1]])
    try await fixture.waitUntil("the mark") { $0.hasSuffix("2 of 2 done\n ● Sketch\n ● Ask Priya") }
    try await handler.newItem(NewItem(title: "One more", parent: .item(parent)))
    try await fixture.waitUntil("the new one") { $0.hasSuffix("2 of 3 done\n ● Sketch\n ● Ask Priya\n ○ One more") }
    try await handler.deleteItems(ids: parts)
    try await fixture.waitUntil("the rest") { $0.hasSuffix("0 of 1 done\n ○ One more") }
  }

  @Test func followsTheItemWhoeverChangesIt() async throws {
    let fixture = try PaneFixture(width: 60, height: 8)
    let pane = try await Self.pane(fixture, Self.item)
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    let handler = try await fixture.elsewhere()
    let id = try #require(pane.id)
    try await handler.updateItems(
      ids: [id], ItemChanges(title: "Renewed", notes: "Done by Mara", priority: Priority.none, tags: ["ca"]))
    try await fixture.waitUntil("the changes") {
      $0.contains("Renewed") && $0.contains("#ca") && $0.contains("Done by Mara") && !$0.contains("priority")
    }
    try await handler.completeItems(ids: [id], at: Self.now.addingTimeInterval(-60))
    try await fixture.waitUntil("the state") { $0.contains("done     1 min ago") }
  }

  @Test func followsTheNamesOfTagsAndListsAndTheTitleOfTheWhole() async throws {
    let fixture = try PaneFixture(width: 60, height: 8)
    let pane = try await Self.pane(fixture, NewItem(title: "whole", timestamp: Self.now))
    let handler = try await fixture.elsewhere()
    let whole = try #require(pane.id)
    let part = NewItem(title: "part", timestamp: Self.now, tags: ["ops"], list: "Work", parent: .item(whole))
    pane.show(try await handler.newItem(part))
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    try await handler.renameTag("ops", to: "servers")
    try await fixture.waitUntil("the tag") { $0.contains("#servers") }
    try await handler.renameList("Work", to: "Office")
    try await fixture.waitUntil("the list") { $0.contains("list     Office") }
    try await handler.updateItem(id: whole, title: "all of it")
    try await fixture.waitUntil("the whole") { $0.contains("part of  all of it") }
  }

  @Test func saysWhatIsOverdueAndWhatItIsAPartOf() async throws {
    let fixture = try PaneFixture(width: 96, height: 5)
    let pane = try await Self.pane(fixture, NewItem(title: "whole", timestamp: Self.now))
    let handler = try await fixture.elsewhere()
    let item = NewItem(
      title: "part", timestamp: Self.now, dueAt: Self.now.addingTimeInterval(-86_400),
      parent: .item(try #require(pane.id)))
    pane.show(try await handler.newItem(item))
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    #expect(fixture.drawing.contains("due      \(Self.yesterday) 12:00, overdue"))
  }

  @Test func scrollsThroughTheNotesAndNoFurther() async throws {
    let fixture = try PaneFixture(width: 20, height: 6)
    let notes = (1...40).map { "line \($0)" }.joined(separator: "\n")
    let pane = try await Self.pane(fixture, NewItem(title: "t", timestamp: Self.now, notes: notes))
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    func expect(_ first: String, _ last: String, after motion: Motion) async {
      pane.move(motion)
      await fixture.redraw()
      let lines = fixture.drawing.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.first?.hasPrefix(" " + first) == true && lines.last?.hasPrefix(" " + last) == true)
    }
    await expect("line 1", "line 6", after: .rows(4))
    await expect("line 6", "line 11", after: .pages(1))
    await expect("line 35", "line 40", after: .bottom)
    await expect("line 35", "line 40", after: .rows(3))
    await expect("line 34", "line 39", after: .rows(-1))
    await expect("line 31", "line 36", after: .halfPages(-1))
    await expect("t ", "line 2", after: .top)
    await expect("t ", "line 2", after: .pages(-1))
  }

  @Test func anotherItemIsShownFromItsTop() async throws {
    let fixture = try PaneFixture(width: 20, height: 4)
    let pane = try await Self.pane(fixture, NewItem(title: "t", notes: String(repeating: "n\n", count: 40)))
    let other = try await fixture.elsewhere().newItem(NewItem(title: "other"))
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    pane.move(.bottom)
    await fixture.redraw()
    pane.show(other)
    await fixture.redraw()
    #expect(fixture.drawing.hasPrefix(" other"))
    pane.hide()
    await fixture.redraw()
    #expect(fixture.drawing == " There is nothing …")
  }

  @Test func hostileTextStaysText() async throws {
    let fixture = try PaneFixture(width: 40, height: 9)
    let pane = try await Self.pane(fixture, NewItem(title: "a\u{1b}[2Jb\nc", notes: "\u{202e}x\u{7}\u{0}"))
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: false) }
    #expect(fixture.drawing.contains("a␛[2Jb") && fixture.drawing.contains("⇄x␇␀"))
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (24, 4), (200, 60)]) func everySizeIsDrawn(
    _ width: Int, _ height: Int
  )
    async throws
  {
    let fixture = try PaneFixture(width: width, height: height)
    let pane = try await Self.pane(fixture, Self.item)
    await fixture.show { pane.render(into: &$0, in: $0.bounds, isFocused: true) }
    #expect(fixture.application.exitReason == nil)
  }

  private static func pane(_ fixture: PaneFixture, _ item: NewItem) async throws -> DetailPane {
    let id = try await fixture.elsewhere().newItem(item)
    let pane = DetailPane(context: try fixture.context(), roles: Roles(), dates: .relative) { now }
    pane.onChange = { [weak application = fixture.application] in application?.setNeedsDisplay() }
    pane.show(id)
    return pane
  }
}
