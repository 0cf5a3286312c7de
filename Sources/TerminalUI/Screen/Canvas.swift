/// What views draw on: a grid of cells, and the place of the cursor.
public struct Canvas: Sendable {
  /// The cells drawn so far.
  public private(set) var buffer: CellBuffer
  /// The cell of the cursor; nil hides it.
  public var cursor: Point?
  /// Whether views must not use what they keep from earlier frames; set when drawing is checked.
  public let isFresh: Bool

  /// Creates a blank canvas.
  public init(size: Size, isFresh: Bool = false) {
    buffer = CellBuffer(size: size)
    self.isFresh = isFresh
  }

  /// The area of the whole canvas.
  public var bounds: Rect { Rect(buffer.size) }

  /// Draws a line from a point on, clipped to `area`.
  public mutating func draw(_ line: CellLine, at point: Point, in area: Rect? = nil) {
    buffer.write(line.cells, x: point.x, y: point.y, in: area ?? bounds)
  }

  /// Draws a line into the first row of an area, truncated with `…` or padded with spaces.
  public mutating func draw(_ line: CellLine, in area: Rect, style: Style = .plain) {
    guard !area.isEmpty else { return }
    buffer.write(line.fitted(to: area.width, style: style).cells, x: area.x, y: area.y, in: area)
  }

  /// Draws text into the first row of an area, truncated with `…` or padded with spaces.
  public mutating func draw(_ text: String, in area: Rect, style: Style = .plain) {
    draw(CellLine(text, style: style, limit: area.width), in: area, style: style)
  }

  /// Draws another canvas, clipped to this one; its cursor is left out.
  mutating func draw(_ canvas: Canvas, at corner: Point) { buffer.write(canvas.buffer, at: corner) }

  /// Fills an area with spaces.
  public mutating func fill(_ area: Rect, style: Style = .plain) { buffer.fill(area, style: style) }

  /// Blanks the canvas, keeping its storage.
  mutating func clear() {
    buffer.clear()
    cursor = nil
  }
}

/// A picture for a screen, with the cells that differ from the one before.
public struct Frame: Hashable, Sendable {
  /// The whole picture.
  public let buffer: CellBuffer
  /// Rows of the picture before that are moved before anything is painted.
  public let shift: RowShift?
  /// The cells that changed, apart from those that were moved.
  public let runs: [CellRun]
  /// The cell of the cursor; nil hides it.
  public let cursor: Point?
  /// Whether it replaces everything, because nothing is known about what the screen shows.
  public let isWhole: Bool

  /// Creates the frame that changes one picture into the next.
  ///
  /// - Parameter old: What the screen shows now; if nil, the frame holds every cell.
  /// - Complexity: linear in the number of cells.
  public init(_ buffer: CellBuffer, cursor: Point? = nil, since old: CellBuffer? = nil) {
    self.buffer = buffer
    self.cursor = cursor
    guard let old, old.size == buffer.size else {
      (isWhole, shift, runs) = (true, nil, buffer.everything)
      return
    }
    isWhole = false
    let changed = buffer.changedRows(since: old)
    shift = buffer.shift(of: changed, since: old)
    runs = shift.map { buffer.changes(since: old, moving: $0) } ?? buffer.changes(in: changed, since: old)
  }
}
