import Foundation

/// Aggregates as SQL: what to select, of which rows, grouped by what.
struct AggregateQuery<Model: PersistentModel>: Sendable {
  let dependencies: ResultsDependencies
  private let results: ResultsQuery<Model>
  private let columns: [String]
  private let groups: [String]
  /// The table of pairs that is looked at besides, with how it hangs together with the rows; mostly none.
  private let join: String
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
    join = ""
    results = try ResultsQuery(FetchDescriptor(predicate: predicate), section: nil, store: store)
    dependencies = results.dependencies.with(groups + used)
  }

  /// Counts the rows that lead to each row at the other end of a relationship.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if the rows at the other end say who leads to them.
  init(countingBy relation: Relation, where predicate: Predicate<Model>?, store: SQLiteStore) throws {
    let rows = PredicateTranslator.rootAlias
    switch relation.storage {
    case .foreignKey:
      groups = ["\(rows).\(EntityTable.column(relation.property))"]
      join = ""
    case .joinTable(let pairs):
      groups = ["pairs.\(pairs.targetColumn)"]
      join = " JOIN \(EntityTable.quoted(pairs.name)) AS pairs ON pairs.\(pairs.ownerColumn) = \(rows).id"
    case .inverseForeignKey:
      throw SwiftDataError.unsupportedKeyPath(
        "\(relation.owner.entityName).\(relation.property.name) leads to models that lead back to one, "
          + "so there is nothing to count."
      )
    }
    columns = ["count(*)"]
    self.store = store
    results = try ResultsQuery(FetchDescriptor(predicate: predicate), section: nil, store: store)
    dependencies = results.dependencies.with([relation.property])
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
    let condition = try condition(on: connection)
    let statement = try connection.statement(sql(condition))
    defer { statement.reset() }
    try statement.bind(condition?.arguments ?? [])
    var values: [Value] = []
    while try statement.step() { values.append(try value(AggregateColumns(statement))) }
    return values
  }

  private func sql(_ condition: SQLText?) -> String {
    let table = "\(results.select.table.name) AS \(PredicateTranslator.rootAlias)"
    var sql = "SELECT \((groups + columns).joined(separator: ", ")) FROM \(table)\(join)"
    if let condition { sql += " WHERE \(condition.sql)" }
    if groups.isEmpty { return sql }
    let terms = groups.joined(separator: ", ")
    return sql + " GROUP BY \(terms) ORDER BY \(terms)"
  }

  /// The condition of the rows; if SQL can't say it, the keys of the rows that were found in memory.
  private func condition(on connection: Connection) throws -> SQLText? {
    guard results.residual != nil else { return results.select.condition }
    let keys = try ResultsReader(query: results, store: store).content(limit: nil, on: connection).keys
    return SQLText(
      sql: "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn) IN (SELECT value FROM json_each(?1))",
      arguments: [.text(SQLiteValue.jsonList(keys.chunks.flatMap(\.keys)))])
  }
}
