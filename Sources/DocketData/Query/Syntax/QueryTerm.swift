/// One condition of a query, and where it stands.
public struct QueryTerm: Hashable, Sendable {
  /// What is asked.
  public let condition: QueryCondition
  /// Whether the items are wanted that do not meet it.
  public let isNegated: Bool
  /// The characters of the query that say it, counted from 0.
  public let range: Range<Int>
}
