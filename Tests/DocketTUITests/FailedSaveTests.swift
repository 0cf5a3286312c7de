import DataProvider
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Saves that fail")
@MainActor
struct FailedSaveTests {
  /// Changes go to an empty store, after a signal.
  private func fixture() async throws -> (ScreenFixture, go: () -> Void) {
    let empty = try DataProvider(storeURL: URL(fileURLWithPath: "/dev/null")).dataHandlerCreator(preview: true)
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let fixture = try await ScreenFixture(
      ["only"], width: 80,
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
