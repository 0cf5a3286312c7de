import DataProvider
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

/// Changes go to a store that the list does not show, so that it never shows them.
@Suite("Keys typed ahead of a list that does not follow")
@MainActor
struct TypeAheadTests {
  private func fixture(_ titles: [String]) async throws -> ScreenFixture {
    let items = titles.map { NewItem(title: $0) }
    let elsewhere = try DataProvider(storeURL: URL(fileURLWithPath: "/dev/null")).dataHandlerCreator(preview: true)
    try await elsewhere().newItems(items)
    return try await ScreenFixture(items: items, width: 80, createHandler: elsewhere)
  }

  private func deletedInVain(_ titles: [String]) async throws -> ScreenFixture {
    let fixture = try await fixture(titles)
    await fixture.type("d")
    try await fixture.waitUntil("the deletion") { $0.contains("deleted “first”") }
    return fixture
  }

  @Test func keysWorkAgainAfterAnUndo() async throws {
    let fixture = try await deletedInVain(["first", "second"])
    await fixture.type("u")
    try await fixture.waitUntil("the undo") { $0.contains("undone: delete “first”") }
    await fixture.type("e")
    #expect(fixture.memory.drawing.contains(" edit: first"))
  }

  @Test func keysThatWaitedForAnUndoAreActedOn() async throws {
    let fixture = try await fixture(["first", "second"])
    await fixture.type("due")
    try await fixture.waitUntil("the field") { $0.contains(" edit: first") }
  }

  @Test func keysWorkInAnotherListing() async throws {
    let fixture = try await deletedInVain(["first", "second"])
    await fixture.type("/first\r")
    try await fixture.waitUntil("what is found") { $0.contains("1 of 2") }
    await fixture.type("e")
    try await fixture.waitUntil("the field") { $0.contains(" edit: first") }
  }

  @Test func keysAreDroppedIfWhatTheyWereMeantForDoesNotCome() async throws {
    let fixture = try await deletedInVain(["first", "second"])
    await fixture.type("eG")
    #expect(!fixture.memory.drawing.contains(" edit: ") && fixture.memory.drawing.selects("first"))
    fixture.clock.advance(by: .seconds(2))
    await fixture.application.idle()
    #expect(!fixture.memory.drawing.contains(" edit: "))
    await fixture.type("Ge")
    #expect(fixture.memory.drawing.contains(" edit: second"))
  }

  @Test func manyItemsAreNotLookedForOneByOne() async throws {
    let titles = (1...150).map { "item \($0)" }
    let fixture = try await fixture(titles)
    try await fixture.waitUntil("all of them") { $0.contains("of 150") }
    fixture.screen.selectAll()
    fixture.screen.delete(fixture.screen.targets)
    #expect(fixture.screen.typeAhead.leaving.count == 1)
    await fixture.type("Ge")
    #expect(!fixture.memory.drawing.contains(" edit: "))
  }
}
