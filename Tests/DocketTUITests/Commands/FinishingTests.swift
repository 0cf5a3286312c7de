import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Done and open are what the screen said")
@MainActor
struct FinishingTests {
  /// A terminal that takes nothing, as on a slow line, shows for a while what was.
  private func whileTheScreenStands(
    _ fixture: ScreenFixture, _ change: (DataHandler) async throws -> Void, until isThere: () -> Bool,
    press keys: String
  ) async throws {
    fixture.memory.isReady = false
    try await change(fixture.elsewhere())
    await fixture.pollUntil(isThere)
    fixture.source.type(keys)
    fixture.memory.isReady = true
    await fixture.application.idle()
  }

  @Test func whatSomebodyElseHasDoneMeanwhileStaysDone() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 80)
    let id = try await fixture.item("first").id
    try await whileTheScreenStands(
      fixture, { try await $0.completeItems(ids: [id]) }, until: { fixture.screen.items.rows.item(id)?.isDone == true },
      press: " ")
    try await fixture.waitUntil("that it is so") { $0.contains("“first” is done already") }
    #expect(try await fixture.item("first").isDone)
    #expect(!fixture.memory.drawing.contains("saved ✓"))
    await fixture.type(" ")
    try await fixture.waitUntil("open again") { $0.contains("▌○    first") }
  }

  @Test func whatSomebodyElseHasOpenedMeanwhileStaysOpen() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "first", completedAt: ScreenFixture.now), NewItem(title: "second")], width: 80)
    let id = try await fixture.item("first").id
    try await whileTheScreenStands(
      fixture, { try await $0.reopenItems(ids: [id]) }, until: { fixture.screen.items.rows.item(id)?.isDone == false },
      press: " ")
    try await fixture.waitUntil("that it is so") { $0.contains("“first” is open already") }
    #expect(try await fixture.item("first").isDone == false)
  }

  @Test func ofSeveralOneThatIsSeenOpenMakesAllOfThemDone() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "first", completedAt: ScreenFixture.now), NewItem(title: "second")], width: 80)
    let id = try await fixture.item("second").id
    await fixture.type("*")
    try await whileTheScreenStands(
      fixture, { try await $0.completeItems(ids: [id]) }, until: { fixture.screen.items.rows.item(id)?.isDone == true },
      press: " ")
    try await fixture.waitUntil("that they are so") { $0.contains("2 items are done already") }
    let items = try await fixture.elsewhere().items()
    #expect(items.allSatisfy { $0.isDone })
  }

  /// The next key means what the key before it asked for.
  @Test func keysInOneBurstTakeTurns() async throws {
    let gate = Gate()
    let fixture = try await ScreenFixture(gate, [NewItem(title: "first"), NewItem(title: "second")])
    await fixture.type("   ")
    await gate.open()
    try await fixture.waitUntil("the third") { _ in fixture.screen.changes.jobs.isEmpty }
    #expect(try await fixture.item("first").isDone)
    #expect(try await fixture.elsewhere().log(limit: 3).map(\.words) == Self.wordsOfTurns)
    await fixture.type("*  ")
    try await fixture.waitUntil("both") { $0.contains("open 1 of 2") && fixture.screen.changes.jobs.isEmpty }
  }

  private static let wordsOfTurns = ["complete “first”", "reopen “first”", "complete “first”"]

  /// Of more than are looked at, what can be seen decides.
  @Test func ofManyWhatIsSeenOpenMakesAllDone() async throws {
    let fixture = try await ScreenFixture((1...150).map { "item \($0)" }, width: 80)
    try await fixture.waitUntil("all of them") { $0.contains("of 150") }
    let ids = try await fixture.elsewhere().itemIdentifiers()
    await fixture.type("*")
    try await whileTheScreenStands(
      fixture, { try await $0.completeItems(ids: ids) },
      until: { ids.allSatisfy { fixture.screen.items.rows.item($0)?.isDone == true } }, press: " ")
    try await fixture.waitUntil("that they are so") { $0.contains("150 items are done already") }
    let items = try await fixture.elsewhere().items()
    #expect(items.allSatisfy { $0.isDone })
  }

  /// A row says nothing any more once it has left the screen, so what it said there decides nothing.
  @Test func aRowThatLeftTheScreenIsAsTheStoreHasIt() async throws {
    let fixture = try await ScreenFixture((1...30).map { "item \($0)" }, width: 80)
    let id = try await fixture.item("item 1").id
    await fixture.type("xG")
    try await fixture.waitUntil("the end of the list") { $0.contains("item 30") && !$0.contains("item 1 ") }
    try await fixture.elsewhere().completeItems(ids: [id])
    try await fixture.waitUntil("the change") { _ in fixture.screen.items.rows.item(id)?.isDone == true }
    await fixture.type(" ")
    try await fixture.waitUntil("its end") { _ in fixture.screen.changes.jobs.isEmpty }
    #expect(try await fixture.item("item 1").isDone == false)
  }
}
