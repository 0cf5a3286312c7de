import DocketConfiguration
import DocketData
import SwiftData
import Testing

@testable import DocketTUI

/// A list, a tag or a context takes nothing of the tree but what is elsewhere.
@Suite("Sub-items in lists and contexts")
@MainActor
struct NarrowedOutlineTests {
  /// Two wholes on a list, with the sub-items of the first one; an item elsewhere of which one part is on the list.
  private func fixture(filter: String, width: Int = 60) async throws -> ScreenFixture {
    func item(_ title: String, _ key: Double, list: String? = "Work", parent: Int? = nil) -> NewItem {
      NewItem(
        title: title, tags: list == nil ? [] : ["job"], list: list, parent: parent.map { .added($0) },
        orderKey: OrderKey(key))
    }
    return try await ScreenFixture(
      items: [
        item("first", 1), item("second", 2), item("part a", 3, parent: 0), item("part b", 4, parent: 0),
        item("home", 5, list: nil), item("of home", 6, parent: 4), item("elsewhere", 7, list: nil, parent: 0),
      ], width: width, height: 14, filter: filter)
  }

  private static let tree = [
    " ▌○    first  ▾ 0/3", "  ○      part a", "  ○      part b", "  ○    second", "  ○    of home  < home",
  ]

  /// Without the columns behind the titles.
  private func titles(_ fixture: ScreenFixture) -> [String] {
    fixture.lines.map { String($0.prefix(34)).replacing(/\s+#.*|\s+Work.*|\s+$/, with: "") }
  }

  @Test(arguments: [
    "list:=work sort:manual", "list:work sort:manual", "#job sort:manual", "list:work #job sort:manual",
    "(list:=work or list:other) sort:manual", "-list:none sort:manual", "is:open list:work sort:manual",
    "is:ready #job sort:manual",
  ]) func standBelowTheirItems(_ filter: String) async throws {
    let fixture = try await fixture(filter: filter)
    try await fixture.waitUntil("the outline") { _ in titles(fixture) == Self.tree }
    await fixture.type("z")
    try await fixture.waitUntil("folded") { $0.contains("first  ▸ 0/3") && !$0.contains("part a") }
  }

  @Test func areMovedByKeys() async throws {
    let fixture = try await fixture(filter: "list:=work sort:manual")
    try await fixture.waitUntil("the outline") { _ in titles(fixture) == Self.tree }
    await fixture.type("jJ")
    try await fixture.waitUntil("a part below the other") { _ in
      titles(fixture)[1...2] == ["  ○      part b", " ▌○      part a"]
    }
    await fixture.type("J")
    try await fixture.waitUntil("why not further") { $0.contains("it is the last of the sub-items of “first” here") }
    await fixture.type("jJ")
    try await fixture.waitUntil("past what belongs to something elsewhere") { _ in
      titles(fixture).suffix(2) == ["  ○    of home  < home", " ▌○    second"]
    }
    await fixture.type("KK")
    try await fixture.waitUntil("past all parts of an item") { _ in titles(fixture).first == " ▌○    second" }
    await fixture.type("jL")
    try await fixture.waitUntil("a part of it") { $0.contains("second  ▾ 0/1") && $0.contains("▌○      first") }
    #expect(try await fixture.item("first").parentNumber == (try await fixture.item("second")).number)
    await fixture.type("H")
    try await fixture.waitUntil("by itself") { $0.contains("▌○    first") && !$0.contains("second  ▾") }
  }

  @Test func comeAndGoWithTheirList() async throws {
    let fixture = try await fixture(filter: "list:=work sort:manual")
    try await fixture.waitUntil("the outline") { _ in titles(fixture) == Self.tree }
    let handler = try await fixture.elsewhere()
    let (first, part) = (try await fixture.item("first").id, try await fixture.item("part a").id)
    let other = try await fixture.item("part b").id
    try await handler.updateItems(ids: [part], ItemChanges(list: .value("Other")))
    try await fixture.waitUntil("a part has left") { !$0.contains("part a") && $0.contains("part b") }
    // Its parts go along, but one comes back.
    try await handler.updateItems(ids: [first], ItemChanges(list: .value("Other")))
    try await handler.updateItems(ids: [other], ItemChanges(list: .value("Work")))
    try await fixture.waitUntil("the other part stands by itself") {
      $0.contains("○    part b  < first") && !$0.contains("○    first")
    }
    try await handler.updateItems(ids: [first, part], ItemChanges(list: .value("Work")))
    try await fixture.waitUntil("all are back") { $0.contains("first  ▾ 0/3") && $0.contains("○      part a") }
  }

  @Test func standBelowTheirItemsInTheAgendaOfAContext() async throws {
    let fixture = try await fixture(filter: "is:ready sort:agenda")
    try await fixture.waitUntil("the outline") { $0.contains("○      part a") }
    await fixture.type(":context\r")
    try await fixture.waitUntil("the contexts") { $0.contains("─ Context ") }
    await fixture.type("Work\r")
    try await fixture.waitUntil("the list is narrowed, with its outline") { drawing in
      drawing.contains(" in Work") && drawing.contains("○      part a") && drawing.contains("○    of home  < home")
        && !drawing.contains("elsewhere")
    }
  }

  /// Without sections nothing is due in an earlier one.
  @Test func whatIsDueSoonerStandsBelowItsItemInAnotherOrder() async throws {
    let fixture = try await ScreenFixture(
      items: [
        NewItem(title: "whole", orderKey: OrderKey(1)),
        NewItem(title: "due part", dueAt: ScreenFixture.wholeDay(0), parent: .added(0), orderKey: OrderKey(2)),
        NewItem(title: "plain part", parent: .added(0), orderKey: OrderKey(3)),
      ], width: 60, height: 12, filter: "is:ready sort:agenda")
    try await fixture.waitUntil("the sections") { $0.contains("due part  < whole") }
    await fixture.type("sm")
    try await fixture.waitUntil("the outline") { _ in
      fixture.lines.map { String($0.prefix(24)).replacing(/\s+$/, with: "") }.map { $0.replacing("▌", with: " ") }
        == ["  ○    whole  ▾ 0/2", "  ○      due part", "  ○      plain part"]
    }
    await fixture.type("ggjJ")
    try await fixture.waitUntil("it moved") { $0.contains(/plain part(.|\n)*▌○      due part/) }
    await fixture.type("sa")
    try await fixture.waitUntil("the sections again") { $0.contains("due part  < whole") }
  }

  @Test func aSearchShowsEachMatchByItself() async throws {
    let fixture = try await fixture(filter: "list:=work sort:manual")
    try await fixture.waitUntil("the outline") { _ in titles(fixture) == Self.tree }
    await fixture.type("/#job\r")
    try await fixture.waitUntil("the matches") { $0.contains("part a  < first") && $0.contains("part b  < first") }
    await fixture.type("L")
    #expect(fixture.drawing.contains("search results have no outline"))
  }

  @Test func aFilterThatLooksForMoreSaysThatItHasNoOutline() async throws {
    let fixture = try await fixture(filter: "#job prio:none", width: 90)
    try await fixture.waitUntil("the matches") { $0.contains("part a  < first") }
    await fixture.type("L")
    #expect(
      fixture.drawing.contains(
        "indent: the filter #job prio:none has no outline; its items are listed one by one"))
  }
}
