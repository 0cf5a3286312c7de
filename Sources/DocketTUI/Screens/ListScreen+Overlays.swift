import DocketConfiguration
import TerminalUI

extension ListScreen {
  var hints: CommandHints { CommandHints(keys: keys) { [self] in whyDisabled($0) } }

  func showHelp() {
    var help = HelpScreen(title: "Keys", hints: hints.help())
    help.style = environment.roles.overlay
    overlay = .help(help)
  }

  func showPalette() {
    var palette = CommandPalette("Commands", hints.choices())
    palette.style = environment.roles.overlay
    overlay = .palette(palette)
  }

  /// Hands an event to what lies over the list.
  func handleInOverlay(_ event: (inout Overlay) -> Overlay.Answer) {
    guard var open = overlay else { return }
    let answer = event(&open)
    overlay = open
    switch answer {
    case .continues: break
    case .closed: overlay = nil
    case .command(let command):
      overlay = nil
      perform(command)
    }
  }
}
