import DocketConfiguration
import DocketData
import Foundation
import Testing

@testable import DocketTUI

@Suite("Items become parts of others by keys")
@MainActor
struct NestingTests {
  @Test func indentedAndOutdentedAgain() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"], width: 60, height: 10)
    await fixture.type("jL")
    try await fixture.waitUntil("a part of the first") { $0.contains("first  ▾ 0/1") && $0.contains("▌○      second") }
    await fixture.type("jL")
    try await fixture.waitUntil("another part") { $0.contains("first  ▾ 0/2") && $0.contains("▌○      third") }
    await fixture.type("L")
    try await fixture.waitUntil("a part of a part") { $0.contains("second  ▾ 0/1") && $0.contains("▌○        third") }
    await fixture.type("HH")
    try await fixture.waitUntil("by itself") { $0.contains("▌○    third") && $0.contains("first  ▾ 0/1") }
    await fixture.type("H")
    #expect(fixture.memory.drawing.contains("outdent: it is no part of another item"))
    await fixture.type("ggL")
    #expect(fixture.memory.drawing.contains("indent: there is no item above it"))
    await fixture.type("u")
    try await fixture.waitUntil("undone") { $0.contains("first  ▾ 0/2") }
  }

  @Test func inTheManualOrderIndentedBehindTheOtherParts() async throws {
    let items = [
      NewItem(title: "first"), NewItem(title: "second"), NewItem(title: "one", parent: .added(0)),
      NewItem(title: "two", parent: .added(0)),
    ]
    let fixture = try await ScreenFixture(items: items, width: 60, height: 10, filter: "sort:manual")
    await fixture.type("GL")
    try await fixture.waitUntil("the last part") { $0.contains(/two.*\n.*▌○      second/) }
    await fixture.type("kH")
    try await fixture.waitUntil("behind its parent") { $0.contains(/one.*\n.*second.*\n ▌○    two/) }
  }

  @Test func theCursorStaysOnWhatAnUndoMovesInTheTree() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"], width: 60, height: 10)
    await fixture.type("jL")
    try await fixture.waitUntil("a part of the first") { $0.contains("▌○      second") }
    await fixture.type("u")
    try await fixture.waitUntil("it is back") { $0.contains("▌○    second") && !$0.contains("0/1") }
    await fixture.type("\u{12}")
    try await fixture.waitUntil("and forth") { $0.contains("▌○      second") }
  }

  @Test func whatStaysInItsSectionOfTheAgendaIsSaidToBeAPart() async throws {
    let items = [NewItem(title: "soon", dueAt: Date()), NewItem(title: "later"), NewItem(title: "also later")]
    let fixture = try await ScreenFixture(items: items, width: 70, height: 14, filter: "is:ready sort:agenda")
    let soon = try await fixture.item("soon")
    try await fixture.elsewhere().updateItems(ids: [soon.id], ItemChanges(parent: .value(fixture.item("later").id)))
    try await fixture.waitUntil("the parent says so") { $0.contains("0/1") && $0.contains("▌○    soon") }
    await fixture.type("H")
    try await fixture.waitUntil("it is said") { $0.contains("no part of “later” any more") && !$0.contains("0/1") }
    await fixture.type("GL")
    try await fixture.waitUntil("this too") { $0.contains(/a part of “(also )?later” now/) }
  }

  @Test func notWhereThereIsNoOutline() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 70, height: 10)
    await fixture.type("/s\r")
    try await fixture.waitUntil("the matches") { $0.contains("second") }
    await fixture.type("L")
    #expect(fixture.memory.drawing.contains("search results have no outline"))
  }

  @Test func movingToAListSaysHowManySubitemsWentAlong() async throws {
    let items = [
      NewItem(title: "trip", list: "Home"), NewItem(title: "book", list: "Home", parent: .added(0)),
      NewItem(title: "pack", list: "Home", parent: .added(0)),
    ]
    let fixture = try await ScreenFixture(items: items, width: 80)
    await fixture.type("g>\u{15}Work\r")
    try await fixture.waitUntil("it is said") { $0.contains("moved “trip” with 2 sub-items") }
    #expect(try await fixture.item("pack").list == "Work")
  }
}
