import Foundation

/// Aggregates as SQL: what to select, of which rows, grouped by what.
struct AggregateQuery<Model: PersistentModel>: Sendable {
  let dependencies: ResultsDependencies
  private let results: ResultsQuery<Model>
  private let columns: [String]
  private let groups: [String]
  private let store: SQLiteStore

  /// - Parameters:
  ///   - columns: the SQL of what is selected behind the groups.
  ///   - groups: the attributes that make the groups.
  ///   - used: the attributes that are looked at besides.
  /// - Throws: `SwiftDataError` if the predicate makes no sense.
  init(
    _ columns: [String], groups: [ModelProperty], used: [ModelProperty], where predicate: Predicate<Model>?,
    store: SQLiteStore
  ) throws {
    self.columns = columns
    self.groups = groups.map(EntityTable.column)
    self.store = store
    results = try ResultsQuery(FetchDescriptor(predicate: predicate), section: nil, store: store)
    dependencies = results.dependencies.with(groups + used)
  }

  /// Reads one value for each group.
  ///
  /// - Throws: `SwiftDataError.arithmeticOverflow` if a sum is too large; what `value` throws.
  func rows<Value>(on connection: Connection, _ value: (AggregateColumns) throws -> Value) throws -> [Value] {
    do {
      return try connection.withReadTransaction { try read(on: connection, value) }
    } catch let error as SQLiteError where error.message == AggregateFunctions.overflowMessage {
      throw SwiftDataError.arithmeticOverflow
    }
  }

  private func read<Value>(on connection: Connection, _ value: (AggregateColumns) throws -> Value) throws -> [Value] {
    let condition = try ResultsReader(query: results, store: store).condition(on: connection)
    let statement = try connection.statement(sql(condition))
    defer { statement.reset() }
    try statement.bind(condition?.arguments ?? [])
    var values: [Value] = []
    while try statement.step() { values.append(try value(AggregateColumns(statement))) }
    return values
  }

  private func sql(_ condition: SQLText?) -> String {
    let table = "\(results.select.table.name) AS \(PredicateTranslator.rootAlias)"
    var sql = "SELECT \((groups + columns).joined(separator: ", ")) FROM \(table)"
    if let condition { sql += " WHERE \(condition.sql)" }
    if groups.isEmpty { return sql }
    let terms = groups.joined(separator: ", ")
    return sql + " GROUP BY \(terms) ORDER BY \(terms)"
  }
}
