/// A list of any length: asks for the rows on the screen only, and draws a row again only when it changed.
///
/// Set ``onChange`` to learn when a row has to be drawn again (``Application/setNeedsDisplay()`` is meant).
@MainActor
public final class ListView<Source: ListDataSource> {
  /// Which row is selected and which is at the top.
  public private(set) var selection = ListSelection()
  /// Laid over the selected row.
  public var selectionStyle = Style.reverse
  /// Laid over marked rows; rows should also say in text that they are marked.
  public var markStyle = Style.bold
  /// Whether the last column shows which of the rows are visible, while there are more than have room.
  public var showsScrollBar = false
  /// The rows that a search found, marked in the scroll bar.
  public var matches = MatchPlaces()
  /// Called when an observed model changed, so that a row must be drawn again.
  public var onChange: (@MainActor () -> Void)?
  /// The number of rows drawn so far, for tests and measurements.
  public private(set) var drawnRows = 0

  unowned let source: Source
  var marks = ListMarks<Source.ID>()
  /// Where the scroll bar was drawn last.
  var barArea = Rect.zero
  var isDraggingBar = false
  private var rows: [Source.ID: ListRow] = [:]
  private var area = Rect.zero
  /// Counts the drawings, to know which rows were part of the last one.
  private var frame = 0

  /// Creates a list; the source is not kept alive.
  public init(source: Source) {
    self.source = source
    selection.update(count: source.count, index: nil)
  }

  /// The identity of the selected row; nil in an empty list, and if the source lost the row before ``reload(selecting:)``.
  public var selectedID: Source.ID? {
    selection.index.flatMap { $0 < source.count ? source.id(at: $0) : nil }
  }

  /// The number of rows kept drawn, never more than are visible; for tests.
  public var keptRows: Int { rows.count }

  /// Changes the selection, or scrolls.
  public func select(_ change: (inout ListSelection) -> Void) { select(change, endingExtension: true) }

  func select(_ change: (inout ListSelection) -> Void, endingExtension: Bool) {
    let old = selection.index
    change(&selection)
    if endingExtension, selection.index != old { marks.endExtending() }
  }

  /// Follows a change of the source.
  ///
  /// - Parameter index: Where the selected row is now; nil if it is gone, and then its place is kept.
  public func reload(selecting index: Int?) { selection.update(count: source.count, index: index) }

  /// Has a row drawn again; changes of observable models need no call.
  public func invalidate(_ id: Source.ID) { rows[id] = nil }

  /// Has every row drawn again.
  public func invalidateAll() { rows = [:] }

  /// The row drawn at a place of the screen by the last frame.
  public func index(at point: Point) -> Int? {
    guard area.contains(point) else { return nil }
    let index = selection.offset + point.y - area.y
    return index < selection.count ? index : nil
  }

  /// Draws the visible rows.
  ///
  /// - Complexity: O(height of the area), whatever the length of the list.
  public func render(into canvas: inout Canvas, in area: Rect) {
    selection.update(height: area.height)
    let area = drawBar(into: &canvas, in: area)
    self.area = area
    frame += 1
    var point = Point(x: area.x, y: area.y)
    for index in selection.visible {
      let id = source.id(at: index)
      let context = RowContext(
        width: area.width, isSelected: index == selection.index, isMarked: marks.marking.contains(id))
      let line = canvas.isFresh ? draw(id, context) : keptLine(id, context)
      canvas.draw(line, at: point, in: area)
      point.y += 1
    }
    if !canvas.isFresh, rows.count > selection.visible.count { forgetRows() }
  }

  private func keptLine(_ id: Source.ID, _ context: RowContext) -> CellLine {
    let row = rows[id] ?? newRow(id)
    row.frame = frame
    return row.line(in: context) {
      drawnRows += 1
      return draw(id, context)
    }
  }

  private func newRow(_ id: Source.ID) -> ListRow {
    let row = ListRow { [weak self] in self?.onChange?() }
    rows[id] = row
    return row
  }

  private func draw(_ id: Source.ID, _ context: RowContext) -> CellLine {
    var line = source.line(for: id, context: context).fitted(to: context.width)
    if context.isMarked { line = line.overlaid(with: markStyle) }
    return context.isSelected ? line.unified(in: selectionStyle) : line
  }

  /// Rows that left the screen are dropped at once, and their trackers with them.
  private func forgetRows() { rows = rows.filter { $0.value.frame == frame } }
}
