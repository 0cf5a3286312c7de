import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Sub-items in the list")
@MainActor
struct OutlineTests {
  private static let items = [
    NewItem(title: "before"), NewItem(title: "whole"), NewItem(title: "part b", orderKey: OrderKey(3)),
    NewItem(title: "part a", completedAt: ScreenFixture.now, orderKey: OrderKey(2)), NewItem(title: "after"),
    NewItem(title: "deep", orderKey: OrderKey(9)),
  ]

  private func fixture(filter: String = "") async throws -> ScreenFixture {
    var items = Self.items
    (items[2].parent, items[3].parent, items[5].parent) = (.added(1), .added(1), .added(2))
    return try await ScreenFixture(items: items, width: 50, height: 14, filter: filter)
  }

  @Test func standBelowTheirItemsAndFold() async throws {
    let fixture = try await fixture()
    let unfolded = [
      " ▌○    before", "  ○    whole  ▾ 1/2", "  ●      part a", "  ○      part b  ▾ 0/1", "  ○        deep",
      "  ○    after",
    ]
    try await fixture.waitUntil("the outline") { _ in fixture.lines == unfolded.map { withDone($0) } }
    await fixture.type("jz")
    try await fixture.waitUntil("folded") { _ in
      fixture.lines == ["  ○    before", " ▌○    whole  ▸ 1/2", "  ○    after"]
    }
    await fixture.type("zjjz")
    try await fixture.waitUntil("only the inner one folded") {
      $0.contains("▌○      part b  ▸ 0/1") && !$0.contains("deep")
    }
    await fixture.type("kz")
    try await fixture.waitUntil("folded from a part of it") { $0.contains("▌○    whole  ▸ 1/2") }
  }

  /// Done items say when, at the right.
  private func withDone(_ line: String) -> String {
    line.contains("●") ? line + String(repeating: " ", count: 49 - 10 - CellLine(line).width) + "done 12:00" : line
  }

  /// Drawing rows that are not there any more would end the program.
  @Test func aListThatShrankBeforeItWasToldIsDrawnAsItIs() async throws {
    let fixture = try await fixture()
    try await fixture.waitUntil("the outline") { $0.contains("deep") }
    await fixture.type("G")
    fixture.screen.items.rows.fold(try await fixture.item("whole").id)
    fixture.application.setNeedsDisplay()
    await fixture.application.idle()
    #expect(fixture.lines.count == 3 && fixture.memory.drawing.selects("after"))
  }

  /// The item with parts is looked for where it stood, behind the end by now.
  @Test func aListFromWhichManyGoAtOnceIsDrawnWithoutThem() async throws {
    var items = (1...8).map { NewItem(title: "plain \($0)") } + [NewItem(title: "whole"), NewItem(title: "part")]
    items[9].parent = .added(8)
    let fixture = try await ScreenFixture(items: items, width: 50, height: 14, filter: "is:open")
    try await fixture.waitUntil("the outline") { $0.contains("plain 8") && $0.contains("part") }
    let whole = try await fixture.item("whole").id
    var ids = [whole]
    for number in 1...8 { ids.append(try await fixture.item("plain \(number)").id) }
    try await fixture.elsewhere().completeItems(ids: ids)
    try await fixture.waitUntil("what is left") { !$0.contains("plain") && !$0.contains("whole  ") }
  }

  /// In a long list that would make the main actor wait.
  @Test func anItemThatMovedFarIsLookedForInTheBackground() async throws {
    let fixture = try await fixture()
    try await fixture.waitUntil("the outline") { $0.contains("deep") }
    fixture.screen.items.rows.roots.maxLooks = 0
    let (whole, part) = (try await fixture.item("whole").id, try await fixture.item("part a").id)
    try await fixture.elsewhere().newItems(
      (1...9).map { NewItem(title: "new \($0)", timestamp: ScreenFixture.now.addingTimeInterval(60)) })
    try await fixture.waitUntil("them") { _ in fixture.screen.items.rows.index(of: part) == 11 }
    try await fixture.elsewhere().updateItem(id: whole, timestamp: ScreenFixture.now.addingTimeInterval(120))
    try await fixture.waitUntil("the parts below their item") { _ in
      fixture.screen.items.rows.index(of: whole) == 0 && fixture.screen.items.rows.index(of: part) == 1
    }
  }

  /// They are no rows of the result, and looking for them would take time at each change.
  @Test func partsAndItemsOutOfViewAreNotLookedFor() async throws {
    var items = Self.items
    (items[2].parent, items[3].parent, items[5].parent) = (.added(1), .added(1), .added(2))
    items += [NewItem(title: "gone", completedAt: ScreenFixture.now), NewItem(title: "of it")]
    items[7].parent = .added(6)
    let fixture = try await ScreenFixture(items: items, width: 50, height: 14, filter: "is:open")
    try await fixture.waitUntil("the outline") { $0.contains("deep") && $0.contains("of it") }
    #expect(fixture.screen.items.rows.roots.positions.count == 1)
    fixture.screen.items.rows.roots.maxLooks = 0
    fixture.screen.items.rows.rebuildOutline()
    #expect(!fixture.screen.items.rows.roots.isSearching)
  }

  @Test func aSearchForRootsEndsWhenNobodyWantsIt() async throws {
    let fixture = try await fixture()
    let (rows, wanted) = (fixture.screen.items.rows.shown.items.roots, Set([try Self.anyone()]))
    let search = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await RootPositions.search(wanted, in: rows)
    }
    await #expect(throws: CancellationError.self) { try await search.value }
    #expect(try await RootPositions.search(wanted, in: rows).isEmpty)
  }

  /// What it finds are places in rows that are not shown any more; drawing there would end the program.
  @Test func aSearchForRootsThatOutlivesItsRowsFindsNothing() async throws {
    let fixture = try await fixture()
    try await fixture.waitUntil("the outline") { $0.contains("deep") }
    let (gate, rows) = (Gate(), fixture.screen.items.rows)
    rows.roots.search = { wanted, rows in
      let found = try await RootPositions.search(wanted, in: rows)
      await gate.pass()
      return found
    }
    rows.roots.reset()
    rows.roots.maxLooks = 0
    rows.rebuildOutline()
    #expect(rows.roots.isSearching)
    await fixture.type("/before\r")
    try await fixture.waitUntil("one row") { $0.contains("1 of 1") }
    await gate.open()
    try await fixture.waitUntil("its end") { _ in !rows.roots.isSearching }
    for _ in 0..<100 { await Task.yield() }
    #expect(rows.count == 1 && fixture.lines == [" ▌○    before"])
    await fixture.escape()
    try await fixture.waitUntil("the outline again") { $0.contains("deep") && $0.contains("part b") }
  }

  private static func anyone() throws -> PersistentIdentifier { try ScreenFixture.anyIdentifier() }

  @Test func aSubItemIsAddedBelowItsItemAndSelected() async throws {
    let fixture = try await fixture()
    await fixture.type("GA")
    #expect(fixture.memory.drawing.contains(" add sub-item: "))
    await fixture.type("new part\r")
    try await fixture.waitUntil("the part") { $0.contains("after  ▾ 0/1") && $0.contains("▌○      new part") }
    #expect(try await fixture.item("new part").parentNumber == (try await fixture.item("after")).number)
  }

  @Test func theFirstSubItemOfAStoreStandsBelowItsItemToo() async throws {
    let fixture = try await ScreenFixture(["first", "second"])
    await fixture.type("Apart\r")
    try await fixture.waitUntil("the part") { _ in
      fixture.lines == ["  ○    first  ▾ 0/1", " ▌○      part", "  ○    second"]
    }
  }

  @Test func whereOnlyOpenItemsAreShownDonePartsAreNot() async throws {
    let fixture = try await fixture(filter: "is:open")
    try await fixture.waitUntil("the outline") { _ in
      fixture.lines == [
        " ▌○    before", "  ○    whole  ▾ 1/2", "  ○      part b  ▾ 0/1", "  ○        deep", "  ○    after",
      ]
    }
    await fixture.type("j ")
    try await fixture.waitUntil("the open part of a done item stays in view") { _ in
      fixture.lines.prefix(4) == ["  ○    before", " ▌○    part b  ▾ 0/1  < whole", "  ○      deep", "  ○    after"]
    }
  }

  @Test func whatIsFoundStandsForItselfWithTheNameOfItsItem() async throws {
    let fixture = try await fixture()
    await fixture.type("/part\r")
    try await fixture.waitUntil("the rows") { $0.contains("open 1 of 2") }
    #expect(fixture.memory.drawing.contains("part b  0/1  < whole"))
    await fixture.type("z")
    #expect(fixture.memory.drawing.contains("fold: search results have no outline"))
  }

  @Test func partsComeAndGoAsSomebodyElseChangesThem() async throws {
    let fixture = try await fixture()
    try await fixture.waitUntil("the outline") { $0.contains("deep") }
    let handler = try await fixture.elsewhere()
    let after = try await fixture.item("after").id
    try await handler.updateItems(ids: [try await fixture.item("deep").id], ItemChanges(parent: .value(after)))
    try await fixture.waitUntil("it moved") { $0.contains("after  ▾ 0/1") && !$0.contains("part b  ▾") }
    try await handler.deleteItem(id: after)
    try await fixture.waitUntil("it went") { !$0.contains("deep") && !$0.contains("after") }
  }

  @Test func placesAreTheSameBothWays() throws {
    let ids = try (0..<5).map { _ in try ScreenFixture.anyIdentifier() }
    #expect(Outline().count == 0 && Outline().row(at: 7).root == 7 && Outline().index(ofRoot: 7) == 7)
    let outline = Outline([
      1: [Outline.Subitem(id: ids[0], level: 1), Outline.Subitem(id: ids[1], level: 2)],
      2: [Outline.Subitem(id: ids[2], level: 1)],
      9: [Outline.Subitem(id: ids[3], level: 1), Outline.Subitem(id: ids[4], level: 1)],
    ])
    #expect(outline.count == 5)
    #expect((0..<15).map { outline.row(at: $0).root } == [0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9])
    let isSubitem = (0..<15).map { outline.row(at: $0).subitem == nil ? 0 : 1 }
    #expect(isSubitem == [0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1])
    for root in 0..<12 {
      let row = outline.row(at: outline.index(ofRoot: root))
      #expect(row.root == root && row.subitem == nil)
    }
    for id in ids { #expect(outline.index(of: id).flatMap { outline.row(at: $0).subitem?.id } == id) }
  }
}

extension ScreenFixture {
  /// An identifier of an item that nobody has seen.
  static func anyIdentifier() throws -> PersistentIdentifier {
    let provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"))
    counter += 1
    return try provider.modelContainer(preview: true).identifier(of: Item.self, primaryKey: counter)
  }

  private static var counter: Int64 = 0
}
