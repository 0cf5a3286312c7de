/// A rectangle of cells: a half-open range of columns and one of rows.
public struct Rect: Hashable, Sendable {
  /// The columns it covers.
  public let columns: Range<Int>
  /// The rows it covers.
  public let rows: Range<Int>

  /// A rectangle without a cell.
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
  /// The number of columns.
  public var width: Int { columns.count }
  /// The number of rows.
  public var height: Int { rows.count }
  /// The number of columns and rows.
  public var size: Size { Size(width: width, height: height) }
  /// Whether there is no cell in it.
  public var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  /// Whether `point` lies in it.
  public func contains(_ point: Point) -> Bool { columns.contains(point.x) && rows.contains(point.y) }

  /// The cells that both rectangles cover.
  public func intersection(_ other: Rect) -> Rect {
    Rect(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }
}
