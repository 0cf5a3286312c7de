/// Reading the primary keys of a query without limit and offset.
extension SelectQuery {
  /// How many rows are looked at for the first ones of a result that is only a part of a table.
  private static let reach = 2_000

  /// The first rows, if an index hands them out without a scan or a sort; nil otherwise.
  ///
  /// They may be fewer than the limit although there are more.
  ///
  /// - Complexity: O(limit), however large the table is.
  func firstKeysSQL(limit: Int) -> String? {
    guard hasIndexedOrder else { return nil }
    let key = EntityTable.keyColumn
    if condition == nil { return "SELECT \(key) FROM \(source)\(orderSQL) LIMIT \(limit)" }
    guard let condition, let emptyColumn else { return nil }
    let columns = Set([key, emptyColumn] + order.map(\.name)).sorted().joined(separator: ", ")
    return "SELECT \(key) FROM (SELECT \(columns) FROM \(source)\(orderSQL) LIMIT \(Self.reach)) "
      + "AS \(PredicateTranslator.rootAlias) WHERE \(condition.sql)\(orderSQL) LIMIT \(limit)"
  }

  /// All rows.
  ///
  /// Where a column is empty in most rows, SQLite expects that in a few only, and sorts them. To walk the index of the
  /// order and to leave out the others, which the index of the column has together, takes no sorting and no look at the
  /// table.
  var allKeysSQL: String {
    guard hasIndexedOrder, let emptyColumn else { return sql(selecting: EntityTable.keyColumn) }
    let (key, root) = (EntityTable.keyColumn, PredicateTranslator.rootAlias)
    return "SELECT \(key) FROM \(source) WHERE \(root).\(key) NOT IN "
      + "(SELECT \(key) FROM \(table.name) WHERE \(emptyColumn) IS NOT NULL)\(orderSQL)"
  }

  /// The foreign key that has to be empty, if that is the whole condition; each has an index.
  private var emptyColumn: String? {
    guard let condition, condition.arguments.isEmpty else { return nil }
    let columns = table.relations.lazy.compactMap { relation in
      if case .foreignKey = relation.storage { EntityTable.column(relation.property) } else { nil }
    }
    return columns.first { condition.sql == "(\(PredicateTranslator.rootAlias).\($0) IS NULL)" }
  }

  /// Calls a body with the primary keys of a statement's rows.
  func forEachKey(_ sql: String, on connection: Connection, _ body: (Int64) -> Void) throws {
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    while try statement.step() { body(statement.integer(0)) }
  }
}
