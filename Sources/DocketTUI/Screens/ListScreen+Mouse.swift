import DocketConfiguration
import TerminalUI

/// The mouse, when it is the program's.
extension ListScreen {
  func handle(_ mouse: MouseEvent) {
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
    guard let hint = footer(width: size.width).hint(at: mouse.position.x, width: size.width) else { return true }
    press(hint)
    return true
  }

  private func pressedToast(_ mouse: MouseEvent) -> Bool {
    guard let hint = toasts?.hint(pressedBy: mouse) else { return false }
    dismissToast()
    press(hint)
    return true
  }

  private func press(_ hint: KeyHint) {
    for key in hint.keys.split(separator: " ").compactMap({ Key(String($0)) }) { handle(key) }
  }
}
