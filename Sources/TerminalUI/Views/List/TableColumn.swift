/// A column of a table: how wide it would like to be, and how much it matters.
public struct TableColumn: Hashable, Sendable {
  /// What stands in the header.
  public let title: String
  /// The columns of cells without which it is not shown.
  public let minimum: Int
  /// The columns of cells with which it has all it needs.
  public let ideal: Int
  /// The column with the least gives way first; of two with the same, the later one.
  public let importance: Int
  /// Where its text stands.
  public let alignment: CellLine.Alignment
  /// Whether it takes what the others do not need.
  public let stretches: Bool

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - minimum: At least 1.
  ///   - ideal: The minimum, if not given or less than that.
  public init(
    _ title: String, minimum: Int, ideal: Int? = nil, importance: Int, alignment: CellLine.Alignment = .leading,
    stretches: Bool = false
  ) {
    self.title = title
    self.minimum = max(1, minimum)
    self.ideal = max(self.minimum, ideal ?? minimum)
    self.importance = importance
    self.alignment = alignment
    self.stretches = stretches
  }
}
