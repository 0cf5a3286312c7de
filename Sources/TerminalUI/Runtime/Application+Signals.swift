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
    // Sent by mistake, they need not cost what was typed.
    case .signal(SIGUSR1), .signal(SIGUSR2): break
    case .signal(let number): leave(.signal(number))
    }
  }

  func leave(_ reason: ExitReason) {
    if let child { return endChild(child, because: reason) }
    if scene.shouldExit(reason) { exit(reason) } else { isLeaving = true }
  }

  private func resized() {
    guard child == nil else { return }
    screen.updateSize()
    sizeMayHaveChanged()
  }

  /// Somebody else had stopped us, and the shell has had the terminal meanwhile.
  private func continued() { if child == nil { takeScreenBack() } }
}
