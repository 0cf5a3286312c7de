import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Questions before deleting")
@MainActor
struct DeletingTests {
  /// What belongs to an item is counted after it was stored: the transaction knows it before.
  private func addPart(to title: String, _ fixture: ScreenFixture) async throws {
    let id = try await fixture.item(title).id
    try await fixture.elsewhere().newItem(NewItem(title: "part", parent: .item(id)))
  }

  @Test func aSubItemThatNobodyHasCountedYetIsAskedAbout() async throws {
    let gate = Gate()
    let fixture = try await ScreenFixture(gate, [NewItem(title: "first"), NewItem(title: "second")])
    await fixture.type("dd")
    try await addPart(to: "first", fixture)
    await gate.open()
    try await fixture.waitUntil("the question") { $0.contains("Delete “first” and its sub-item? It can be undone.") }
    #expect(try await fixture.elsewhere().itemCount() == 3)
    #expect(!fixture.memory.drawing.contains("saved ✓"))
    await fixture.confirm()
    try await fixture.waitUntil("its end") { $0.contains("deleted “first”") && $0.contains("of 1") }
  }

  @Test func theQuestionDoesNotComeOverSomethingElse() async throws {
    let gate = Gate()
    let fixture = try await ScreenFixture(gate, [NewItem(title: "first"), NewItem(title: "second")])
    await fixture.type("d?")
    try await addPart(to: "first", fixture)
    await gate.open()
    try await fixture.waitUntil("what became of it") { _ in
      fixture.screen.notices.text == "kept “first”: it has a sub-item"
    }
    #expect(fixture.screen.layers.overlay is HelpLayer)
    #expect(try await fixture.elsewhere().itemCount() == 3)
  }

  @Test func oneThatWasSelectedIsSoWhileItIsAskedAbout() async throws {
    let gate = Gate()
    let fixture = try await ScreenFixture(gate, [NewItem(title: "first"), NewItem(title: "second")])
    await fixture.type("xd")
    try await addPart(to: "first", fixture)
    await gate.open()
    try await fixture.waitUntil("the question") { $0.contains("Delete “first” and its sub-item?") }
    await fixture.type("k")
    #expect(fixture.memory.drawing.contains("1 selected"))
  }

  /// The question would end far below.
  @Test func aTitleOfAMegabyteLeavesRoomForTheQuestion() async throws {
    let title = String(repeating: "long ", count: 200_000)
    let fixture = try await ScreenFixture(
      items: [NewItem(title: title), NewItem(title: "part", parent: .added(0))], width: 80, height: 24)
    try await fixture.waitUntil("the part") { $0.contains("part") }
    await fixture.type("d")
    try await fixture.waitUntil("the question") {
      $0.contains("sub-item") && $0.contains("undone.") && $0.contains("k Keep")
    }
    let question = try #require(fixture.screen.layers.overlay as? QuestionLayer)
    #expect(question.message.utf8.count < 1_000)
  }

  /// Who answers before it is counted must know what they say.
  @Test func untilItIsCountedTheQuestionSaysThatMoreMayGo() async throws {
    let gate = Gate()
    let fixture = try await ScreenFixture(gate, [NewItem(title: "first"), NewItem(title: "second")])
    await fixture.type("*d")
    #expect(fixture.memory.drawing.contains("Delete 2 items and any sub-items? It can be undone."))
    await gate.open()
    try await fixture.waitUntil("the number") { $0.contains("Delete 2 items? It can be undone.") }
  }

  /// The text of what is drawn, whatever the frame and the lines.
  private func words(_ fixture: ScreenFixture) -> String {
    fixture.drawing.split { $0.isWhitespace || "│┌┐└┘─".contains($0) }.joined(separator: " ")
  }

  @Test func theQuestionCanBeReadWholeOnASmallScreen() async throws {
    var configuration = Configuration()
    configuration.confirmDelete = .always
    let fixture = try await ScreenFixture(
      ["Renew the certificate"], width: 20, height: 5, configuration: configuration)
    await fixture.type("d")
    #expect(words(fixture).contains("Delete “Renew the certificat…”? It can be undone. d Delete k Keep"))
  }

  @Test func aLongTitleLeavesRoomForTheQuestionOnASmallScreen() async throws {
    let title = String(repeating: "long ", count: 20)
    let fixture = try await ScreenFixture(
      items: [NewItem(title: title), NewItem(title: "part", parent: .added(0))], width: 20, height: 5)
    try await fixture.waitUntil("the part") { $0.contains("part") }
    await fixture.type("d")
    try await fixture.waitUntil("the number") { _ in
      words(fixture).contains("…” and its sub-item? It can be undone. d Delete k Keep")
    }
    #expect(words(fixture).contains("Delete “long"))
  }
}
