import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Work that takes long")
@MainActor
struct LongWorkTests {
  private func fixture(_ gate: Gate) async throws -> ScreenFixture {
    try await ScreenFixture(gate, (1...5).map { NewItem(title: "item \($0)") })
  }

  private func wait(_ fixture: ScreenFixture) async {
    fixture.clock.advance(by: .seconds(1))
    await fixture.application.idle()
  }

  @Test func isShownWithItsKeyOnceItDoes() async throws {
    let gate = Gate()
    let fixture = try await fixture(gate)
    await fixture.type("* ")
    #expect(fixture.memory.drawing.contains("saving…"))
    await wait(fixture)
    let footer = try #require(fixture.memory.drawing.split(separator: "\n").last)
    #expect(footer.contains("saving") && footer.contains("0 %") && footer.contains("Esc cancel"))
    // The list answers meanwhile.
    await fixture.type("jj")
    #expect(fixture.memory.drawing.selects("item 3"))
    await gate.open()
    try await fixture.waitUntil("the end") { $0.contains("open 0 of 5") && $0.contains("saved ✓") }
    #expect(fixture.screen.changes.jobs.isEmpty)
    await wait(fixture)
    #expect(!fixture.screen.changes.isWatching)
  }

  @Test(arguments: [" ", "dd", "p"]) func escapeEndsItAndNothingIsChanged(_ keys: String) async throws {
    let gate = Gate()
    let fixture = try await fixture(gate)
    await fixture.type("*" + keys)
    if keys == "dd" { await fixture.confirm() }
    await wait(fixture)
    await fixture.escape()
    #expect(fixture.memory.drawing.contains("stopping…"))
    await gate.open()
    try await fixture.waitUntil("the end") { $0.contains("cancelled; nothing was changed") }
    #expect(fixture.memory.drawing.contains("5 selected") && fixture.lines.allSatisfy { !$0.contains("●") })
    #expect(!fixture.memory.drawing.contains("not saved"))
    #expect(try await fixture.elsewhere().log(limit: 1).first?.words == "add 5 items")
    await fixture.type("p")
    try await fixture.waitUntil("the next change") { $0.contains("·  item 1") }
  }

  @Test func quittingMeanwhileSaysThatItWaits() async throws {
    let gate = Gate()
    let fixture = try await fixture(gate)
    await fixture.type("* ")
    await wait(fixture)
    await fixture.type("q")
    #expect(fixture.memory.drawing.contains("Quits once this is saved"))
    #expect(fixture.application.exitReason == nil)
    await gate.open()
    try await fixture.waitUntil("the end") { _ in fixture.application.exitReason == .quit(status: 0) }
  }

  @Test func quittingIsSaidInTheFooterToo() async throws {
    let gate = Gate()
    let fixture = try await fixture(gate)
    await fixture.type(" q")
    #expect(fixture.memory.drawing.contains("saving, then quits…"))
    await gate.open()
    try await fixture.waitUntil("the end") { _ in fixture.application.exitReason == .quit(status: 0) }
  }

  @Test func whoEndsAChangeAfterAllStays() async throws {
    let gate = Gate()
    let fixture = try await fixture(gate)
    await fixture.type("* ")
    await wait(fixture)
    await fixture.type("q")
    await fixture.escape()
    await gate.open()
    try await fixture.waitUntil("the end") { $0.contains("cancelled; nothing was changed") }
    #expect(fixture.application.exitReason == nil)
  }

  @Test func whateverIsEndedSaysSoAndWhatWasTypedComesBack() async throws {
    let gate = Gate()
    let fixture = try await fixture(gate)
    await fixture.type("anew\r")
    await wait(fixture)
    await fixture.escape()
    await gate.open()
    try await fixture.waitUntil("the text") {
      $0.contains("cancelled; nothing was changed") && $0.contains(" add: new")
    }
    #expect(!fixture.memory.drawing.contains("Cancellation"))
    #expect(try await fixture.elsewhere().itemCount() == 5)
  }

  /// The filling of a preview goes on beside the changes.
  @Test func aChangeIsShownAndEndedBeforeWhatIsNone() async throws {
    let (gate, filling) = (Gate(), Gate())
    let fixture = try await fixture(gate)
    fixture.screen.changes.run("filling") {
      await filling.pass()
      if WorkProgress.current?.isCancelled == true { throw CancellationError() }
    }
    await wait(fixture)
    #expect(fixture.memory.drawing.contains("filling"))
    await fixture.type("* ")
    await wait(fixture)
    #expect(fixture.memory.drawing.contains("saving") && !fixture.memory.drawing.contains("filling"))
    await fixture.escape()
    await gate.open()
    try await fixture.waitUntil("the end") { $0.contains("cancelled; nothing was changed") }
    let work = try #require(fixture.screen.changes.jobs.first)
    #expect(fixture.screen.changes.jobs.count == 1 && !work.isChange && !work.progress.isCancelled)
    await filling.open()
    try await fixture.waitUntil("nothing to do") { _ in fixture.screen.changes.jobs.isEmpty }
    try await fixture.waitUntil("the footer") { $0.contains("? help") && !$0.contains("filling") }
  }

  @Test func aFillingThatIsEndedSaysThatItIsNotWhole() async throws {
    let filling = Gate()
    let fixture = try await fixture(Gate())
    fixture.screen.changes.run("filling") {
      await filling.pass()
      if WorkProgress.current?.isCancelled == true { throw CancellationError() }
    }
    await wait(fixture)
    await fixture.escape()
    await filling.open()
    try await fixture.waitUntil("the notice") { $0.contains("stopped filling; the items added so far stay") }
  }

  @Test func anUndoIsEndedToo() async throws {
    let provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"))
    let create = try provider.dataHandlerCreator(preview: true)
    _ = try await create().newItems((1...9).map { NewItem(title: "item \($0)") })
    let progress = WorkProgress()
    progress.cancel()
    await #expect(throws: CancellationError.self) {
      try await WorkProgress.$current.withValue(progress) { try await create().undo() }
    }
    #expect(try await create().itemCount() == 9)
    #expect(progress.total == 9)
    _ = try await create().undo()
    #expect(try await create().itemCount() == 0)
  }

  @Test func fillingAPreviewTellsHowFarItIsAndEnds() async throws {
    let provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"))
    let progress = WorkProgress()
    try await WorkProgress.$current.withValue(progress) { try await provider.fillPreview(count: 1_200) }
    #expect(progress.done == 1_200 && progress.total == 1_200)
    progress.cancel()
    await #expect(throws: CancellationError.self) {
      try await WorkProgress.$current.withValue(progress) { try await provider.fillPreview(count: 10) }
    }
  }
}
