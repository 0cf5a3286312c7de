import DocketConfiguration
import TerminalUI

/// The mouse, when it is the program's.
extension ListScreen {
  func handle(_ mouse: MouseEvent) {
    guard !isTooSmall else { return }
    if longWork?.handle(mouse) == true { return }
    if pressedFooter(mouse) || pressedToast(mouse) { return }
    if overlay != nil { return handleInOverlay { $0.handle(mouse) } }
    if draft != nil { return _ = draft?.field.handle(mouse) }
    if panes.handle(mouse) { return }
    if case .press(0) = mouse.action, mouse.clickCount == 2, list.index(at: mouse.position) != nil {
      return perform(.open)
    }
    _ = list.handle(mouse)
  }

  /// Gives the mouse to the program, or back to the terminal, whose own selection works then.
  func toggleMouse() {
    guard let application else { return }
    application.features.formSymmetricDifference(.mouse)
    let isOurs = application.features.contains(.mouse)
    say(isOurs ? "the mouse is docket's; Shift selects text" : "the mouse is the terminal's")
  }

  /// A press on a hint does what its keys do.
  private func pressedFooter(_ mouse: MouseEvent) -> Bool {
    guard mouse.action == .press(0), mouse.position.y == size.height - 1 else { return false }
    guard overlay == nil || showsFooterWithOverlay else { return false }
    // What is drawn in the footer's place has its own key, and is no hint besides.
    guard longWork == nil else { return true }
    guard let hint = footer(width: size.width).hint(at: mouse.position.x, width: size.width) else { return true }
    press(hint)
    return true
  }

  private func pressedToast(_ mouse: MouseEvent) -> Bool {
    guard overlay == nil, let hint = toasts?.hint(pressedBy: mouse), let command = offeredCommand else { return false }
    dismissToast()
    // In a field, its key would be a letter.
    if draft == nil { press(hint) } else { perform(command) }
    return true
  }

  private func press(_ hint: KeyHint) {
    for key in hint.keys.split(separator: " ").compactMap({ Key(String($0)) }) { handle(key) }
  }
}
