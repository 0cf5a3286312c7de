import TerminalUI

extension ListScreen {
  func handle(_ key: Key) {
    if help != nil { return handleInHelp(key) }
    if draft != nil { return handleInDraft(key) }
    if let command = commands.command(for: key) { return perform(command) }
    _ = list.handle(key)
  }

  func handle(_ mouse: MouseEvent) {
    guard help == nil, draft == nil else { return }
    _ = list.handle(mouse)
  }

  private func handleInHelp(_ key: Key) {
    if help?.handle(key) == true { return }
    help = nil
    // These mean the same everywhere.
    if commands.command(for: key) == .quit, key != "q" { perform(.quit) }
  }

  private func handleInDraft(_ key: Key) {
    switch key {
    case "^c": perform(.quit)
    case "^z": perform(.suspend)
    default: edit(key)
    }
  }

  private func edit(_ key: Key) {
    switch draft?.field.handle(key) {
    case .submitted: submit()
    case .cancelled: closeDraft()
    case .edited, .moved, .ignored, nil: break
    }
  }
}
