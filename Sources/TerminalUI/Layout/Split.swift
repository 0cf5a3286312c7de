/// Two panes with a divider between them: a list and its detail, or a sidebar and the rest.
///
/// Where there is no room for both, the one with the focus is shown alone.
public struct Split: Hashable, Sendable {
  /// One of the panes.
  public enum Pane: Hashable, Sendable {
    /// The one at the left, or above.
    case first
    /// The one at the right, or below.
    case second
  }

  /// How the panes are arranged.
  public enum Arrangement: Hashable, Sendable {
    /// One beside the other.
    case beside
    /// One below the other.
    case below
    /// Beside each other if there is room, otherwise one below the other.
    case adaptive
  }

  /// How the space is divided, as far as the minimum of both panes allows.
  public enum Extent: Hashable, Sendable {
    /// The first pane's share of the space, from 0 to 1.
    case share(Double)
    /// The first pane's columns or rows; for a sidebar at the left.
    case first(Int)
    /// The second pane's columns or rows.
    case second(Int)
  }

  /// How the panes are arranged.
  public var arrangement: Arrangement
  /// How the space is divided.
  public var extent: Extent
  /// The smallest size of the first pane when both are shown.
  public var minimumFirst: Size
  /// The smallest size of the second pane when both are shown.
  public var minimumSecond: Size
  /// The pane with the focus.
  public var focus = Pane.first
  /// The style of the divider.
  public var style = Style.dim

  /// Where the panes were drawn last.
  private var shown: SplitLayout?
  private var divider: DrawnDivider?
  private var isDragging = false

  /// Creates a split.
  public init(
    _ arrangement: Arrangement = .adaptive, extent: Extent = .share(0.5), minimumFirst: Size, minimumSecond: Size
  ) {
    self.arrangement = arrangement
    self.extent = extent
    self.minimumFirst = minimumFirst
    self.minimumSecond = minimumSecond
  }

  /// Draws the divider.
  ///
  /// - Returns: Where to draw the panes.
  public mutating func render(into canvas: inout Canvas, in area: Rect) -> SplitLayout {
    let layout = layout(in: area)
    shown = layout
    let line = dividerLine(layout)
    for row in 0..<layout.divider.height { canvas.draw(line, in: layout.divider.row(row)) }
    return layout
  }

  /// One row of the divider, kept until it is another one.
  private mutating func dividerLine(_ layout: SplitLayout) -> CellLine {
    let glyph = layout.divider.width == 1 && isBeside(layout) ? "│" : "─"
    let wanted = DividerRow(glyph: glyph, width: layout.divider.width, style: style, generation: CellLine.generation)
    if let divider, divider.row == wanted { return divider.line }
    let line = CellLine(String(repeating: glyph, count: wanted.width), style: style)
    divider = DrawnDivider(row: wanted, line: line)
    return line
  }

  private func isBeside(_ layout: SplitLayout) -> Bool { layout.first.rows == layout.second.rows }
}

/// A row of the divider as it was drawn last.
private struct DrawnDivider: Hashable, Sendable {
  let row: DividerRow
  let line: CellLine
}

/// What a row of the divider depends on.
private struct DividerRow: Hashable, Sendable {
  let glyph: String
  let width: Int
  let style: Style
  let generation: Int
}

/// The areas of the panes of a ``Split``; that of a pane that is not shown is empty.
public struct SplitLayout: Hashable, Sendable {
  /// The pane at the left, or above.
  public let first: Rect
  /// The pane at the right, or below.
  public let second: Rect
  /// The divider between them.
  public let divider: Rect

  /// The area of a pane.
  public func area(of pane: Split.Pane) -> Rect { pane == .first ? first : second }
}

// MARK: - Layout

extension Split {
  /// The areas of the panes in an area.
  public func layout(in area: Rect) -> SplitLayout {
    switch arrangement {
    case .beside where fitsBeside(area): beside(area)
    case .below where fitsBelow(area): below(area)
    case .adaptive where fitsBeside(area): beside(area)
    case .adaptive where fitsBelow(area): below(area)
    default: alone(area)
    }
  }

  private func fitsBeside(_ area: Rect) -> Bool {
    minimumFirst.width + 1 + minimumSecond.width <= area.width
      && max(minimumFirst.height, minimumSecond.height) <= area.height
  }

  private func fitsBelow(_ area: Rect) -> Bool {
    minimumFirst.height + 1 + minimumSecond.height <= area.height
      && max(minimumFirst.width, minimumSecond.width) <= area.width
  }

  private func beside(_ area: Rect) -> SplitLayout {
    let length = first(of: area.width - 1, minimumFirst.width, minimumSecond.width)
    let (first, rest) = area.split(left: length)
    let (divider, second) = rest.split(left: 1)
    return SplitLayout(first: first, second: second, divider: divider)
  }

  private func below(_ area: Rect) -> SplitLayout {
    let length = first(of: area.height - 1, minimumFirst.height, minimumSecond.height)
    let (first, rest) = area.split(top: length)
    let (divider, second) = rest.split(top: 1)
    return SplitLayout(first: first, second: second, divider: divider)
  }

  private func alone(_ area: Rect) -> SplitLayout {
    SplitLayout(first: focus == .first ? area : .zero, second: focus == .second ? area : .zero, divider: .zero)
  }

  /// The length of the first pane, of a length that is enough for both.
  private func first(of length: Int, _ minimum: Int, _ minimumOfSecond: Int) -> Int {
    let wanted =
      switch extent {
      case .share(let share): share > 0 ? Int((Double(length) * min(share, 1)).rounded()) : 0
      case .first(let first): first
      case .second(let second): length - second.clamped(to: 0...length)
      }
    return wanted.clamped(to: minimum...(length - minimumOfSecond))
  }
}

// MARK: - Keys and the mouse

extension Split {
  /// Moves the focus to the other pane by Tab or Shift-Tab; where only one has room, the other one is shown.
  ///
  /// - Returns: Whether the key was one of these.
  public mutating func handle(_ key: Key) -> Bool {
    guard key == Key(.tab) || key == "S-Tab" else { return false }
    focus = focus == .first ? .second : .first
    return true
  }

  /// Moves the divider by dragging, and the focus to a pane that is pressed.
  ///
  /// - Returns: Whether the event was the divider's; a press on a pane is the pane's too.
  public mutating func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .press(0):
      isDragging = shown?.divider.contains(mouse.position) == true
      if let pane = pane(at: mouse.position) { focus = pane }
    case .drag(0): if isDragging { drag(to: mouse.position) }
    default: isDragging = false
    }
    return isDragging
  }

  /// The pane at a point of the last frame.
  public func pane(at point: Point) -> Pane? {
    if shown?.first.contains(point) == true { return .first }
    return shown?.second.contains(point) == true ? .second : nil
  }

  private mutating func drag(to point: Point) {
    guard let shown else { return }
    let length = isBeside(shown) ? point.x - shown.first.x : point.y - shown.first.y
    let whole = isBeside(shown) ? shown.first.width + shown.second.width : shown.first.height + shown.second.height
    extent =
      switch extent {
      case .share: .share(Double(length) / Double(max(1, whole)))
      case .first: .first(max(0, length))
      case .second: .second(max(0, whole - length))
      }
  }
}
