import TerminalUI

/// The terminal as the screen's commands see it: its size, its clipboard, the next frame, other programs.
///
/// Until the application starts, and after it is gone, nothing happens.
@MainActor
final class TerminalAccess {
  private weak var application: Application?

  func open(_ application: Application) { self.application = application }

  var size: Size { application?.screen.size ?? .zero }

  /// The time by which keys and frames are compared.
  var now: Duration { application?.clock.now ?? .zero }

  /// Asks for a frame.
  func setNeedsDisplay() { application?.setNeedsDisplay() }

  func exit(_ reason: ExitReason) { application?.exit(reason) }

  func suspend() { application?.suspend() }

  /// Gives the mouse to the program, or back to the terminal, whose own selection works then.
  ///
  /// - Returns: whether the program has it now; nil if there is no application any more.
  func toggleMouse() -> Bool? {
    application?.features.formSymmetricDifference(.mouse)
    return application?.features.contains(.mouse)
  }

  /// Puts a text on the clipboard of the terminal.
  ///
  /// - Returns: whether it was sent.
  func copy(_ text: String) -> Bool { application?.copy(text) == true }

  /// Lets the person edit a text in their editor.
  ///
  /// - Returns: nil if there is no application any more.
  func openEditor(on text: String, named name: String) async throws(ChildError) -> EditorEnding? {
    guard let application else { return nil }
    return try await application.openEditor(on: text, named: name)
  }
}

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
    goOn()
  }

  /// Leaves if that is wanted and nothing is being saved any more.
  func goOn() {
    if let reason, !changes.status.isSaving { terminal.exit(reason) }
  }

  /// Takes a wish to quit back; a signal or a vanished terminal can't be.
  func stay() {
    if case .quit = reason { reason = nil }
  }
}
