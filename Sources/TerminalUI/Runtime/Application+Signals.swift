import Glibc

extension Application {
  func receive(_ event: SourceEvent) {
    guard exitReason == nil else { return }
    switch event {
    case .bytes(let bytes): read(bytes)
    case .endOfInput: leave(.hangUp)
    case .signal(SIGWINCH): resized()
    case .signal(SIGTSTP): suspend()
    case .signal(SIGCONT): continued()
    case .signal(let number): leave(.signal(number))
    }
  }

  private func leave(_ reason: ExitReason) {
    if scene.shouldExit(reason) { exit(reason) }
  }

  private func resized() {
    screen.updateSize()
    sizeMayHaveChanged()
  }

  /// Somebody else had stopped us, and the shell has had the terminal meanwhile.
  private func continued() { takeScreenBack() }
}
