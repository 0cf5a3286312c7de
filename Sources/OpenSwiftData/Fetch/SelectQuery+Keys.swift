/// Reading the primary keys of a query without limit and offset.
extension SelectQuery {
  /// The first rows in an order that an index has, and whether a condition holds for each.
  ///
  /// - Complexity: O(reach), however large the table is, unless many rows have the same place in the order.
  func firstRowsSQL(_ condition: SQLText?, reach: Int) -> String {
    let columns = [EntityTable.keyColumn] + (condition.map { ["(\($0.sql))"] } ?? [])
    return "SELECT \(columns.joined(separator: ", ")) FROM \(source) ORDER BY \(orderTerms) LIMIT \(reach)"
  }

  /// Whether all rows are wanted, or those that lead to no other one, which are taken for many.
  var takesMostRows: Bool { condition == nil || emptyColumn != nil }

  /// From how many rows on it is better not to sort them.
  private static let fewestUnsorted: Int64 = 10_000

  /// All rows.
  ///
  /// Where a column is empty in many rows, SQLite expects that in a few only, and sorts them. To walk the index of the
  /// order and to leave out the others, which the index of the column has together, takes no sorting and no look at the
  /// table.
  func allKeysSQL(on connection: Connection) throws(SQLiteError) -> String {
    guard hasIndexedOrder, let emptyColumn, try isOftenEmpty(emptyColumn, connection) else {
      return sql(selecting: EntityTable.keyColumn)
    }
    let (key, root) = (EntityTable.keyColumn, PredicateTranslator.rootAlias)
    return "SELECT \(key) FROM \(source) WHERE \(root).\(key) NOT IN "
      + "(SELECT \(key) FROM \(table.name) WHERE \(emptyColumn) IS NOT NULL)\(orderSQL)"
  }

  private func isOftenEmpty(_ column: String, _ connection: Connection) throws(SQLiteError) -> Bool {
    let some = "SELECT 1 FROM \(table.name) WHERE \(column) IS NULL LIMIT ?"
    let count = try connection.integer("SELECT count(*) FROM (\(some))", [.integer(Self.fewestUnsorted)])
    return count == Self.fewestUnsorted
  }

  /// The foreign key that has to be empty, if that is the whole condition; each has an index.
  private var emptyColumn: String? {
    guard let condition, condition.arguments.isEmpty else { return nil }
    let columns = table.relations.lazy.compactMap { relation in
      if case .foreignKey = relation.storage { EntityTable.column(relation.property) } else { nil }
    }
    return columns.first { condition.sql == "(\(PredicateTranslator.rootAlias).\($0) IS NULL)" }
  }
}
