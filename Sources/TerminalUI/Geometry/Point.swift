/// A place on the screen, in cells.
public struct Point: Hashable, Sendable {
  /// The column, counted from 0 at the left.
  public var x: Int
  /// The row, counted from 0 at the top.
  public var y: Int

  /// The top left corner of the screen.
  public static let zero = Point(x: 0, y: 0)

  /// Creates a point.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
