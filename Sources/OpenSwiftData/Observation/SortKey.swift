/// The place of a row in an order: the values of the sort columns, the primary key last.
struct SortKey {
  let values: [SQLiteValue]
  let order: [SortColumn]

  /// Whether the row comes before the other one.
  func precedes(_ other: SortKey) -> Bool {
    for (index, column) in order.enumerated() {
      let (left, right) = (values[index], other.values[index])
      if left.precedes(right, column.collation) { return column.isAscending }
      if right.precedes(left, column.collation) { return !column.isAscending }
    }
    return false
  }
}

extension SQLiteValue {
  /// SQLite's own order of values: NULL, numbers, texts by their bytes or a collation, blobs
  /// (https://www.sqlite.org/datatype3.html#comparisons).
  fileprivate func precedes(_ other: SQLiteValue, _ collation: TextCollation?) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)) where collation != nil:
      collation?.compare(left, right) == .orderedAscending
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.integer(let left), .real(let right)): Double(left) < right
    case (.real(let left), .integer(let right)): left < Double(right)
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default: storageRank < other.storageRank
    }
  }

  private var storageRank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}
