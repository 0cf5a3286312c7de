/// What views draw on: a grid, and where the cursor stands.
public struct Canvas: Sendable {
  /// The cells drawn so far.
  public private(set) var buffer: CellBuffer
  /// The cell of the cursor; nil hides it.
  public var cursor: Point?
  /// Whether views must draw anew what they keep from earlier frames; set when drawing is checked.
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

  /// Draws a line into the first row of an area: shortened with `…`, or followed by spaces.
  public mutating func draw(_ line: CellLine, in area: Rect, style: Style = .plain) {
    guard !area.isEmpty else { return }
    buffer.write(line.fitted(to: area.width, style: style).cells, x: area.x, y: area.y, in: area)
  }

  /// Draws text into the first row of an area: shortened with `…`, or followed by spaces.
  public mutating func draw(_ text: String, in area: Rect, style: Style = .plain) {
    draw(CellLine(text, style: style, limit: area.width), in: area, style: style)
  }

  /// Fills an area with spaces.
  public mutating func fill(_ area: Rect, style: Style = .plain) { buffer.fill(area, style: style) }

  /// Makes the canvas blank again, keeping its storage.
  mutating func clear() {
    buffer.clear()
    cursor = nil
  }
}
