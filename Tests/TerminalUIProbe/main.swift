import Glibc
import TerminalUI

let arguments = CommandLine.arguments
let report = ProcessReport()
do {
  let features: TerminalFeatures = arguments.contains("--mouse") ? [.mouse, .focus] : []
  let scene = ProbeScene(
    isInert: arguments.contains("--inert"), showsColors: arguments.contains("--colors"),
    showsPairs: arguments.contains("--pairs"), showsAllPairs: arguments.contains("--all-pairs"))
  if arguments.contains("--early") { try EarlySignal.run(scene).endProcess() }
  let reason = try Application.run(scene, features: features)
  if arguments.contains("--report") { report.print() }
  reason.endProcess()
} catch {
  print("probe: \(error)")
}
