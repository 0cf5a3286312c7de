import Foundation

/// The query that a fetch becomes: a descriptor as SQL, with its arguments.
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
  var order: [SortColumn]
  var limit: Int?
  var offset: Int?
  /// What is read of each row.
  let columns: ColumnSelection
  /// The relationships whose models are fetched along.
  let prefetched: [RelationshipProperty]
  /// The texts by which full-text indexes narrow the rows.
  let lookUps: [FullTextCandidates]
  /// Whether the texts of all rows are searched.
  var searchesAllTexts: Bool
  /// The properties that condition and order depend on.
  var dependencies: QueryDependencies

  // MARK: - From a descriptor

  /// Translates a descriptor.
  ///
  /// - Parameters:
  ///   - pending: the entities with unsaved changes; conditions that follow a relationship to them are left to memory.
  ///   - residual: set to what SQL can't express and memory has to do; the query then returns a superset.
  ///   - fullTextUse: how full-text indexes may narrow the rows.
  /// - Throws: `SwiftDataError.unsupportedSortDescriptor` if a descriptor has nothing to sort by.
  init<Model>(
    _ descriptor: FetchDescriptor<Model>, in store: SQLiteStore, pending: Set<EntityIdentity> = [],
    fullTextUse: FullTextUse = .trigrams, residual: inout FetchResidual<Model>?
  ) throws {
    let table = try store.table(for: Model.self)
    self.table = table
    columns = Self.columns(descriptor.propertiesToFetch, table)
    prefetched = descriptor.relationshipKeyPathsForPrefetching.compactMap {
      table.properties.property(for: $0) as? RelationshipProperty
    }
    let translation = descriptor.predicate.map {
      Self.translation(of: $0, table, store, pending, fullTextUse)
    }
    condition = Self.condition(translation?.condition, of: table)
    lookUps = translation?.lookUps ?? []
    searchesAllTexts = translation?.searchesTexts ?? false && lookUps.isEmpty
    let columns = try SortColumns.columns(of: descriptor.sortBy, table)
    order = (columns ?? []) + [Self.tieBreak(descriptor.sortBy)]
    var dependencies = translation?.dependencies ?? QueryDependencies()
    dependencies.insert(nil, of: table.identity)
    for column in order { dependencies.insert(column.property, of: table.identity) }
    self.dependencies = dependencies
    residual = FetchResidual(
      descriptor, needsPredicate: translation?.isExact == false, needsOrder: columns == nil)
    limit = residual == nil ? descriptor.fetchLimit : nil
    offset = residual == nil ? descriptor.fetchOffset : nil
  }

  private static func translation<Model: PersistentModel>(
    of predicate: Predicate<Model>, _ table: EntityTable, _ store: SQLiteStore, _ pending: Set<EntityIdentity>,
    _ fullTextUse: FullTextUse
  ) -> PredicateTranslator.Translation {
    let translate = {
      var translator = PredicateTranslator(
        table: table, tables: { try? store.table(for: $0) }, pending: pending, fullTextUse: fullTextUse)
      return translator.translate(predicate)
    }
    // With unsaved changes another part may be left to memory, so the translation is not cached.
    return pending.isEmpty ? store.translations.translation(of: predicate, translate) : translate()
  }

  /// The columns of some properties; all of them if none is named.
  private static func columns(_ keyPaths: [AnyKeyPath], _ table: EntityTable) -> ColumnSelection {
    let wanted = Set(keyPaths.compactMap { table.properties.property(for: $0)?.slot })
    guard !wanted.isEmpty else { return table.everything }
    return ColumnSelection(table.properties.stored, subtables: table.subtables, slots: wanted)
  }

  /// The rows of a subclass are some of those of the table.
  private static func condition(_ condition: SQLText?, of table: EntityTable) -> SQLText? {
    guard let classCondition = table.classCondition else { return condition }
    let conditions = [classCondition] + (condition.map { ["(\($0.sql))"] } ?? [])
    return SQLText(sql: conditions.joined(separator: " AND "), arguments: condition?.arguments ?? [])
  }

  /// Equal rows keep one order, so that a list does not jump; in the direction of the sort, so that an index serves
  /// both.
  private static func tieBreak<Model>(_ descriptors: [SortDescriptor<Model>]) -> SortColumn {
    SortColumn(property: nil, collation: nil, isAscending: descriptors.last?.order != .reverse)
  }

  // MARK: - Changed queries

  /// Leaves out the rows of some keys.
  ///
  /// - Parameter keys: a blob of sorted keys.
  mutating func leaveOut(_ keys: SQLiteValue) {
    let rest = "NOT has_key(?\(arguments.count + 1), \(rootKey))"
    condition = SQLText(
      sql: condition.map { "(\($0.sql)) AND \(rest)" } ?? rest, arguments: arguments + [keys])
  }

  /// The same for some rows at most; nil for all.
  func limited(_ limit: Int?) -> SelectQuery {
    var limited = self
    limited.limit = limit
    return limited
  }

  // MARK: - SQL

  /// The values of the parameters.
  var arguments: [SQLiteValue] { condition?.arguments ?? [] }

  /// The statement.
  ///
  /// - Parameter columns: the SQL of what is selected.
  func sql(selecting columns: String) -> String {
    "SELECT \(columns) FROM \(source)\(whereSQL)\(orderSQL)\(limitSQL)"
  }

  /// A statement whose one value is the number of results.
  var countSQL: String {
    let rows = "FROM \(source)\(whereSQL)"
    // In which order they are counted makes no difference.
    return limit == nil && offset == nil
      ? "SELECT count(*) \(rows)" : "SELECT count(*) FROM (SELECT 1 \(rows)\(limitSQL))"
  }

  /// The fetched table under its alias.
  var source: String { "\(table.name) AS \(PredicateTranslator.rootAlias)" }

  private var whereSQL: String { condition.map { " WHERE \($0.sql)" } ?? "" }

  private var rootKey: String { "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn)" }

  /// The order; a plus keeps SQLite from walking an index.
  ///
  /// Source: https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
  var orderSQL: String {
    " ORDER BY \(ignoresIndexesForOrder ? "+" : "")\(orderTerms)"
  }

  private var orderTerms: String { order.map(\.sql).joined(separator: ", ") }

  /// Whether all rows are looked at anyhow, so that the order of the table is the fastest and sorting comes after.
  private var ignoresIndexesForOrder: Bool { searchesAllTexts && limit == nil && order.first?.property != nil }

  /// SQLite wants a LIMIT before an OFFSET; -1 is none.
  ///
  /// Source: https://www.sqlite.org/lang_select.html#limitoffset
  private var limitSQL: String {
    guard limit != nil || offset != nil else { return "" }
    return " LIMIT \(limit ?? -1) OFFSET \(offset ?? 0)"
  }

  // MARK: - Keys

  /// The primary keys of the results in their order.
  func keys(on connection: Connection) throws -> [Int64] {
    let statement = try connection.statement(sql(selecting: EntityTable.keyColumn))
    defer { statement.reset() }
    try statement.bind(arguments)
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.integer(0)) }
    return keys
  }

  /// The first rows in an order that an index has, and whether a condition holds for each.
  ///
  /// - Parameter reach: how many rows to look at.
  /// - Complexity: O(reach), however large the table is, unless many rows have the same position in the order.
  func firstRowsSQL(_ condition: SQLText?, reach: Int) -> String {
    let columns = [EntityTable.keyColumn] + (condition.map { ["(\($0.sql))"] } ?? [])
    return "SELECT \(columns.joined(separator: ", ")) FROM \(source) ORDER BY \(orderTerms) LIMIT \(reach)"
  }

  /// The statement for the keys of all rows that match, without limit and offset.
  ///
  /// Where a column is NULL in many rows, SQLite expects that in a few only, and sorts them. To walk the index of the
  /// order and to leave out the others, which the index of the column has together, needs no sorting and no look at the
  /// table.
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

  /// From how many rows on it is better not to sort them.
  private static let fewestUnsorted: Int64 = 10_000

  // MARK: - Properties of the plan

  /// Whether a full-text index narrows the rows.
  var usesFullText: Bool { !lookUps.isEmpty }

  /// Whether an index has the rows in this order.
  var hasIndexedOrder: Bool {
    guard let first = order.first?.property else { return true }
    return order.count == 2 && order[0].collation == nil
      && table.hasIndex(beginningWith: order[0].modelColumn ?? first.columns[0])
  }

  /// Whether all rows match, or those without a related row, which are assumed to be many.
  var takesMostRows: Bool { condition == nil || nullColumn != nil }

  /// The foreign key that has to be NULL, if that is the whole condition; each has an index.
  private var nullColumn: String? {
    guard let condition, condition.arguments.isEmpty else { return nil }
    let columns = table.relations.lazy.compactMap { relation in
      if case .foreignKey = relation.storage { EntityTable.column(relation.property) } else { nil }
    }
    return columns.first { condition.sql == "(\(PredicateTranslator.rootAlias).\($0) IS NULL)" }
  }
}

// MARK: - Parts

/// A piece of SQL with the values of its numbered parameters.
struct SQLText: Hashable, Sendable {
  let sql: String
  let arguments: [SQLiteValue]
}

/// The properties that a query depends on, by entity; a change of others moves nothing in its result.
struct QueryDependencies: Sendable {
  private(set) var properties: [EntityIdentity: Set<String>] = [:]
  /// The entities of whose rows it reads others than the fetched one.
  private(set) var others: Set<EntityIdentity> = []

  /// Whether the query depends on an entity at all.
  func concern(_ entity: EntityIdentity) -> Bool { properties[entity] != nil }

  /// Whether the query depends on one of some properties.
  func concern(_ entity: EntityIdentity, _ names: [String]) -> Bool {
    properties[entity].map { !$0.isDisjoint(with: names) } ?? false
  }

  /// Notes that the query reads rows that a relationship leads to.
  mutating func insertOther(_ entity: EntityIdentity) { others.insert(entity) }

  /// Notes that the query depends on a property of an entity; nil for the entity as such.
  mutating func insert(_ property: ModelProperty?, of entity: EntityIdentity) {
    properties[entity, default: []].formUnion(property.map { [$0.storedName] } ?? [])
  }
}
