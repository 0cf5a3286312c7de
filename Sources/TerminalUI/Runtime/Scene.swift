/// The content of an application: it draws itself and handles events.
@MainActor
public protocol Scene: AnyObject {
  /// Called once, before the first frame; keep the application, to ask for redraws and to exit.
  func start(in application: Application)

  /// Handles an event; a redraw follows, and further ones have to be asked for.
  func handle(_ event: Event)

  /// Called before each frame is drawn: bring up to date here what the frame shows, not in ``render(into:)``.
  func prepareToDraw()

  /// Draws everything; views keep the parts that did not change.
  func render(into canvas: inout Canvas)

  /// Called when the frame drawn last was given to the screen.
  func noteShown()

  /// Whether to exit at once because of a signal or a vanished terminal.
  ///
  /// Return false to save first, and then call ``Application/exit(_:)`` with the reason.
  func shouldExit(_ reason: ExitReason) -> Bool
}

extension Scene {
  /// Does nothing.
  public func start(in application: Application) {}

  /// Does nothing.
  public func prepareToDraw() {}

  /// Does nothing.
  public func noteShown() {}

  /// Exits at once.
  public func shouldExit(_ reason: ExitReason) -> Bool { true }
}
