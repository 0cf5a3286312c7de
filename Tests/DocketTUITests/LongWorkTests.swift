import DataProvider
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Work that takes long")
@MainActor
struct LongWorkTests {
  /// A signal that handlers wait for.
  private actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func pass() async {
      if !isOpen { await withCheckedContinuation { waiters.append($0) } }
    }

    func open() {
      isOpen = true
      for waiter in waiters { waiter.resume() }
      waiters = []
    }
  }

  private func fixture(_ gate: Gate) async throws -> ScreenFixture {
    let provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"))
    let create = try provider.dataHandlerCreator(preview: true)
    return try await ScreenFixture(
      items: (1...5).map { NewItem(title: "item \($0)") }, width: 80, height: 12,
      createHandler: {
        await gate.pass()
        return await create()
      }, provider: provider)
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
    #expect(fixture.screen.workTimer == nil && fixture.screen.actions.works.isEmpty)
  }

  @Test(arguments: [" ", "dd", "p"]) func escapeEndsItAndNothingIsChanged(_ keys: String) async throws {
    let gate = Gate()
    let fixture = try await fixture(gate)
    await fixture.type("*" + keys)
    await wait(fixture)
    await fixture.escape()
    #expect(fixture.memory.drawing.contains("stopping…"))
    await gate.open()
    try await fixture.waitUntil("the end") { $0.contains("ended; nothing is changed") }
    #expect(fixture.memory.drawing.contains("open 5 of 5"))
    #expect(!fixture.memory.drawing.contains("not saved"))
    #expect(try await fixture.elsewhere().log(limit: 1).first?.words == "add 5 items")
    await fixture.type("p")
    try await fixture.waitUntil("the next change") { $0.contains("·  item 1") }
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
