/// A thin scroll bar, in a column of its own; it takes no column while everything is visible.
public struct ScrollBar: Hashable, Sendable {
  /// The length of everything, in rows or any other unit.
  public let total: Int
  /// Where the visible part begins.
  public let offset: Int
  /// The length of the visible part.
  public let visible: Int
  /// The ascending positions to mark in the bar, such as those of matches.
  public var marks: [Int] = []
  /// The style of the column around it.
  public var trackStyle = Style.plain
  /// The style of the thumb.
  public var thumbStyle = Style.dim
  /// The style of marks.
  public var markStyle = Style.bold

  /// Creates a bar.
  public init(total: Int, offset: Int, visible: Int) {
    self.total = max(0, total)
    self.visible = visible.clamped(to: 0...self.total)
    self.offset = offset.clamped(to: 0...(self.total - self.visible))
  }

  /// Whether not everything is visible.
  public var isNeeded: Bool { visible < total }

  /// The rows of the thumb in a bar of some height.
  ///
  /// At least one; it touches an end of the bar only where the visible part is at that end.
  public func thumb(height: Int) -> Range<Int> {
    guard isNeeded, height > 0 else { return 0..<max(0, height) }
    let length = Self.share(visible, of: total, in: height).clamped(to: 1...max(1, height - 1))
    let (hidden, room) = (total - visible, height - length)
    var start = Self.share(offset, of: hidden, in: room)
    if room > 1, offset > 0 { start = max(1, start) }
    if room > 1, offset < hidden { start = min(room - 1, start) }
    return start..<start + length
  }

  /// Where the visible part begins when the middle of the thumb is on a row; for presses and drags.
  public func offset(at row: Int, height: Int) -> Int {
    let room = height - thumb(height: height).count
    guard isNeeded, room > 0 else { return 0 }
    let start = (row - thumb(height: height).count / 2).clamped(to: 0...room)
    return Self.share(start, of: room, in: total - visible)
  }

  /// Draws the bar in the last column of an area, if it is needed.
  ///
  /// - Returns: The rest of the area.
  /// - Complexity: O(height · log n) in the number of marks.
  public func render(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard let (rest, column) = split(area) else { return area }
    let thumb = thumb(height: area.height)
    let (thumbLine, trackLine) = (CellLine("┃", style: thumbStyle), CellLine(" ", style: trackStyle))
    for row in 0..<area.height {
      canvas.draw(thumb.contains(row) ? thumbLine : trackLine, at: Point(x: column.x, y: column.y + row), in: column)
    }
    drawMarks(into: &canvas, in: column, thumb)
    return rest
  }

  /// The column of the bar at the right of an area, and the rest of it; nil if there is none.
  fileprivate func split(_ area: Rect) -> (rest: Rect, column: Rect)? {
    guard isNeeded, area.width > 1, area.height > 0 else { return nil }
    let (rest, column) = area.split(right: 1)
    return (rest, column)
  }

  private func drawMarks(into canvas: inout Canvas, in column: Rect, _ thumb: Range<Int>) {
    guard !marks.isEmpty else { return }
    let marks = MatchPlaces(marks)
    for row in 0..<column.height where !marks.section(in: places(in: row, height: column.height)).isEmpty {
      let style = thumb.contains(row) ? thumbStyle : trackStyle
      canvas.draw(CellLine("•", style: style.overlaid(with: markStyle)), in: column.row(row))
    }
  }

  /// The positions that a row of the bar stands for.
  private func places(in row: Int, height: Int) -> Range<Int> {
    (row == 0 ? .min : first(in: row, height: height))..<(row == height - 1 ? .max : first(in: row + 1, height: height))
  }

  private func first(in row: Int, height: Int) -> Int {
    let (whole, rest) = (height - 1).dividingFullWidth(row.multipliedFullWidth(by: max(1, total - 1)))
    return rest == 0 ? whole : whole + 1
  }

  /// A part of a length, scaled to another length, without overflow.
  private static func share(_ part: Int, of whole: Int, in length: Int) -> Int {
    guard whole > 0 else { return 0 }
    let product = part.multipliedFullWidth(by: length)
    return whole.dividingFullWidth(product).quotient
  }
}

/// Where a bar was drawn last, and whether it is being dragged.
struct DraggableBar {
  private var area = Rect.zero
  private var isDragged = false

  /// Follows a bar to the last column of an area, if it is needed.
  ///
  /// - Returns: The rest of the area.
  mutating func place(_ bar: ScrollBar, in area: Rect) -> Rect {
    guard let (rest, column) = bar.split(area) else {
      self.area = .zero
      return area
    }
    self.area = column
    return rest
  }

  /// Where the visible part begins after a press on the bar, or after dragging from there; nil for an event elsewhere.
  mutating func offset(for mouse: MouseEvent, _ bar: ScrollBar) -> Int? {
    switch mouse.action {
    case .press(0): isDragged = area.contains(mouse.position)
    case .drag(0): break
    default: isDragged = false
    }
    return isDragged ? bar.offset(at: mouse.position.y - area.y, height: area.height) : nil
  }
}
