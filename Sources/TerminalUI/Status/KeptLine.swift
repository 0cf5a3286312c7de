/// A line that is kept as long as what it shows stays the same, such as a footer.
@MainActor
public final class KeptLine<Content: Hashable> {
  private var kept: (content: Content, line: CellLine, generation: Int)?

  /// Creates a line that was not drawn yet.
  public init() {}

  /// Has the line drawn again, as something has changed that is not a part of its content.
  public func forget() { kept = nil }

  /// Draws into the first row of an area.
  ///
  /// - Parameters:
  ///   - content: Everything that the line depends on, its width too.
  ///   - draw: Makes the line; called if the content differs from that of the last call.
  public func render(
    _ content: Content, into canvas: inout Canvas, in area: Rect, draw: () -> CellLine
  ) {
    // The numbers of clusters and links are those of a generation.
    let generation = CellNumbers.generation
    if !canvas.isFresh, let kept, kept.generation == generation, kept.content == content {
      return canvas.draw(kept.line, at: area.corner, in: area)
    }
    let line = draw()
    if !canvas.isFresh { kept = (content, line, generation) }
    canvas.draw(line, at: area.corner, in: area)
  }
}
