import DocketConfiguration
import DocketData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("A question is read before it is answered")
@MainActor
struct UnreadQuestionTests {
  private func fixture() async throws -> ScreenFixture {
    try await ScreenFixture(["first", "second", "third"], width: 70, height: 14)
  }

  private func isAsked(_ fixture: ScreenFixture) -> Bool { fixture.drawing.contains("Delete 2 items") }

  @Test func theKeyThatAskedTwiceInOneGoDoesNotAnswer() async throws {
    let fixture = try await fixture()
    await fixture.type("xxdd")
    #expect(isAsked(fixture))
    fixture.clock.advance(by: .milliseconds(400))
    await fixture.type("d")
    #expect(isAsked(fixture) && fixture.drawing.contains("press d again"))
    #expect(try await fixture.elsewhere().itemCount() == 3)
  }

  /// A keyboard repeats a held key after half a second, thirty times a second.
  @Test func aHeldKeyDoesNotAnswer() async throws {
    let fixture = try await fixture()
    await fixture.type("xxd")
    fixture.clock.advance(by: .milliseconds(660))
    for _ in 0..<100 {
      await fixture.type("d")
      fixture.clock.advance(by: .milliseconds(33))
    }
    #expect(isAsked(fixture))
    #expect(try await fixture.elsewhere().itemCount() == 3)
  }

  @Test func theKeyAnswersOnceThereWasTimeToRead() async throws {
    let fixture = try await fixture()
    await fixture.type("xxdd")
    fixture.clock.advance(by: .seconds(1))
    await fixture.type("d")
    try await fixture.waitUntil("one left") { $0.contains("of 1") }
  }

  @Test func aTerminalThatShowsNothingGivesNoTimeToRead() async throws {
    let fixture = try await fixture()
    await fixture.type("xx")
    fixture.memory.isReady = false
    fixture.source.type("d")
    await fixture.pause()
    fixture.clock.advance(by: .seconds(60))
    fixture.source.type("d")
    await fixture.pause()
    fixture.memory.isReady = true
    await fixture.application.idle()
    #expect(isAsked(fixture))
  }

  @Test func theHarmlessAnswerIsAlwaysTaken() async throws {
    let fixture = try await fixture()
    await fixture.type("xxdk")
    #expect(!isAsked(fixture) && fixture.drawing.contains("2 selected"))
  }
}
