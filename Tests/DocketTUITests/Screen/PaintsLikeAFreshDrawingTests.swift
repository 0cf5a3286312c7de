import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

/// The suites that test the numbered promises of Documentation/TerminalTests.md on a screen in memory, selected by
/// `--filter TerminalPromises`; the others are in Tests/EndToEnd.
enum TerminalPromises {}

extension TerminalPromises {
  @Suite("What is painted is what a fresh drawing shows")
  @MainActor
  struct PaintsLikeAFreshDrawingTests {
    static let isLong = ProcessInfo.processInfo.environment["TERMINAL_TESTS"] == "long"

    private static let keys = [
      "j", "k", "j", "\u{1B}[B", "\u{1B}[A", "g", "G", "\u{4}", "\u{15}", "t", "d", "?", "?", "\u{1B}", "a", "e", "e",
      "x", "é",
      "漢", "👩‍💻", "שלום", "a\u{301}", "\u{7F}", "\r", "\r", " two words ", "\u{1B}[200~pa\nste\u{1B}[201~", "q\u{1B}a",
      "/",
      "f", "b", "z", "u", "\u{12}", "*", "J", "K", ":", "#", "@", ">", "A", "s", "S", "n", "N", "X", " ", "p",
      "P", "y", "F", "\t", "\t", "h", "sm", "item 1", "#tag", ">List ", "!high", "fri",
    ]

    /// Items of all kinds, some of which belong to others.
    private static let items: [NewItem] = (1...12).map { number in
      var item = NewItem(title: "item \(number) 漢字 👨‍👩‍👧", orderKey: OrderKey(Double(number)))
      if number % 3 == 0 { item.tags = ["tag\(number)", "همه"] }
      if number % 4 == 0 { item.list = "List" }
      if number % 5 == 0 { item.parent = .added(number - 3) }
      return item
    }

    /// Every frame is painted over the one before, cell by cell; debug builds also compare each with a fresh one.
    @Test(arguments: [UInt64(1), 2]) func afterEachOfManyRandomCommands(seed: UInt64) async throws {
      // What has ended paints no more: the program is not to be left by chance.
      var configuration = Configuration()
      configuration.keys[.quit] = []
      let fixture = try await ScreenFixture(
        items: Self.items, width: 44, height: 9, configuration: configuration)
      fixture.application.checksDrawing = true
      let elsewhere = try await fixture.elsewhere()
      var random = Random(state: seed)
      for step in 0..<(Self.isLong ? 10_000 : 300) {
        switch random.below(40) {
        case 0: resize(fixture, &random)
        case 1: try await change(elsewhere, &random)
        default: press(Self.keys[random.below(Self.keys.count)], fixture)
        }
        try await expectFresh(fixture, "seed \(seed), step \(step)")
      }
      #expect(fixture.application.exitReason == nil)
    }

    /// Presses keys, unless they would leave the list or suspend it by way of the palette.
    private func press(_ keys: String, _ fixture: ScreenFixture) {
      let palette = fixture.screen.layers.overlay as? PaletteLayer
      let ends = palette.map { $0.hints.contains { $0.title == "run" } && !$0.matches.isEmpty } ?? false
      let keys = ends && keys.contains("\r") ? "\u{1B}" : keys
      fixture.source.type(keys)
      // Escape by itself, and whatever else waits for its time.
      if keys == "\u{1B}" { fixture.clock.advance(by: .milliseconds(50)) }
    }

    /// Saves end in the background, and reach the parts of the screen one after the other; then it is compared again.
    private func expectFresh(_ fixture: ScreenFixture, _ place: String) async throws {
      await fixture.application.idle()
      var fresh = ""
      try await fixture.waitUntil("\(place): a frame like a fresh one") { _ in
        var canvas = Canvas(size: fixture.memory.size, isFresh: true)
        fixture.screen.prepareToDraw()
        fixture.screen.render(into: &canvas)
        fresh = canvas.buffer.drawing
        return canvas.buffer == fixture.memory.buffer
      }
      #expect(fixture.drawing == fresh, "\(place)")
    }

    private func resize(_ fixture: ScreenFixture, _ random: inout Random) {
      fixture.memory.resize(to: Size(width: 10 + random.below(60), height: 1 + random.below(20)))
      fixture.source.send(.signal(SIGWINCH))
    }

    /// What another process or another window would do meanwhile.
    private func change(_ handler: DataHandler, _ random: inout Random) async throws {
      let identifiers = try await handler.itemIdentifiers()
      guard let id = identifiers.isEmpty ? nil : identifiers[random.below(identifiers.count)] else {
        return _ = try await handler.newItem(title: "first again", timestamp: ScreenFixture.now)
      }
      switch random.below(3) {
      case 0: try await handler.newItem(title: "elsewhere \(random.below(1000))", timestamp: ScreenFixture.now)
      case 1: try await handler.updateItem(id: id, title: "renamed 🍅 \(random.below(1000))")
      default: if identifiers.count > 6 { try await handler.deleteItem(id: id) }
      }
    }
  }
}

/// Numbers that a seed repeats (SplitMix64).
private struct Random {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }
}
