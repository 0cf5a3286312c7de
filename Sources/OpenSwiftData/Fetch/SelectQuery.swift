import Foundation

/// A fetch descriptor as SQL: the condition, the order and the arguments.
struct SelectQuery: Sendable {
  let table: EntityTable
  var condition: SQLText?
  var order: [SortColumn]
  var limit: Int?
  var offset: Int?
  /// What is read of each row.
  let columns: ColumnSelection
  /// The relationships whose models are read along.
  let prefetched: [RelationshipProperty]
  /// Whether a full-text index narrows the rows.
  var usesFullText: Bool { !lookUps.isEmpty }
  /// The texts by which they do.
  var lookUps: [FullTextCandidates] = []
  /// Whether the texts of all rows are searched.
  var searchesAllTexts = false
  /// What condition and order look at.
  var dependencies: QueryDependencies

  /// The columns in front of the condition, and everything after it.
  func sql(selecting columns: String, extraCondition: String? = nil) -> String {
    let conditions = [condition?.sql, extraCondition].compactMap(\.self)
    var sql = "SELECT \(columns) FROM \(source)"
    if !conditions.isEmpty { sql += " WHERE \(conditions.joined(separator: " AND "))" }
    return sql + orderSQL + limitSQL
  }

  /// The fetched table under its alias.
  var source: String { "\(table.name) AS \(PredicateTranslator.rootAlias)" }

  var arguments: [SQLiteValue] { condition?.arguments ?? [] }

  /// Whether an index has the rows in this order.
  var hasIndexedOrder: Bool {
    guard let first = order.first?.property else { return true }
    return order.count == 2 && order[0].collation == nil
      && table.hasIndex(beginningWith: order[0].modelColumn ?? first.columns[0])
  }

  /// Whether all rows are looked at anyhow, so that the order of the table is the fastest and sorting comes after.
  private var ignoresIndexesForOrder: Bool { searchesAllTexts && limit == nil && order.first?.property != nil }

  /// Leaves out the rows of some keys.
  ///
  /// - Parameter keys: a blob of sorted keys.
  mutating func leaveOut(_ keys: SQLiteValue) {
    let key = "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn)"
    let rest = "NOT has_key(?\(arguments.count + 1), \(key))"
    condition = SQLText(
      sql: condition.map { "(\($0.sql)) AND \(rest)" } ?? rest, arguments: arguments + [keys])
  }

  /// The same for some rows at most; nil for all.
  func limited(_ limit: Int?) -> SelectQuery {
    var limited = self
    limited.limit = limit
    return limited
  }

  /// The order; a plus keeps an index from being walked.
  ///
  /// Source: https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
  var orderSQL: String {
    " ORDER BY \(ignoresIndexesForOrder ? "+" : "")\(orderTerms)"
  }

  var orderTerms: String { order.map(\.sql).joined(separator: ", ") }

  /// SQLite wants a LIMIT before an OFFSET; -1 is none.
  ///
  /// Source: https://www.sqlite.org/lang_select.html#limitoffset
  var limitSQL: String {
    guard limit != nil || offset != nil else { return "" }
    return " LIMIT \(limit ?? -1) OFFSET \(offset ?? 0)"
  }
}
