import Foundation
import TerminalUI

/// Runs with a signal that comes when the terminal has been taken and nobody listens yet.
@MainActor
func runWithEarlySignal(_ scene: ProbeScene) throws -> ExitReason {
  let screen = try CursesScreen(environment: ProcessInfo.processInfo.environment)
  raise(SIGTERM)
  return Application(scene: scene, screen: screen, source: TerminalSource()).run()
}

let arguments = CommandLine.arguments
let report = ProcessReport()
do {
  let features: TerminalFeatures = arguments.contains("--mouse") ? [.mouse, .focus] : []
  let scene = ProbeScene(
    isInert: arguments.contains("--inert"), showsColors: arguments.contains("--colors"),
    showsPairs: arguments.contains("--pairs"),
    colorsOfPairs: arguments.contains("--all-pairs") ? 9 : arguments.contains("--400-pairs") ? 20 : 0)
  if arguments.contains("--early") { try runWithEarlySignal(scene).endProcess() }
  let reason = try Application.run(scene, features: features)
  if arguments.contains("--report") { report.print() }
  reason.endProcess()
} catch {
  print("probe: \(error)")
}
