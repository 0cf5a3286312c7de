import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Commands are for what was seen under the cursor")
@MainActor
struct AimingTests {
  private func fixture(_ configuration: Configuration = Configuration()) async throws -> ScreenFixture {
    try await ScreenFixture(["first", "second", "third"], width: 130, configuration: configuration)
  }

  private static let refusal = "the list has moved, and “second” is under the cursor now"

  /// Somebody else takes the item away that is under the cursor.
  private func deleteElsewhere(_ title: String, _ fixture: ScreenFixture) async throws {
    try await fixture.elsewhere().deleteItem(id: try await fixture.item(title).id)
  }

  @Test(arguments: ["d", " ", "p", "P", "t", "e", "A", "#", "@", ">", "x", "y", "J"])
  func aKeyIsNotForWhatSlidThereRightBefore(_ key: String) async throws {
    let fixture = try await fixture()
    // What can't be given anyway is refused for its own reason.
    if key == "J" { await fixture.type("sm") }
    try await fixture.waitUntil("the list") { $0.contains("of 3") && $0.selects("first") }
    try await deleteElsewhere("first", fixture)
    try await fixture.waitUntil("the next one") { $0.selects("second") && !$0.contains("first") }
    fixture.clock.advance(by: .milliseconds(299))
    await fixture.type(key)
    #expect(fixture.memory.drawing.contains(Self.refusal))
    #expect(fixture.screen.layers.isEmpty && fixture.screen.hasNoChanges)
    #expect(fixture.screen.items.view.markedCount == 0)
    fixture.clock.advance(by: .milliseconds(1))
    await fixture.type(key)
    #expect(!fixture.memory.drawing.contains(Self.refusal))
  }

  @Test func whereTheCursorKeepsItsPlaceWhateverComesInAboveCounts() async throws {
    var configuration = Configuration()
    configuration.cursor = .place
    let fixture = try await fixture(configuration)
    try await fixture.elsewhere().newItem(
      NewItem(title: "new", timestamp: ScreenFixture.now.addingTimeInterval(60)))
    try await fixture.waitUntil("it") { $0.selects("new") }
    await fixture.type("d")
    #expect(fixture.memory.drawing.contains("“new” is under the cursor now"))
    #expect(try await fixture.elsewhere().itemCount() == 4)
  }

  @Test func whereThePersonHasPutTheCursorItMeansWhatItSays() async throws {
    let fixture = try await fixture()
    try await deleteElsewhere("first", fixture)
    try await fixture.waitUntil("the next one") { $0.selects("second") && !$0.contains("first") }
    await fixture.type("jkd")
    try await fixture.waitUntil("it is deleted") { $0.contains("deleted “second”") }
  }

  @Test func whatIsSelectedIsMeantWhateverIsUnderTheCursor() async throws {
    let fixture = try await fixture()
    await fixture.type("Gxg")
    try await deleteElsewhere("first", fixture)
    try await fixture.waitUntil("the next one") { $0.selects("second") && !$0.contains("first") }
    await fixture.type("p")
    try await fixture.waitUntil("the priority") { $0.contains("·  third") }
  }

  /// Two keys in one go: the second is for what the first one lets come.
  @Test func whatComesByThePersonsOwnCommandsIsMeant() async throws {
    let fixture = try await fixture()
    await fixture.type("d")
    try await fixture.waitUntil("the next one") { $0.selects("second") && !$0.contains("○    first") }
    await fixture.type("p")
    try await fixture.waitUntil("its priority") { $0.contains("·  second") }
    await fixture.type("uu")
    try await fixture.waitUntil("the first one back") { $0.selects("first") }
    await fixture.type("\u{12}")
    try await fixture.waitUntil("it is gone again") { $0.selects("second") && !$0.contains("○    first") }
    await fixture.type("p")
    try await fixture.waitUntil("its priority") { $0.contains("·  second") }
  }

  /// Another change of an item does not take it away.
  @Test func thatThePersonChangedAnItemDoesNotExplainThatItIsGone() async throws {
    let fixture = try await fixture()
    await fixture.type("p")
    try await fixture.waitUntil("the priority") { $0.contains("·  first") && $0.contains("saved ✓") }
    try await deleteElsewhere("first", fixture)
    try await fixture.waitUntil("the next one") { $0.selects("second") && !$0.contains("first") }
    await fixture.type("d")
    #expect(fixture.memory.drawing.contains(Self.refusal))
    #expect(try await fixture.elsewhere().itemCount() == 2)
  }

  /// What lies over the list hides that it moves, however long ago.
  @Test func aCommandOfThePaletteIsForWhatWasThereWhenThatWasOpened() async throws {
    let fixture = try await fixture()
    await fixture.type(":")
    try await deleteElsewhere("first", fixture)
    await fixture.pollUntil { fixture.screen.items.rows.count == 2 }
    await fixture.application.idle()
    fixture.clock.advance(by: .seconds(60))
    await fixture.type("delete\r")
    #expect(fixture.memory.drawing.contains(Self.refusal))
    fixture.clock.advance(by: .milliseconds(300))
    await fixture.type("d")
    try await fixture.waitUntil("it is deleted") { $0.contains("deleted “second”") }
  }

  @Test func aTerminalThatShowsNothingGivesNoTimeToSee() async throws {
    let fixture = try await fixture()
    fixture.memory.isReady = false
    try await deleteElsewhere("first", fixture)
    await fixture.pollUntil { fixture.screen.items.rows.count == 2 }
    fixture.clock.advance(by: .seconds(60))
    fixture.source.type("d")
    fixture.memory.isReady = true
    await fixture.application.idle()
    #expect(fixture.memory.drawing.contains(Self.refusal))
    #expect(try await fixture.elsewhere().itemCount() == 2)
  }
}
