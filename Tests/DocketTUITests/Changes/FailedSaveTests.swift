import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Saves that fail")
@MainActor
struct FailedSaveTests {
  /// Changes go to an empty store, after a signal.
  private func fixture(_ titles: [String] = ["only"]) async throws -> (ScreenFixture, go: () -> Void) {
    let empty = try DataProvider(storeURL: URL(fileURLWithPath: "/dev/null")).dataHandlerCreator(preview: true)
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let fixture = try await ScreenFixture(
      titles, width: 80,
      createHandler: {
        for await _ in stream { break }
        return await empty()
      })
    return (fixture, { continuation.finish() })
  }

  @Test func anyFailureTakesTheWishToQuitBackAndIsShown() async throws {
    let (fixture, go) = try await fixture()
    await fixture.type("dq")
    go()
    try await fixture.waitUntil("the reason") { $0.contains("not saved: There is no item 1.") }
    #expect(fixture.application.exitReason == nil)
    await fixture.type("q")
    #expect(fixture.application.exitReason == .quit(status: 0))
  }

  @Test func aSignalIsObeyedThoughAPersonWaitsToQuit() async throws {
    let (fixture, go) = try await fixture()
    await fixture.type("dq")
    fixture.source.send(.signal(SIGTERM))
    await fixture.application.idle()
    go()
    try await fixture.waitUntil("the end") { _ in fixture.application.exitReason != nil }
    #expect(fixture.application.exitReason == .signal(SIGTERM))
  }

  @Test func whatWasNotChangedIsSelectedAgain() async throws {
    let (fixture, go) = try await fixture(["one", "two", "three"])
    await fixture.type("xx")
    await fixture.type("p")
    #expect(!fixture.drawing.contains("2 selected"))
    go()
    try await fixture.waitUntil("the reason") { $0.contains("not saved: There is no item") }
    #expect(fixture.drawing.contains("2 selected"))
    await fixture.type("d")
    await fixture.confirm()
    try await fixture.waitUntil("the reason") { $0.contains("not saved: There is no item") }
    #expect(fixture.drawing.contains("2 selected"))
  }

  @Test(arguments: [" ", "#all\r", "@tomorrow\r", "dd"])
  func whatSomebodyElseDeletedIsNotSelectedAnyMore(_ keys: String) async throws {
    let fixture = try await ScreenFixture(["one", "two", "three"], width: 80)
    await fixture.type("*" + keys.prefix(keys.count - 1))
    let gone = try await fixture.item("two")
    try await fixture.elsewhere().deleteItems(ids: [gone.id])
    try await fixture.waitUntil("the other two") { !$0.contains("two") }
    await finish(keys, fixture)
    if keys != " " {
      try await fixture.waitUntil("the reason") { $0.contains("not saved: There is no item") }
      #expect(fixture.drawing.contains("2 selected"))
      if keys == "dd" { await fixture.type("d") }
      await finish(keys, fixture)
    }
    try await fixture.waitUntil("the change") { $0.contains("saved ✓") && !$0.contains("selected") }
  }

  /// Presses the last key; a question is read first.
  private func finish(_ keys: String, _ fixture: ScreenFixture) async {
    if keys == "dd" { await fixture.confirm() } else { await fixture.type(String(keys.suffix(1))) }
  }

  @Test func aFailureIsNotHiddenByALaterSuccess() {
    var status = SaveStatus()
    status.begin()
    status.begin()
    let failure = SaveStatus.Failure(explanation: "the disk is full")
    status.fail(failure)
    status.succeed()
    #expect(status.outcome == .failed(failure) && failure.words == "not saved: the disk is full")
    status.dismissFailure()
    status.begin()
    status.succeed()
    #expect(status.outcome == .saved)
  }
}
