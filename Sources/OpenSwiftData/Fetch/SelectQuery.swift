import Foundation

/// A fetch descriptor as SQL, with its arguments.
///
/// ```swift
/// FetchDescriptor<Item>(predicate: #Predicate { $0.count > 2 }, sortBy: [SortDescriptor(\.count, order: .reverse)])
/// ```
/// ```sql
/// SELECT … FROM "Item" AS t0 WHERE (t0."count" > ?1) ORDER BY t0."count" DESC, t0.id DESC
/// ```
struct SelectQuery: Sendable {
  let table: EntityTable
  private(set) var condition: SQLText?
  private(set) var order: [SortColumn]
  private var limit: Int?
  private var offset: Int?
  let columns: ColumnSelection
  /// The relationships whose models are fetched too.
  let prefetched: [RelationshipProperty]
  private(set) var fullText: FullTextPlan
  /// Whether the rows are sorted rather than read in the order of an index: where all of them are looked at.
  private var sortsRows: Bool
  private(set) var dependencies: QueryDependencies

  // MARK: - From a descriptor

  fileprivate init<Model>(
    _ descriptor: FetchDescriptor<Model>, _ table: EntityTable, _ translation: PredicateTranslator.Translation?,
    _ sortColumns: [SortColumn], isExact: Bool
  ) {
    self.table = table
    condition = Self.condition(translation?.condition, of: table)
    order = sortColumns + [Self.tieBreak(descriptor.sortBy)]
    limit = isExact ? descriptor.fetchLimit : nil
    offset = isExact ? descriptor.fetchOffset : nil
    columns = Self.columns(descriptor.propertiesToFetch, table)
    prefetched = descriptor.relationshipKeyPathsForPrefetching.compactMap {
      table.properties.property(for: $0) as? RelationshipProperty
    }
    fullText = FullTextPlan(translation)
    sortsRows = fullText.searchesAllTexts
    var dependencies = translation?.dependencies ?? QueryDependencies()
    dependencies.insert(nil, of: table.identity)
    for column in order {
      dependencies.insert(column.property, of: table.identity)
      if let expression = column.expression { dependencies.formUnion(expression.dependencies) }
    }
    self.dependencies = dependencies
  }

  /// The columns of some properties; all if empty.
  private static func columns(_ keyPaths: [AnyKeyPath], _ table: EntityTable) -> ColumnSelection {
    let wanted = Set(keyPaths.compactMap { table.properties.property(for: $0)?.slot })
    guard !wanted.isEmpty else { return table.everything }
    return ColumnSelection(table.properties.stored, subtables: table.subtables, slots: wanted)
  }

  /// Adds the condition that selects the rows of a subclass in a shared table.
  private static func condition(_ condition: SQLText?, of table: EntityTable) -> SQLText? {
    guard let classCondition = table.classCondition else { return condition }
    let conditions = [classCondition] + (condition.map { ["(\($0.sql))"] } ?? [])
    return SQLText(sql: conditions.joined(separator: " AND "), arguments: condition?.arguments ?? [])
  }

  /// The primary key keeps the order of equal rows stable; in the sort's direction, so that one index serves both.
  private static func tieBreak<Model>(_ descriptors: [SortDescriptor<Model>]) -> SortColumn {
    SortColumn(property: nil, collation: nil, isAscending: descriptors.last?.order != .reverse)
  }

  // MARK: - Variants

  /// Excludes the keys in a blob made by `SQLiteValue.sortedKeys`.
  func excluding(_ keys: SQLiteValue) -> SelectQuery {
    var query = self
    let rest = "NOT has_key(?\(arguments.count + 1), \(rootKey))"
    query.condition = SQLText(
      sql: condition.map { "(\($0.sql)) AND \(rest)" } ?? rest, arguments: arguments + [keys])
    return query
  }

  func limited(_ limit: Int?) -> SelectQuery {
    var query = self
    query.limit = limit
    return query
  }

  /// Drops limit and offset.
  func withoutPage() -> SelectQuery {
    var query = self
    (query.limit, query.offset) = (nil, nil)
    return query
  }

  /// Sorts the rows it finds rather than walk an index of the order.
  func withoutIndexedOrder() -> SelectQuery {
    var query = self
    query.sortsRows = true
    return query
  }

  /// Looks the rows up as full-text indexes list them, if these list few and it is not for a page.
  ///
  /// Without statistics SQLite expects few rows with any one value in an indexed column: for a word in open items, say,
  /// it would read all items that are open. Callers that select by `matchingRows` call this first; sections, and counts by
  /// date or relationship, do not.
  ///
  /// - Complexity: O(a small part of the rows), for finding out whether they are few.
  func foundByText(on connection: Connection) throws(SQLiteError) -> SelectQuery {
    guard limit == nil, fullText.listsAllMatches, !hasSelectiveKey,
      try fullText.listsFew(oneIn: Self.readRowsPerLookUp, on: connection)
    else { return self }
    return foundByText()
  }

  /// The same where the texts are known to be rare.
  func foundByText() -> SelectQuery {
    var query = self
    query.fullText = fullText.findingRows()
    return query
  }

  /// So many rows are read one after the other in the time of a look-up, about.
  private static let readRowsPerLookUp: Int64 = 10

  /// Whether a part of the condition may be that a row has a given unique value or belongs to another row, which few do.
  private var hasSelectiveKey: Bool {
    guard let sql = condition?.sql else { return false }
    let unique = table.properties.uniques.compactMap(\.first).map { SQL.quoted(EntityTable.columnName($0)) }
    return (foreignKeys + unique).contains { sql.contains("(\(PredicateTranslator.rootAlias).\($0) IS ?") }
  }

  /// Orders the rows by section first, so that each section's rows are adjacent; also returns the sections' order.
  ///
  /// If the order begins with the section's column, sections keep its direction and comparison; otherwise they ascend.
  func leading(with section: SectionColumn) -> (query: SelectQuery, section: SectionColumn) {
    var query = self
    query.dependencies.insert(section.property, of: table.identity)
    guard let first = order.first, first.property === section.property else {
      let leading = SortColumn(property: section.property, collation: section.collation(in: table), isAscending: true)
      query.order.insert(leading, at: 0)
      return (query, section.ordered(by: [leading]))
    }
    // By bytes, texts that Swift considers equal may be apart; that is accepted only for the sake of an index.
    if first.collation == nil, section.collation(in: table) == .swift {
      let leading = SortColumn(property: section.property, collation: .swift, isAscending: first.isAscending)
      query.order.insert(leading, at: 0)
      return (query, section.ordered(by: [leading]))
    }
    // A locale may consider texts of different sections equal.
    guard first.collation == .localized || first.collation == .localizedStandard else {
      return (query, section.ordered(by: [first]))
    }
    let second = SortColumn(property: section.property, collation: .swift, isAscending: first.isAscending)
    query.order.insert(second, at: 1)
    return (query, section.ordered(by: [first, second]))
  }

  // MARK: - SQL

  var arguments: [SQLiteValue] { condition?.arguments ?? [] }

  func sql(selecting columns: String) -> String {
    "SELECT \(columns) FROM \(matchingRows)\(orderSQL)\(limitSQL)"
  }

  /// Selects the number of results.
  var countSQL: String {
    let rows = "FROM \(matchingRows)"
    // The order makes no difference to the count.
    return limit == nil && offset == nil
      ? "SELECT count(*) \(rows)" : "SELECT count(*) FROM (SELECT 1 \(rows)\(limitSQL))"
  }

  /// The table with its alias.
  var source: String { "\(table.name) AS \(PredicateTranslator.rootAlias)" }

  /// The rows that match, behind `FROM`; `NOT INDEXED` leaves SQLite only the primary key to find them by
  /// (https://www.sqlite.org/lang_indexedby.html).
  var matchingRows: String {
    source + (fullText.findsRows ? " NOT INDEXED" : "") + (condition.map { " WHERE \($0.sql)" } ?? "")
  }

  private var rootKey: String { "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn)" }

  /// The order; a unary plus keeps SQLite from walking an index
  /// (https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_).
  var orderSQL: String {
    " ORDER BY \(ignoresIndexesForOrder ? "+" : "")\(orderTerms)"
  }

  private var orderTerms: String { order.map(\.sql).joined(separator: ", ") }

  /// Whether all rows must be read, so that scanning the table and sorting is faster.
  private var ignoresIndexesForOrder: Bool { sortsRows && limit == nil && order.first?.property != nil }

  /// SQLite requires LIMIT before OFFSET; -1 means none (https://www.sqlite.org/lang_select.html#limitoffset).
  private var limitSQL: String {
    guard limit != nil || offset != nil else { return "" }
    return " LIMIT \(limit ?? -1) OFFSET \(offset ?? 0)"
  }

  // MARK: - Keys

  /// The primary keys of the results, in order.
  func keys(on connection: Connection) throws -> [Int64] {
    let statement = try connection.statement(sql(selecting: EntityTable.keyColumn))
    defer { statement.reset() }
    try statement.bind(arguments)
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.integer(0)) }
    return keys
  }

  /// Selects the first rows in an indexed order, and whether a condition holds for each.
  ///
  /// - Complexity: O(scanLimit) whatever the size of the table, unless many rows are equal in the order.
  func firstRowsSQL(_ condition: SQLText?, scanLimit: Int) -> String {
    let columns = [EntityTable.keyColumn] + (condition.map { ["(\($0.sql))"] } ?? [])
    return "SELECT \(columns.joined(separator: ", ")) FROM \(source) ORDER BY \(orderTerms) LIMIT \(scanLimit)"
  }

  /// Selects rows by their keys, in the order of these, and whether a condition holds for each.
  ///
  /// `CROSS JOIN` keeps SQLite from another order of the loops (https://www.sqlite.org/optoverview.html#crossjoin).
  ///
  /// - Parameter keys: the parameter to which the keys are bound as a JSON array.
  func knownRowsSQL(_ condition: SQLText, keys: String) -> String {
    "SELECT \(rootKey), (\(condition.sql)) FROM json_each(\(keys)) AS known CROSS JOIN \(source) NOT INDEXED "
      + "WHERE \(rootKey) = known.value"
  }

  /// Selects the keys of all matching rows, without limit and offset.
  ///
  /// SQLite expects few rows with NULL in a column, and would sort those. If there are many, it is faster to walk the
  /// order's index and skip the other rows, listed by the column's index; that needs neither sorting nor the table.
  func allKeysSQL(on connection: Connection) throws(SQLiteError) -> String {
    guard hasIndexedOrder, let nullColumn, try isOftenNull(nullColumn, connection) else {
      return sql(selecting: EntityTable.keyColumn)
    }
    let key = EntityTable.keyColumn
    return "SELECT \(key) FROM \(source) WHERE \(rootKey) NOT IN "
      + "(SELECT \(key) FROM \(table.name) WHERE \(nullColumn) IS NOT NULL)\(orderSQL)"
  }

  private func isOftenNull(_ column: String, _ connection: Connection) throws(SQLiteError) -> Bool {
    let some = "SELECT 1 FROM \(table.name) WHERE \(column) IS NULL LIMIT ?"
    let count = try connection.integer("SELECT count(*) FROM (\(some))", [.integer(Self.fewestUnsorted)])
    return count == Self.fewestUnsorted
  }

  /// The number of rows from which walking the index is faster than sorting.
  private static let fewestUnsorted: Int64 = 10_000

  /// Whether an index has this order.
  var hasIndexedOrder: Bool {
    guard let first = order.first, !first.isKey else { return true }
    // The last one is the primary key.
    let columns = order.dropLast().compactMap(\.indexedColumn)
    guard columns.count == order.count - 1, order.allSatisfy({ $0.isAscending == first.isAscending }) else {
      return false
    }
    return columns.count == 1 ? table.hasIndex(beginningWith: columns[0]) : table.hasIndex(of: columns)
  }

  /// Whether all rows match, or all without a related row, which are assumed to be many.
  var takesMostRows: Bool { condition == nil || nullColumn != nil }

  /// The foreign key that must be NULL, if that is the whole condition; every foreign key has an index.
  private var nullColumn: String? {
    guard let condition, condition.arguments.isEmpty else { return nil }
    return foreignKeys.first { condition.sql == "(\(PredicateTranslator.rootAlias).\($0) IS NULL)" }
  }

  private var foreignKeys: [String] {
    table.relations.compactMap { relation in
      if case .foreignKey = relation.storage { EntityTable.column(relation.property) } else { nil }
    }
  }

  /// Whether the condition is that a row belongs to another one, and few do: their index finds them at once.
  ///
  /// - Complexity: O(limit).
  func findsFew(limit: Int, on connection: Connection) throws(SQLiteError) -> Bool {
    guard let condition, condition.arguments.count == 1,
      let column = foreignKeys.first(where: { condition.sql == "(\(PredicateTranslator.rootAlias).\($0) IS ?1)" })
    else { return false }
    let some = "SELECT 1 FROM \(table.name) WHERE \(column) IS ?1 LIMIT \(limit)"
    return try connection.integer("SELECT count(*) FROM (\(some))", condition.arguments) < limit
  }
}

// MARK: - Plans

/// A fetch divided between SQL and memory.
struct FetchPlan<Model: PersistentModel> {
  /// The whole fetch, or a superset of its rows without limit and offset.
  private(set) var query: SelectQuery
  /// The part done in memory; nil if SQL expresses the whole fetch.
  let residual: FetchResidual<Model>?

  /// - Parameter pending: the entities with unsaved changes; conditions across relationships to them run in memory.
  /// - Throws: `SwiftDataError.unsupportedSortDescriptor` if a descriptor has nothing to sort by.
  init(
    _ descriptor: FetchDescriptor<Model>, in store: SQLiteStore, pending: Set<EntityIdentity> = [],
    fullTextUse: FullTextUse = .trigrams
  ) throws {
    let table = try store.table(for: Model.self)
    let translation = descriptor.predicate.map { Self.translation(of: $0, table, store, pending, fullTextUse) }
    let sortColumns = try SortColumns.columns(of: descriptor.sortBy, table, in: store, pending: pending)
    residual = FetchResidual(
      descriptor, needsPredicate: translation?.isExact == false, needsOrder: sortColumns == nil)
    query = SelectQuery(descriptor, table, translation, sortColumns ?? [], isExact: residual == nil)
  }

  private static func translation(
    of predicate: Predicate<Model>, _ table: EntityTable, _ store: SQLiteStore, _ pending: Set<EntityIdentity>,
    _ fullTextUse: FullTextUse
  ) -> PredicateTranslator.Translation {
    let translate = {
      var translator = PredicateTranslator(
        table: table, tables: { try? store.table(for: $0) }, pending: pending, fullTextUse: fullTextUse)
      return translator.translate(predicate)
    }
    // Unsaved changes may leave another part to memory, so the translation isn't cached.
    return pending.isEmpty ? store.translations.translation(of: predicate, translate) : translate()
  }

  /// Excludes the keys in a blob made by `SQLiteValue.sortedKeys`.
  func excluding(_ keys: SQLiteValue) -> FetchPlan {
    var plan = self
    plan.query = query.excluding(keys)
    return plan
  }
}

/// SQL with the values of its numbered parameters.
struct SQLText: Hashable, Sendable {
  let sql: String
  let arguments: [SQLiteValue]
}
