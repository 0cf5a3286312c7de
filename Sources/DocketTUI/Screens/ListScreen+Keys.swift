import TerminalUI

extension ListScreen {
  /// Takes a key, or lets it wait for the item it is meant for.
  func handle(_ key: Key) {
    guard mustWait(key) else { return act(on: key) }
    typeAhead.append(key)
  }

  /// Acts on the keys that waited, as far as they need not wait on.
  func resumeTypeAhead() {
    while let key = typeAhead.next() {
      guard !needsSettledSelection(key) else { return typeAhead.putBack(key) }
      act(on: key)
    }
  }

  private func mustWait(_ key: Key) -> Bool {
    guard key != "^c", key != "^z" else { return false }
    return typeAhead.isWaiting || needsSettledSelection(key)
  }

  private func needsSettledSelection(_ key: Key) -> Bool {
    guard help == nil, draft == nil, let command = commands.command(for: key) else { return false }
    return commands.needsSelection(command) && typeAhead.mustWait(selected: list.selectedID)
  }

  private func act(on key: Key) {
    if draft == nil || key == Key(.escape) { actions.dismissFailure() }
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
