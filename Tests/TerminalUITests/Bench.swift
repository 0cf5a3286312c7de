@testable import TerminalUI

/// An application on a memory screen, with everything that drives it.
@MainActor
struct Bench {
  let scene: ModelList
  let screen: MemoryScreen
  let source = ScriptedSource()
  let alarm = ManualAlarm()
  let application: Application

  init(_ titles: [String], width: Int = 10, height: Int = 3) {
    scene = ModelList(titles)
    screen = MemoryScreen(size: Size(width: width, height: height))
    application = Application(scene: scene, screen: screen, source: source, alarm: alarm)
    application.start()
  }

  func type(_ text: String) async {
    source.type(text)
    await application.idle()
  }
}
