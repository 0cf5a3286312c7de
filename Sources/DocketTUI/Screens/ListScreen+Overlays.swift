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
    if case .continues = answer { return }
    overlay = nil
    switch answer {
    case .continues, .closed: break
    case .command(let command): perform(command)
    case .filter(let filter): show(filter)
    case .order(let order): self.order(by: order)
    case .addLines(let lines, let parent): addLines(lines, to: parent)
    case .joinLines(let lines, let parent): joinLines(lines, to: parent)
    case .delete(let targets): delete(targets)
    case .deleteNamed(let thing): delete(thing)
    }
  }
}
