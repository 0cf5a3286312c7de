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
    let generation = CellNumbers.generation
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
    // In another generation, clusters and links have other numbers.
    guard CellNumbers.generation == generation else { return }
    precondition(
      fresh.buffer == canvas.buffer,
      "kept rows differ from a fresh drawing:\n\(canvas.buffer.drawing)\n--- fresh ---\n\(fresh.buffer.drawing)")
  }
}
