import Foundation

/// Reads the rows of a result: all from the first on, or those of some keys.
///
/// A condition that SQL can't express is evaluated on models, in a context that exists for one read.
struct ResultsReader<Element: PersistentModel>: Sendable {
  let query: ResultsQuery<Element>
  private let store: SQLiteStore
  /// Up to how many occurrences a short text is rare.
  var rareLimit = FullTextCandidates.rareLimit
  /// How long a page may take before its first rows are delivered alone.
  ///
  /// Together with the rest of the work for a key press, they are then on the screen within a frame of 16 ms.
  var timeout = Duration.milliseconds(4)

  init(query: ResultsQuery<Element>, store: SQLiteStore) {
    self.query = query
    self.store = store
  }

  private var select: SelectQuery { query.select }

  // MARK: - From the first on

  /// Reads the result from its first row on.
  ///
  /// - Parameter limit: how many rows at most; nil for all.
  /// - Complexity: O(n).
  func content(limit: Int?, on connection: Connection) throws -> ResultsContent {
    var content = ResultsContent()
    if !query.isOrdered {
      content = try sortedContent(on: connection)
    } else if query.residual == nil, query.section == nil {
      content.keys = try keys(of: select(limit: limit, on: connection), limit: limit, on: connection)
    } else {
      content = try scannedContent(limit: limit, on: connection)
    }
    content.isExhaustive = limit.map { content.keys.count < $0 } ?? true
    return content
  }

  /// The query that finds the rows the fastest.
  private func select(limit: Int?, on connection: Connection) throws -> SelectQuery {
    if let rare = query.selectOfRare, try searchesRareTexts(on: connection) { return rare.foundByText().limited(limit) }
    return try select.limited(limit).foundByText(on: connection)
  }

  /// Whether short texts are searched, and all of them are rare.
  func searchesRareTexts(on connection: Connection) throws -> Bool {
    guard let rare = query.selectOfRare else { return false }
    // The greatest key tells at once how many rows there may be.
    let rows = try connection.integer("SELECT max(\(EntityTable.keyColumn)) FROM \(select.table.name)")
    let limit = min(rareLimit, max(Self.fewRows, rows / 2))
    return try rare.fullText.lookUps.allSatisfy { try $0.isRare(limit: limit, on: connection) }
  }

  /// How many rows are looked up in no time; beyond, a look-up takes about as long as scanning two rows.
  private static var fewRows: Int64 { 100 }

  private func keys(of select: SelectQuery, limit: Int?, on connection: Connection) throws -> OrderedKeys {
    let sql = try limit == nil ? select.allKeysSQL(on: connection) : select.sql(selecting: EntityTable.keyColumn)
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    try statement.bind(select.arguments)
    var keys = OrderedKeys.Collector()
    while try statement.step() { keys.append(statement.integer(0)) }
    return keys.collected()
  }

  private func scannedContent(limit: Int?, on connection: Connection) throws -> ResultsContent {
    let sql = (query.residual == nil ? select.limited(limit) : select).sql(selecting: columns)
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    try statement.bind(select.arguments)
    let filter = ResidualFilter(query.residual, store: store)
    var keys: [Int64] = []
    var sections = SectionRuns()
    while keys.count < limit ?? .max, try statement.step() {
      guard try filter.accepts(statement, select.table) else { continue }
      keys.append(statement.integer(0))
      try appendSection(of: statement, to: &sections)
    }
    return ResultsContent(keys: OrderedKeys(keys), sections: query.section == nil ? nil : sections)
  }

  private func appendSection(of row: Statement, to sections: inout SectionRuns) throws {
    guard let section = query.section else { return }
    let value = section.value(of: row.value(firstSortColumn(of: row)))
    if sections.append(value, of: section) { try section.check(value) }
  }

  /// The whole result, sorted in memory because SQL can't express the order.
  private func sortedContent(on connection: Connection) throws -> ResultsContent {
    let filter = ResidualFilter(query.residual, store: store, makesModels: true)
    let statement = try connection.statement(select.sql(selecting: columns))
    defer { statement.reset() }
    try statement.bind(select.arguments)
    var models: [Element] = []
    var values: [Int64: SQLiteValue] = [:]
    while try statement.step() {
      guard let model = try filter.accepted(statement, select.table) else { continue }
      models.append(model)
      values[statement.integer(0)] = statement.value(firstSortColumn(of: statement))
    }
    return try sectioned(query.descriptor.sorted(models).map { $0._$record.key }, values)
  }

  /// Divides ordered keys into sections, within which they keep their order.
  private func sectioned(_ keys: [Int64], _ values: [Int64: SQLiteValue]) throws -> ResultsContent {
    guard let section = query.section else { return ResultsContent(keys: OrderedKeys(keys)) }
    let rows = keys.enumerated().map { (value: section.value(of: values[$1] ?? .null), index: $0, key: $1) }
    let ordered = rows.sorted { left, right in
      if section.precedes(left.value, right.value) { return true }
      return left.index < right.index && !section.precedes(right.value, left.value)
    }
    var sections = SectionRuns()
    for row in ordered where sections.append(row.value, of: section) { try section.check(row.value) }
    return ResultsContent(keys: OrderedKeys(ordered.map(\.key)), sections: sections)
  }

  // MARK: - Of some keys

  /// The rows of some keys that belong to the result, in its order.
  ///
  /// - Complexity: O(k log k) for k keys.
  func rows(_ ranges: [ClosedRange<Int64>], on connection: Connection) throws -> [ResultRow] {
    let statement = try connection.statement(rowsSQL)
    let filter = ResidualFilter(query.residual, store: store)
    var rows: [ResultRow] = []
    for range in ranges { try append(range, statement, filter, to: &rows) }
    return ranges.count == 1 ? rows : rows.sorted { $0.sortKey.precedes($1.sortKey) }
  }

  private func append(
    _ range: ClosedRange<Int64>, _ statement: Statement, _ filter: ResidualFilter<Element>, to rows: inout [ResultRow]
  ) throws {
    defer { statement.reset() }
    try statement.bind(rowArguments + [.integer(range.lowerBound), .integer(range.upperBound)])
    while try statement.step() {
      guard try filter.accepts(statement, select.table) else { continue }
      rows.append(ResultRow(key: statement.integer(0), sortKey: sortKey(of: statement)))
    }
  }

  /// The statement for a range of keys.
  ///
  /// `NOT INDEXED` leaves SQLite only the primary key to find them by: https://www.sqlite.org/lang_indexedby.html
  private var rowsSQL: String {
    let first = rowArguments.count + 1
    let range = "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn) BETWEEN ?\(first) AND ?\(first + 1)"
    let condition = query.rowCondition.map { "(\($0.sql)) AND " } ?? ""
    return "SELECT \(columns) FROM \(select.source) NOT INDEXED "
      + "WHERE \(condition)\(range)\(select.orderSQL)"
  }

  private var rowArguments: [SQLiteValue] { query.rowCondition?.arguments ?? [] }

  /// The position of a key in the order; nil if there is no such row.
  func sortKey(of key: Int64, on connection: Connection) throws -> SortKey? {
    let columns = select.order.map(\.column).joined(separator: ", ")
    let statement = try connection.statement(
      "SELECT \(columns) FROM \(select.source) WHERE \(PredicateTranslator.rootAlias).\(EntityTable.keyColumn) = ?")
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    return try statement.step() ? sortKey(of: statement) : nil
  }

  /// The columns to select: the key, those that a model is made of if one is needed, then those of the order.
  private var columns: String {
    let needsModels = query.residual != nil || !query.isOrdered
    let row = needsModels ? select.table.everything.sql : EntityTable.keyColumn
    return ([row] + select.order.map(\.column)).joined(separator: ", ")
  }

  private func firstSortColumn(of row: Statement) -> Int32 { row.columnCount - Int32(select.order.count) }

  private func sortKey(of row: Statement) -> SortKey {
    let first = firstSortColumn(of: row)
    return SortKey(values: select.order.indices.map { row.value(first + Int32($0)) }, order: select.order)
  }
}

/// The part of a condition that SQL can't express, evaluated on models that are made of the rows.
private struct ResidualFilter<Element: PersistentModel> {
  private let predicate: MemoryPredicate<Element>?
  private let context: ModelContext?

  /// - Parameter makesModels: whether models are needed even if there is no predicate to evaluate.
  init(_ predicate: Predicate<Element>?, store: SQLiteStore, makesModels: Bool = false) {
    self.predicate = predicate.map { MemoryPredicate($0) }
    context = predicate != nil || makesModels ? ModelContext(store: store) : nil
  }

  /// Whether the row that a statement stands on belongs to the result.
  ///
  /// - Throws: `SwiftDataError` if the row can't be read.
  func accepts(_ row: Statement, _ table: EntityTable) throws -> Bool {
    try predicate == nil || accepted(row, table) != nil
  }

  /// The model of the row that a statement stands on, if it belongs to the result.
  ///
  /// - Throws: `SwiftDataError` if the row can't be read.
  func accepted(_ row: Statement, _ table: EntityTable) throws -> Element? {
    guard let model = try context?.materializer.model(of: row, table, table.everything) as? Element else { return nil }
    return predicate?.matches(model) != false ? model : nil
  }
}
