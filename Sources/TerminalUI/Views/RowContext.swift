/// What a row has to know to draw itself.
public struct RowContext: Hashable, Sendable {
  /// The columns it has; a longer line is shortened, a shorter one filled.
  public let width: Int
  /// Whether it is the selected row.
  public let isSelected: Bool
}
