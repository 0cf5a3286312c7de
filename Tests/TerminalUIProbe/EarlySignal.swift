import Foundation
import TerminalUI

/// A signal that comes when the terminal has been taken and nobody listens yet.
enum EarlySignal {
  @MainActor
  static func run(_ scene: ProbeScene) throws -> ExitReason {
    let screen = try CursesScreen(environment: ProcessInfo.processInfo.environment)
    raise(SIGTERM)
    return Application(scene: scene, screen: screen, source: TerminalSource()).run()
  }
}
