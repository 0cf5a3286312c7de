/// One column of the order of a query.
struct SortColumn: Sendable {
  /// Nil for the primary key.
  let property: ModelProperty?
  /// The member of a composite property.
  var modelColumn: ModelColumn?
  /// How texts are ordered; nil for SQLite's own order.
  let collation: TextCollation?
  let isAscending: Bool

  /// The value that is ordered by, of a row of the fetched table under its alias.
  var column: String {
    let name = modelColumn.map(EntityTable.column) ?? property.map(EntityTable.column) ?? EntityTable.keyColumn
    return "\(PredicateTranslator.rootAlias).\(name)"
  }

  var sql: String {
    "\(column)\(collation.map { " COLLATE \($0.rawValue)" } ?? "") \(isAscending ? "ASC" : "DESC")"
  }
}
