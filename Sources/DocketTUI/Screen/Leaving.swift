import TerminalUI

/// Leaves the program when the last change has ended, so that nothing is lost.
///
/// If that change fails, a person who wanted to quit stays, to see why; a signal is obeyed all the same.
@MainActor
final class Leaving {
  private let terminal: TerminalAccess
  private let changes: ChangeQueue
  /// Why the program will end, once everything is saved.
  private(set) var reason: ExitReason?

  init(_ terminal: TerminalAccess, after changes: ChangeQueue) { (self.terminal, self.changes) = (terminal, changes) }

  func leave(_ reason: ExitReason) {
    // A signal that comes while a person waits to quit can't be taken back.
    if case .quit = reason, self.reason != nil { return }
    self.reason = reason
    leaveIfIdle()
  }

  /// Leaves, if that is wanted and nothing is being saved any more.
  func leaveIfIdle() {
    if let reason, !changes.status.isSaving { terminal.exit(reason) }
  }

  /// Takes a wish to quit back; a signal or a vanished terminal can't be.
  func stay() {
    if case .quit = reason { reason = nil }
  }
}
