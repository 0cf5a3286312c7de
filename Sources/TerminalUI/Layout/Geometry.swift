/// A point on the screen, in cells.
public struct Point: Hashable, Sendable {
  /// The column, from 0 at the left.
  public var x: Int
  /// The row, from 0 at the top.
  public var y: Int

  /// The top left corner of the screen.
  public static let zero = Point(x: 0, y: 0)

  /// Creates a point.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in cells; never negative.
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// A size without cells.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size; a negative side becomes 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Whether it has no cells.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether another size fits into it.
  public func holds(_ other: Size) -> Bool { width >= other.width && height >= other.height }
}

/// A rectangle of cells: a half-open range of columns and one of rows.
public struct Rect: Hashable, Sendable {
  /// The columns it covers.
  public let columns: Range<Int>
  /// The rows it covers.
  public let rows: Range<Int>

  /// A rectangle without cells.
  public static let zero = Rect(columns: 0..<0, rows: 0..<0)

  /// Creates a rectangle from its columns and rows.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// Creates a rectangle from a corner and a size; a negative side becomes 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(columns: x..<x + max(0, width), rows: y..<y + max(0, height))
  }

  /// Creates the rectangle of a whole screen of this size.
  public init(_ size: Size) {
    self.init(columns: 0..<size.width, rows: 0..<size.height)
  }

  /// The left edge.
  public var x: Int { columns.lowerBound }
  /// The top edge.
  public var y: Int { rows.lowerBound }
  var corner: Point { Point(x: x, y: y) }
  /// The number of columns.
  public var width: Int { columns.count }
  /// The number of rows.
  public var height: Int { rows.count }
  /// The number of columns and rows.
  public var size: Size { Size(width: width, height: height) }
  /// Whether it has no cells.
  public var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  /// Whether a point is in it.
  public func contains(_ point: Point) -> Bool { columns.contains(point.x) && rows.contains(point.y) }

  /// The cells in both rectangles.
  public func intersection(_ other: Rect) -> Rect {
    Rect(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }
}

extension Rect {
  /// The rectangle without this many columns and rows at each side.
  public func inset(columns dx: Int, rows dy: Int) -> Rect {
    Rect(x: x + min(dx, width), y: y + min(dy, height), width: width - 2 * dx, height: height - 2 * dy)
  }

  /// The row at an index from the top; empty if there is none.
  public func row(_ index: Int) -> Rect {
    Rect(x: x, y: y + index, width: width, height: 1).intersection(self)
  }

  /// Cuts rows off the top, at most as many as there are.
  public func split(top count: Int) -> (top: Rect, rest: Rect) {
    let cut = y + count.clamped(to: 0...height)
    return (Rect(columns: columns, rows: y..<cut), Rect(columns: columns, rows: cut..<rows.upperBound))
  }

  /// Cuts rows off the bottom, at most as many as there are.
  public func split(bottom count: Int) -> (rest: Rect, bottom: Rect) {
    let (top, rest) = split(top: height - count.clamped(to: 0...height))
    return (top, rest)
  }

  /// Cuts columns off the left, at most as many as there are.
  public func split(left count: Int) -> (left: Rect, rest: Rect) {
    let cut = x + count.clamped(to: 0...width)
    return (Rect(columns: x..<cut, rows: rows), Rect(columns: cut..<columns.upperBound, rows: rows))
  }

  /// Cuts columns off the right, at most as many as there are.
  public func split(right count: Int) -> (rest: Rect, right: Rect) {
    let (left, rest) = split(left: width - count.clamped(to: 0...width))
    return (left, rest)
  }

  /// A rectangle of at most this size, centred in it.
  public func centered(_ wanted: Size) -> Rect {
    let size = Size(width: min(wanted.width, width), height: min(wanted.height, height))
    return Rect(
      x: x + (width - size.width) / 2, y: y + (height - size.height) / 2, width: size.width, height: size.height)
  }
}

extension Comparable {
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
