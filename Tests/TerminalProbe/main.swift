import TerminalUI

do {
  let features: TerminalFeatures = CommandLine.arguments.contains("--mouse") ? [.mouse, .focus] : []
  let scene = ProbeScene(
    isInert: CommandLine.arguments.contains("--inert"), showsColors: CommandLine.arguments.contains("--colors"))
  try Application.run(scene, features: features).endProcess()
} catch {
  print("probe: \(error)")
}
