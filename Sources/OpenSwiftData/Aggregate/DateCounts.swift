import Foundation

extension ModelContext {
  /// Counts the saved rows by the interval that a date of theirs is in, in one statement, without making models.
  ///
  /// ```swift
  /// try context.fetchCounts(of: \Item.timestamp, between: [monday, tuesday])
  /// ```
  /// ```sql
  /// SELECT t0."timestamp" FROM "Item" AS t0 WHERE t0."timestamp" IS NOT NULL
  /// ```
  ///
  /// Counts the rows as they are read, which is faster than having SQLite sort them into groups.
  ///
  /// - Parameter edges: the beginnings of the intervals, ascending.
  /// - Returns: how many rows are before the first edge, then how many are from each edge to the next; nil is not counted.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if the key path names no stored attribute, `StoreError` if the store
  ///   can't be read.
  /// - Complexity: O(rows · log edges); an index of the attribute alone is read instead of the rows, if there is one and
  ///   no predicate.
  public func fetchCounts<Model: PersistentModel>(
    of date: any KeyPath<Model, Date> & Sendable, between edges: [Date], where predicate: Predicate<Model>? = nil
  ) throws -> [Int] {
    try connection.read(DateCounts<Model>(of: date, between: edges, where: predicate, store: store).read)
  }

  /// Counts the saved rows by the interval that an optional date of theirs is in.
  public func fetchCounts<Model: PersistentModel>(
    of date: any KeyPath<Model, Date?> & Sendable, between edges: [Date], where predicate: Predicate<Model>? = nil
  ) throws -> [Int] {
    try connection.read(DateCounts<Model>(of: date, between: edges, where: predicate, store: store).read)
  }
}

/// Counts rows by the interval of a date.
private struct DateCounts<Model: PersistentModel>: Sendable {
  private let results: ResultsQuery<Model>
  private let store: SQLiteStore
  private let column: String
  private let edges: [Double]

  init(
    of keyPath: any AnyKeyPath & Sendable, between edges: [Date], where predicate: Predicate<Model>?,
    store: SQLiteStore
  ) throws {
    let property = try store.table(for: Model.self).attribute(keyPath)
    column = "\(PredicateTranslator.rootAlias).\(EntityTable.column(property))"
    self.edges = edges.map(\.timeIntervalSinceReferenceDate)
    self.store = store
    results = try ResultsQuery(FetchDescriptor(predicate: predicate), section: nil, store: store)
  }

  func read(on connection: Connection) throws -> [Int] {
    try connection.withReadTransaction {
      let condition = try ResultsReader(query: results, store: store).condition(on: connection)
      let rest = condition.map { " AND (\($0.sql))" } ?? ""
      let statement = try connection.statement(
        "SELECT \(column) FROM \(results.select.source) WHERE \(column) IS NOT NULL\(rest)")
      defer { statement.reset() }
      try statement.bind(condition?.arguments ?? [])
      var counts = [Int](repeating: 0, count: edges.count + 1)
      while try statement.step() { counts[place(of: statement.real(0))] += 1 }
      return counts
    }
  }

  /// The number of edges that are not after a date.
  private func place(of date: Double) -> Int {
    var (low, high) = (0, edges.count)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] <= date { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
