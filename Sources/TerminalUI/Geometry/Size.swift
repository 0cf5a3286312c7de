/// A width and a height, in cells; never negative.
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// A size without a cell.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size; a negative side becomes 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Whether there is no cell in it.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether `other` fits into it.
  public func holds(_ other: Size) -> Bool { width >= other.width && height >= other.height }
}
