@testable import TerminalUI

/// An application on a memory screen, with everything that drives it.
@MainActor
struct Bench {
  let scene: ModelList
  let screen: MemoryScreen
  let source = ScriptedSource()
  let clock = ManualClock()
  let application: Application

  init(_ titles: [String], width: Int = 10, height: Int = 3) {
    scene = ModelList(titles)
    screen = MemoryScreen(size: Size(width: width, height: height))
    application = Application(scene: scene, screen: screen, source: source, clock: clock)
    application.start()
  }

  func type(_ text: String) async {
    source.type(text)
    await application.idle()
  }
}
