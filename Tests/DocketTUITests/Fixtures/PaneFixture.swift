import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

/// A store in memory and a screen that shows one pane of it.
@MainActor
final class PaneFixture: DrawnApplication {
  let provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"))
  let memory: MemoryScreen
  let source = ScriptedSource()
  let scene: PaneScene
  let application: Application

  static var now: Date { ScreenFixture.now }

  init(width: Int, height: Int) throws {
    memory = MemoryScreen(size: Size(width: width, height: height))
    scene = PaneScene()
    application = Application(scene: scene, screen: memory, source: source, clock: ManualClock())
    application.checksDrawing = true
  }

  func context() throws -> ModelContext { try provider.modelContainer(preview: true).mainContext }

  /// Shows a pane.
  func show(_ pane: @escaping @MainActor (inout Canvas) -> Void) async {
    scene.draw = pane
    application.start()
    await application.idle()
  }

  /// Draws again, as every event does.
  func redraw() async {
    application.setNeedsDisplay()
    await application.idle()
  }

  /// What is shown, without blanks at the ends of lines and empty lines at the end.
  var drawing: String {
    memory.drawing.split(separator: "\n", omittingEmptySubsequences: false).map { $0.replacing(/\s+$/, with: "") }
      .joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}

/// A scene of nothing but a pane.
@MainActor
final class PaneScene: Scene {
  var draw: @MainActor (inout Canvas) -> Void = { _ in }

  func handle(_ event: Event) {}
  func render(into canvas: inout Canvas) { draw(&canvas) }
}
