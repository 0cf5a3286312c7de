/// What an application shows, and does with events.
@MainActor
public protocol Scene: AnyObject {
  /// Called once, before the first frame; keep the application to ask for redraws and to leave.
  func start(in application: Application)

  /// Takes an event. A redraw follows; further ones have to be asked for.
  func handle(_ event: Event)

  /// Draws everything; views keep what did not change.
  func render(into canvas: inout Canvas)

  /// Whether to leave at once because of a signal or a vanished terminal.
  ///
  /// Return false to save first, and call ``Application/exit(_:)`` with the reason then.
  func shouldExit(_ reason: ExitReason) -> Bool
}

extension Scene {
  /// Does nothing.
  public func start(in application: Application) {}

  /// Leaves at once.
  public func shouldExit(_ reason: ExitReason) -> Bool { true }
}
