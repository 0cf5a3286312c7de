import DocketConfiguration
import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

/// What the themes of the configuration make of the screen.
@MainActor
@Suite("Themes")
struct ThemeTests {
  /// The colours of the list's cells with an item of every kind.
  private func colours(_ theme: Theme) async throws -> Set<Color> {
    var configuration = Configuration()
    configuration.theme = .builtIn(theme)
    let items = [
      NewItem(title: "late", dueAt: Date(timeIntervalSince1970: 0)),
      NewItem(title: "high", priority: .high, tags: ["a"]),
      NewItem(title: "done", completedAt: Date(timeIntervalSince1970: 0)),
    ]
    let fixture = try await ScreenFixture(items: items, width: 70, configuration: configuration)
    let cells = (0..<fixture.memory.size.height).flatMap { fixture.memory.buffer.row($0) }
    return Set(cells.flatMap { [$0.style.foreground, $0.style.background] })
  }

  @Test(arguments: [Theme.mono, .highContrast])
  func someUseNoColourAtAll(_ theme: Theme) async throws {
    #expect(try await colours(theme) == [Style.plain.foreground])
  }

  @Test func theOthersDifferFromEachOther() async throws {
    let all = [try await colours(.terminal), try await colours(.dark), try await colours(.light)]
    #expect(all.allSatisfy { $0.count > 2 })
    #expect(Set(all).count == 3)
  }
}
