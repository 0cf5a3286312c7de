import DocketConfiguration
import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Keys typed ahead of a list that does not follow")
@MainActor
struct TypeAheadTests {
  private func fixture(
    _ titles: [String], _ configuration: Configuration = Configuration()
  ) async throws -> ScreenFixture {
    try await ScreenFixture(items: titles.map { NewItem(title: $0) }, width: 80, configuration: configuration)
  }

  /// The selected item was to leave the list, and something else made up for it before the list was read.
  private func deletedInVain(
    _ titles: [String], _ configuration: Configuration = Configuration()
  ) async throws -> ScreenFixture {
    let fixture = try await fixture(titles, configuration)
    await fixture.type("p")
    try await fixture.waitUntil("a step to undo") { $0.contains("saved ✓") }
    fixture.awaitDepartureInVain()
    return fixture
  }

  @Test func keysThatWaitedAreActedOnAfterAnUndo() async throws {
    let fixture = try await deletedInVain(["first", "second"])
    await fixture.type("ue")
    try await fixture.waitUntil("the field") { $0.contains(" edit: first") }
  }

  /// The first of the found rows come before the others.
  @Test(arguments: ["G", "\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}G"])
  func movesTypedAtOnceGoThroughAllThatIsFound(_ keys: String) async throws {
    let fixture = try await fixture((1...3_000).map { "item \($0)" })
    try await fixture.waitUntil("all of them") { $0.contains("of 3 000") }
    await fixture.type("/item\r\(keys)p")
    try await fixture.waitUntil("the priority") { $0.contains("▌○ ·  item 3000") && $0.contains("saved ✓") }
  }

  @Test func rowsSelectedAtOnceAreAmongAllThatIsFound() async throws {
    let fixture = try await fixture((1...3_000).map { $0 % 1_499 == 1 ? "found \($0)" : "item \($0)" })
    try await fixture.waitUntil("all of them") { $0.contains("of 3 000") }
    await fixture.type("/found\rxx")
    try await fixture.waitUntil("two of them") { $0.contains("2 selected") }
  }

  @Test func movesTypedAtOnceStartFromTheNewItem() async throws {
    let fixture = try await fixture(["first", "second", "third"])
    await fixture.type("anew\rjp")
    try await fixture.waitUntil("the priority") { $0.contains("· ") && $0.contains("saved ✓") }
    #expect(try await fixture.item("first").priority == .low)
    #expect(try await fixture.item("new").priority == .none)
  }

  @Test func movesTypedAtOnceStartFromTheNeighbourOfADeletedItem() async throws {
    let fixture = try await fixture(["first", "second", "third", "fourth"])
    await fixture.type("djp")
    try await fixture.waitUntil("the priority") { $0.contains("· ") && $0.contains("saved ✓") }
    #expect(try await fixture.item("third").priority == .low)
  }

  @Test func keysWorkInAnotherListing() async throws {
    let fixture = try await deletedInVain(["first", "second"])
    await fixture.type("/first\r")
    try await fixture.waitUntil("what is found") { $0.contains("docket · /first") && $0.contains("1 of 1") }
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

  /// A command whose keys begin those of another one is carried out a moment later.
  @Test(arguments: [true, false])
  func aCommandThatWaitedForItsTimeWaitsForItsItemToo(_ comes: Bool) async throws {
    var configuration = Configuration()
    configuration.keys[.editWhole] = ["e e"]
    let fixture = try await deletedInVain(["first", "second"], configuration)
    await fixture.type("e")
    fixture.clock.advance(by: .seconds(1))
    await fixture.type("!")
    #expect(fixture.screen.layers.prompt == nil)
    if comes { fixture.stopAwaiting() } else { fixture.clock.advance(by: .seconds(2)) }
    await fixture.application.idle()
    #expect(fixture.memory.drawing.contains(" edit: first!") == comes)
  }

  @Test func manyItemsAreNotLookedForOneByOne() async throws {
    let titles = (1...150).map { "item \($0)" }
    let fixture = try await fixture(titles)
    try await fixture.waitUntil("all of them") { $0.contains("of 150") }
    await fixture.type("*")
    Deleting(fixture.screen).delete(fixture.screen.items.targets)
    #expect(fixture.screen.input.leaving.count == 1)
    await fixture.type("Ge")
    #expect(!fixture.memory.drawing.contains(" edit: item"))
  }
}
