/// What a row has to know to draw itself.
public struct RowContext: Hashable, Sendable {
  /// The columns it has; a longer line is shortened, a shorter one filled.
  public let width: Int
  /// Whether it is the selected row.
  public let isSelected: Bool
  /// Whether it is marked; say so in text too, not by the style alone.
  public let isMarked: Bool
}
