import DocketConfiguration
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
    #expect(fixture.memory.drawing.contains("the mouse is docket's; Shift selects text"))
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
}
