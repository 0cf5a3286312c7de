extension ResultsQuery {
  /// Whether another query has the same rows in exactly the opposite order.
  ///
  /// Equal rows are ordered by their keys in the direction of the last column, so that turning all columns around turns
  /// the whole result around.
  func isOpposite(of other: ResultsQuery) -> Bool {
    canBeTurned && other.canBeTurned && select.table.identity == other.select.table.identity
      && select.condition == other.select.condition && select.order.count == other.select.order.count
      && zip(select.order, other.select.order).allSatisfy { $0.isOpposite(of: $1) }
  }

  private var canBeTurned: Bool { isOrdered && residual == nil && section == nil && page.isEverything }
}

extension SortColumn {
  fileprivate func isOpposite(of other: SortColumn) -> Bool {
    column == other.column && collation == other.collation && isAscending != other.isAscending
  }
}

extension OrderedKeys {
  /// The same keys from the last one to the first.
  ///
  /// - Complexity: O(n).
  var turnedAround: OrderedKeys {
    OrderedKeys(chunks: chunks.reversed().map { Chunk(ContiguousArray($0.keys.reversed())) })
  }
}
