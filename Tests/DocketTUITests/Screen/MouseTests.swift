import DocketConfiguration
import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("The mouse on the list screen")
@MainActor
struct MouseTests {
  /// A press of the left button, as a terminal reports it; columns and rows from 1.
  private func press(_ column: Int, _ row: Int) -> String { "\u{1b}[<0;\(column);\(row)M\u{1b}[<0;\(column);\(row)m" }

  @Test func isTheTerminalsUnlessItIsAskedFor() async throws {
    let fixture = try await ScreenFixture(["first"], width: 70)
    #expect(!fixture.application.features.contains(.mouse))
    await fixture.type(":mouse\r")
    #expect(fixture.application.features.contains(.mouse))
    #expect(fixture.memory.drawing.contains("mouse on; with Shift it selects text"))
    await fixture.type(":mouse\r")
    #expect(!fixture.application.features.contains(.mouse))
  }

  @Test func aPressSelectsAndAPressOnTheFooterDoesWhatItSays() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 70)
    await fixture.type(press(10, 3))
    #expect(fixture.memory.drawing.contains("▌○    second"))
    await fixture.type(press(3, 8))
    #expect(fixture.memory.drawing.contains(" add: "))
    let cancel = try #require(fixture.memory.drawing.split(separator: "\n").last?.range(of: "Esc"))
    let footer = try #require(fixture.memory.drawing.split(separator: "\n").last)
    await fixture.type(press(footer.distance(from: footer.startIndex, to: cancel.lowerBound) + 1, 8))
    #expect(!fixture.memory.drawing.contains(" add: "))
  }

  @Test func aPressOnTheOfferOfAToastTakesIt() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 70)
    await fixture.type("d")
    try await fixture.waitUntil("the offer") { $0.contains("“first”  u undo") }
    await fixture.type(press(66, 7))
    try await fixture.waitUntil("the item") { $0.contains("open 2 of 2") }
  }

  // MARK: - While something else is open

  /// Presses the first place where a text is shown, or to the right of that.
  private func press(
    _ text: String, _ fixture: ScreenFixture, right: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let rows = fixture.memory.drawing.split(separator: "\n", omittingEmptySubsequences: false)
    guard let row = rows.firstIndex(where: { $0.contains(text) }), let found = rows[row].firstRange(of: text) else {
      _ = Issue.record("\(text) is not shown:\n\(fixture.drawing)", sourceLocation: sourceLocation)
      return
    }
    let column = TerminalText.width(of: rows[row][..<found.lowerBound])
    await fixture.type(press(column + 1 + right, row + 1))
  }

  @Test func inAFieldItPlacesTheCursorAndNothingBehindItIsPressed() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 70, height: 10)
    await fixture.type("awords")
    await press("ords", fixture)
    await fixture.type("X")
    #expect(fixture.memory.drawing.contains(" add: wXords"))
    await press("second", fixture)
    await press("of 2", fixture)
    #expect(fixture.memory.drawing.contains(" add: wXords") && fixture.memory.drawing.selects("first"))
    await press("Enter save", fixture)
    try await fixture.waitUntil("the item") { $0.contains("○    wXords") && $0.contains("of 3") }
  }

  @Test func inAFieldTheOfferOfAToastIsTakenAndNothingIsTyped() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 70, height: 10)
    await fixture.type("d")
    try await fixture.waitUntil("the offer") { $0.contains("“first”  u undo") }
    await fixture.type("awords")
    await press("u undo", fixture)
    try await fixture.waitUntil("the item") { $0.contains("undone: delete “first”") && $0.contains("of 2") }
    #expect(fixture.screen.layers.prompt?.field.text == "words")
  }

  @Test func inAMenuItChoosesAndNothingBehindItIsPressed() async throws {
    let fixture = try await ScreenFixture(["second", "first"], width: 70, height: 14)
    await fixture.type("d")
    try await fixture.waitUntil("the offer") { $0.contains("“second”  u undo") }
    await fixture.type("s")
    await press("u undo", fixture)
    await press("○    first", fixture)
    await press("docket", fixture)
    #expect(fixture.memory.drawing.contains("─ Order ─"))
    #expect(try await fixture.elsewhere().itemCount() == 1)
    await press("title", fixture)
    try await fixture.waitUntil("the order") { $0.contains("by title") && !$0.contains("─ Order ─") }
    await fixture.type("s")
    await press("Esc close", fixture)
    #expect(!fixture.memory.drawing.contains("─ Order ─"))
  }

  @Test func aQuestionIsAnsweredByItsButtonsOnly() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"], width: 70, height: 14)
    await fixture.type("xxd")
    try await fixture.waitUntil("the question") { $0.contains("Delete 2 items?") }
    await press("third", fixture)
    await press("Delete 2", fixture)
    #expect(fixture.memory.drawing.contains("Delete 2 items?"))
    await press("k Keep", fixture)
    #expect(!fixture.memory.drawing.contains("Delete 2 items?") && fixture.screen.items.view.markedCount == 2)
    await fixture.type("d")
    await press("d Delete", fixture)
    try await fixture.waitUntil("one left") { $0.contains("of 1") }
  }

  @Test func inThePaletteAndInTheHelpOnlyThesePress() async throws {
    let fixture = try await ScreenFixture((1...30).map { "item \($0)" }, width: 70, height: 16)
    await fixture.type("?")
    await fixture.type("\u{1b}[<65;10;8M")
    await press("down", fixture)
    #expect(fixture.screen.layers.overlay != nil)
    #expect(fixture.screen.items.view.selection.index == 0 && fixture.screen.items.view.selection.offset == 0)
    await fixture.escape()
    await fixture.type(":touch")
    await press("touch", fixture)
    #expect(fixture.screen.layers.overlay != nil)
    await fixture.type("\u{5}\u{15}sort")
    await press("│ sort", fixture, right: 3)
    #expect(fixture.memory.drawing.contains("─ Order ─"))
  }

  /// On a screen of a few lines what is open covers the footer.
  @Test func aFooterThatIsCoveredIsNotPressed() async throws {
    let fixture = try await ScreenFixture((1...30).map { "item \($0)" }, width: 70, height: 6)
    await fixture.type("s")
    #expect(!fixture.memory.drawing.contains("Esc close"))
    let footer = ListFooter(fixture.screen).footer(width: 70).hints
    #expect(footer.map(\.keys) == ["Enter", "Esc"])
    for column in stride(from: 1, through: 70, by: 3) { await fixture.type(press(column, 6)) }
    #expect(fixture.screen.layers.overlay != nil)
    #expect(fixture.screen.layers.prompt == nil)
  }

  @Test func aBarInTheFootersPlaceIsNotPressedAsTheFooterIs() async throws {
    let gate = Gate()
    let fixture = try await ScreenFixture(gate, (1...5).map { NewItem(title: "item \($0)") })
    await fixture.type("* ")
    fixture.clock.advance(by: .seconds(1))
    await fixture.application.idle()
    let last = try #require(fixture.memory.drawing.split(separator: "\n").last)
    #expect(last.contains("Esc cancel"))
    let cancel = try #require(last.firstRange(of: "Esc cancel"))
    let width = TerminalText.width(of: last[..<cancel.lowerBound])
    for column in 1..<width {
      await fixture.type(press(column, 12))
      #expect(
        fixture.screen.layers.isEmpty && fixture.screen.leaving.reason == nil, "\(column)")
      #expect(fixture.screen.changes.jobs.count == 1, "\(column)")
    }
    await press("item 3", fixture)
    #expect(fixture.memory.drawing.selects("item 3"))
    await press("Esc cancel", fixture)
    #expect(fixture.memory.drawing.contains("stopping…"))
    await gate.open()
    try await fixture.waitUntil("the end") { $0.contains("cancelled; nothing was changed") }
  }

  /// What was drawn before is not there any more.
  @Test func onAScreenThatIsTooSmallNothingIsPressed() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 70, height: 8)
    fixture.memory.resize(to: Size(width: 19, height: 8))
    fixture.source.send(.signal(SIGWINCH))
    await fixture.application.idle()
    for row in 1...8 { for column in stride(from: 1, through: 19, by: 2) { await fixture.type(press(column, row)) } }
    #expect(fixture.screen.layers.isEmpty && fixture.screen.leaving.reason == nil)
    #expect(fixture.screen.items.view.selection.index == 0)
  }
}
