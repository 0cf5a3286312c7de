import TerminalUI

/// The terminal as the screen's commands see it: its size, its clipboard, the next frame, other programs.
///
/// Until the application starts, and after it is gone, nothing happens.
@MainActor
final class TerminalAccess {
  private weak var application: Application?

  func open(_ application: Application) { self.application = application }

  var size: Size { application?.screen.size ?? .zero }

  /// Nil before the application starts, and after it is gone.
  var clock: (any EventClock)? { application?.clock }

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

  /// Gives the terminal to a program until that ends.
  ///
  /// - Returns: nil if there is no application any more.
  func run(_ program: ChildProgram) async throws(ChildError) -> ChildEnding? {
    guard let application else { return nil }
    return try await application.run(program)
  }

  /// Rings the bell.
  func ring() { application?.screen.ring() }

  /// Lets the person edit a text in their editor.
  ///
  /// - Returns: nil if there is no application any more.
  func openEditor(on text: String, named name: String) async throws(ChildError) -> EditorEnding? {
    guard let application else { return nil }
    return try await application.openEditor(on: text, named: name)
  }
}
