import Foundation
import TerminalUI
import Testing

@testable import Groceries

@MainActor
@Suite struct GroceriesTests {
  private let screen = MemoryScreen(size: Size(width: 50, height: 6))
  private let source = ScriptedSource()
  private let application: Application

  init() {
    application = Application(scene: Groceries(), screen: screen, source: source, clock: ManualClock())
    application.start()
  }

  private func type(_ keys: String) async {
    source.type(keys)
    await application.idle()
  }

  @Test func whatIsTypedIsAdded() async {
    await type("Milk\rCoffee")
    #expect(
      screen.drawing == """
          Bread
          Olive oil
        ▌ Milk

        Coffee
         Enter add  ^x bought  ^c leave          3 to buy
        """)
  }

  @Test func whatIsBoughtIsRemoved() async {
    await type("\u{1B}[B\u{18}")
    #expect(screen.drawing.hasPrefix("▌ Bread\n\n"))
    await type("\u{18}\u{18}")
    #expect(screen.drawing.hasPrefix("\n\n"))
  }

  @Test func controlCLeaves() async {
    await type("\u{3}")
    #expect(application.exitReason == .quit(status: 0))
  }

  @Test func theGuideShowsThisProgram() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let program = try String(contentsOf: package.appending(path: "Sources/Groceries/main.swift"), encoding: .utf8)
    let guide = try String(
      contentsOf: package.appending(path: "../../Documentation/TerminalUI.md"), encoding: .utf8)
    #expect(guide.contains("```swift\n\(program)```"))
  }
}
