/// A row as it was drawn, until what it was drawn from changes.
@MainActor
final class ListRow {
  /// The last frame that the row was part of.
  var frame = 0

  private var drawn: (line: CellLine, context: RowContext, generation: Int)?
  private var region: ObservedRegion?
  private let onChange: @MainActor () -> Void

  init(onChange: @escaping @MainActor () -> Void) { self.onChange = onChange }

  /// The row drawn before, or drawn now if it was for another context or generation of clusters, or has changed.
  func line(
    in context: RowContext, generation: Int = ClusterTable.shared.generation, draw: () -> CellLine
  ) -> CellLine {
    if let drawn, drawn.context == context, drawn.generation == generation { return drawn.line }
    let line = observed().draw(draw)
    drawn = (line, context, generation)
    return line
  }

  private func observed() -> ObservedRegion {
    if let region { return region }
    let region = ObservedRegion { [weak self] in self?.changed() }
    self.region = region
    return region
  }

  private func changed() {
    drawn = nil
    onChange()
  }
}
