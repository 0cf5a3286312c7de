/// A row that belongs to a result: its key and its place in the order.
struct ResultRow {
  let key: Int64
  let sortKey: SortKey

  /// The value of the column that leads the order.
  var leadingValue: SQLiteValue { sortKey.values.first ?? .null }
}
