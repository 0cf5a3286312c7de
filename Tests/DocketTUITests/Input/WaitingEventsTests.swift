import DocketConfiguration
import DocketData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Keys, pastes and clicks that wait")
@MainActor
struct WaitingEventsTests {
  /// The item under the cursor was deleted by a change that the list never shows.
  private func fixture(_ configuration: Configuration = Configuration()) async throws -> ScreenFixture {
    let fixture = try await ScreenFixture(
      items: ["first", "second"].map { NewItem(title: $0) }, width: 80, configuration: configuration)
    fixture.awaitDepartureInVain()
    return fixture
  }

  @Test func aPasteKeepsItsPlace() async throws {
    let fixture = try await fixture()
    await fixture.type("e\u{1b}[200~, pasted\u{1b}[201~!")
    #expect(!fixture.drawing.contains("press a first"))
    fixture.stopAwaiting()
    await fixture.application.idle()
    #expect(fixture.drawing.contains(" edit: first, pasted!"))
  }

  @Test func aClickOnARowKeepsItsPlace() async throws {
    let fixture = try await fixture()
    await fixture.type("t" + ScreenFixture.press(10, 3) + "e")
    #expect(fixture.drawing.selects("first"))
    fixture.stopAwaiting()
    try await fixture.waitUntil("the field of what was clicked") { $0.contains(" edit: second") }
  }

  @Test func aClickOnAHintKeepsItsPlace() async throws {
    let fixture = try await fixture()
    await fixture.type("e" + ScreenFixture.press(3, 8))
    #expect(!fixture.drawing.contains(" add: "))
    fixture.stopAwaiting()
    await fixture.application.idle()
    // The hint is not below a field any more, which the key before it has opened.
    #expect(fixture.drawing.contains(" edit: first") && !fixture.drawing.contains("firsta"))
  }

  @Test func whatWaitsIsShown() async throws {
    let fixture = try await fixture()
    await fixture.type("eG")
    #expect(fixture.drawing.contains("e G …"))
    fixture.stopAwaiting()
    await fixture.application.idle()
    #expect(!fixture.drawing.contains("e G …"))
  }

  @Test func whatIsDroppedIsSaid() async throws {
    let fixture = try await fixture()
    await fixture.type("eG")
    fixture.clock.advance(by: .seconds(2))
    await fixture.application.idle()
    #expect(fixture.drawing.contains("dropped: e G"))
    #expect(!fixture.drawing.contains(" edit: "))
  }
}
