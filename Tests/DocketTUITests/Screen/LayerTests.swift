import DocketConfiguration
import DocketData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("What lies on the screen, and clicks on it")
@MainActor
struct LayerTests {
  /// The bar stands on the screen until the next frame, whatever has ended.
  @Test func aHintThatAProgressBarCoversIsNotPressed() async throws {
    let gate = Gate()
    let fixture = try await ScreenFixture(gate, (1...5).map { NewItem(title: "item \($0)") })
    await fixture.type("* ")
    fixture.clock.advance(by: .seconds(1))
    await fixture.application.idle()
    #expect(fixture.drawing.contains("Esc cancel"))
    fixture.memory.isReady = false
    await gate.open()
    await fixture.pollUntil { fixture.screen.hasNoChanges }
    // Where the footer will say how to add an item.
    fixture.source.type(ScreenFixture.press(3, 12))
    fixture.memory.isReady = true
    await fixture.application.idle()
    #expect(fixture.drawing.contains(" a add ") && !fixture.drawing.contains(" add: "))
  }

  /// On a screen of a few lines, what is open covers the footer, also when it has been closed unseen.
  @Test func aHintThatAnOverlayCoversIsNotPressed() async throws {
    let fixture = try await ScreenFixture((1...30).map { "item \($0)" }, width: 70, height: 6)
    await fixture.type("s")
    #expect(fixture.drawing.contains("─ Order ─"))
    fixture.memory.isReady = false
    fixture.source.type("t")
    await fixture.pause()
    fixture.source.type(ScreenFixture.press(3, 6))
    fixture.memory.isReady = true
    await fixture.application.idle()
    #expect(!fixture.drawing.contains(" add: "))
  }

  /// The keys that were pressed before are no part of what is clicked.
  @Test func aHintGivesItsCommandAmidASequenceOfKeys() async throws {
    var configuration = Configuration()
    configuration.keys[.top] = ["g g"]
    let fixture = try await ScreenFixture(["first", "second"], width: 70, configuration: configuration)
    await fixture.type("g")
    await fixture.type(ScreenFixture.press(3, 8))
    #expect(fixture.drawing.contains(" add: "))
  }

  /// What is offered is given as a command; it is no key for what else is open.
  @Test func theUndoOfAToastUndoesWithAFieldOpenToo() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 70, height: 10)
    await fixture.type("d")
    try await fixture.waitUntil("the offer") { $0.contains("“first”  u undo") }
    await fixture.type("/sec")
    try await fixture.waitUntil("what is found") { $0.contains("1 found") }
    let rows = fixture.drawing.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("u undo") })
    await fixture.type(ScreenFixture.press(66, row + 1))
    try await fixture.waitUntil("the item") { $0.contains("undone: delete “first”") }
    #expect(fixture.drawing.contains(" / sec"))
    #expect(try await fixture.elsewhere().itemCount() == 2)
  }
}
