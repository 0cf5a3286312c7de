/// The content of an application: it draws itself and handles events.
@MainActor
public protocol Scene: AnyObject {
  /// Called once, before the first frame; keep the application, to ask for redraws and to exit.
  func start(in application: Application)

  /// Handles an event; a redraw follows, and further ones have to be asked for.
  func handle(_ event: Event)

  /// Called before each frame is drawn: what it shows is brought up to date here, and not while it is drawn.
  func prepareToDraw()

  /// Draws everything; views keep the parts that did not change.
  func render(into canvas: inout Canvas)

  /// Called when the frame that was drawn last is being shown.
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

/// Draws a scene, and shows what changed since the frame before.
@MainActor
final class Painter {
  private let screen: any Screen
  /// The picture on the screen; nil if it is unknown.
  private var painted: CellBuffer?
  private var canvas = Canvas(size: .zero)
  /// The canvas of the frame before; the two take turns, so that no grid is copied.
  private var spare = Canvas(size: .zero)
  /// Whether each frame is compared with a fresh drawing.
  var isChecking: Bool

  init(screen: any Screen) {
    self.screen = screen
    #if DEBUG
      isChecking = true
    #else
      isChecking = false
    #endif
  }

  /// Forgets the picture on the screen, so that the next frame is whole.
  func forget() { painted = nil }

  func paint(_ scene: some Scene) throws(ScreenError) {
    // A change of a model may not have reached its row yet.
    Invalidations.shared.drain()
    if canvas.buffer.size == screen.size { canvas.clear() } else { canvas = Canvas(size: screen.size) }
    scene.prepareToDraw()
    let generation = ClusterTable.shared.generation
    scene.render(into: &canvas)
    if isChecking { check(scene, generation) }
    try screen.present(Frame(canvas.buffer, cursor: canvas.cursor, since: painted))
    painted = canvas.buffer
    swap(&canvas, &spare)
    scene.noteShown()
  }

  private func check(_ scene: some Scene, _ generation: Int) {
    var fresh = Canvas(size: screen.size, isFresh: true)
    scene.render(into: &fresh)
    // In another generation, clusters have other numbers.
    guard ClusterTable.shared.generation == generation else { return }
    precondition(
      fresh.buffer == canvas.buffer,
      "kept rows differ from a fresh drawing:\n\(canvas.buffer.drawing)\n--- fresh ---\n\(fresh.buffer.drawing)")
  }
}
