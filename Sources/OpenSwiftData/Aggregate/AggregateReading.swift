import Foundation

/// A prepared query for aggregates.
struct AggregateReading<Value: Sendable>: Sendable {
  let dependencies: ResultsDependencies
  /// The SQL that tells equal aggregates; nil if memory evaluates a part of the condition.
  let identity: SQLText?
  let read: @Sendable (Connection) throws -> Value
  /// Makes what follows the changes of few rows; nil if only reading all of them tells the value.
  let makeFollowed: @Sendable () -> (any FollowedAggregate<Value>)?

  /// - Throws: `SwiftDataError` if the aggregate or the predicate is invalid.
  init<Model>(_ aggregate: Aggregate<Model, Value>, where predicate: Predicate<Model>?, store: SQLiteStore) throws {
    let table = try store.table(for: Model.self)
    let used = try [aggregate.property(in: table)].compactMap(\.self)
    let columns = aggregate.columns(used.first.map(EntityTable.column) ?? "")
    let query = try AggregateQuery(columns, groups: [], used: used, where: predicate, store: store)
    dependencies = query.dependencies
    identity = query.identity
    read = { connection in
      let values = try query.rows(on: connection) { try $0.value(aggregate, in: table) }
      guard let value = values.first else { throw SwiftDataError.unreadableValue("an aggregate without a row") }
      return value
    }
    makeFollowed = { query.reader.flatMap { aggregate.followed?($0) } }
  }

  /// - Throws: `SwiftDataError` if one of the aggregates or the predicate is invalid.
  init<Model, Key, each Item>(
    _ grouped: GroupedAggregate<Model, Key, repeat each Item>, where predicate: Predicate<Model>?, store: SQLiteStore
  ) throws where Value == [AggregateGroup<Key, repeat each Item>] {
    let table = try store.table(for: Model.self)
    let groups = try grouped.keyPaths.map { try table.attribute($0) }
    var used: [ModelProperty] = []
    var columns: [String] = []
    for aggregate in repeat each grouped.aggregates {
      let property = try aggregate.property(in: table)
      used += [property].compactMap(\.self)
      columns += aggregate.columns(property.map(EntityTable.column) ?? "")
    }
    let query = try AggregateQuery(columns, groups: groups, used: used, where: predicate, store: store)
    dependencies = query.dependencies
    identity = query.identity
    read = { connection in
      try query.rows(on: connection) { row in
        let key = try Self.key(of: grouped, groups, row)
        return AggregateGroup(key: key, values: (repeat try row.value(each grouped.aggregates, in: table)))
      }
    }
    makeFollowed = { nil }
  }

  /// The number of models that refer to each one at the other end of a relationship.
  ///
  /// - Throws: `SwiftDataError` if the key path isn't such a relationship or the predicate is invalid.
  init<Model: PersistentModel>(
    countingBy keyPath: any AnyKeyPath & Sendable, where predicate: Predicate<Model>?, store: SQLiteStore
  ) throws where Value == [PersistentIdentifier: Int] {
    let table = try store.table(for: Model.self)
    guard let property = table.properties.property(for: keyPath) as? RelationshipProperty,
      let target = store.identity(of: property.target)
    else { throw SwiftDataError.unsupportedKeyPath("\(keyPath) is not a relationship of \(Model.self).") }
    let counts = try RelationshipCounts<Model>(by: table.relations[property.ordinal], where: predicate, store: store)
    dependencies = counts.dependencies
    identity = counts.identity
    read = { counts.identified(try counts.read(on: $0), of: target) }
    makeFollowed = { counts.canBeFollowed ? FollowedRelationshipCounts(counts, of: target) : nil }
  }

  private static func key<Model, Key, each Item>(
    of grouped: GroupedAggregate<Model, Key, repeat each Item>, _ groups: [ModelProperty], _ row: AggregateColumns
  ) throws -> Key {
    let columns = try zip(groups, row.take(groups.count)).map { try $0.value(from: $1) }
    guard let key = grouped.key(columns) else { throw SwiftDataError.unreadableValue("\(columns) as \(Key.self)") }
    return key
  }
}

private struct AggregateQuery<Model: PersistentModel>: Sendable {
  let dependencies: ResultsDependencies
  private let results: ResultsQuery<Model>
  private let columns: [String]
  private let groups: [String]
  private let store: SQLiteStore

  /// - Parameters:
  ///   - columns: the SQL selected after the groups.
  ///   - used: the attributes read besides those of the groups.
  /// - Throws: `SwiftDataError` if the predicate is invalid.
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

  /// What reads the rows; nil if SQL can't express the whole condition.
  var reader: ResultsReader<Model>? { results.residual == nil ? ResultsReader(query: results, store: store) : nil }

  /// What it selects; nil if SQL can't express the whole condition.
  var identity: SQLText? {
    guard results.residual == nil else { return nil }
    return SQLText(sql: sql(results.select.matchingRows), arguments: results.select.arguments)
  }

  /// - Throws: `SwiftDataError.arithmeticOverflow` if a sum is too large; what `value` throws.
  func rows<Value>(on connection: Connection, _ value: (AggregateColumns) throws -> Value) throws -> [Value] {
    do {
      return try connection.withReadTransaction { try read(on: connection, value) }
    } catch let error as SQLiteError where error.message == AggregateFunctions.overflowMessage {
      throw SwiftDataError.arithmeticOverflow
    }
  }

  private func read<Value>(on connection: Connection, _ value: (AggregateColumns) throws -> Value) throws -> [Value] {
    let rows = try matchingRows(on: connection)
    let statement = try connection.statement(sql(rows.sql))
    defer { statement.reset() }
    try statement.bind(rows.arguments)
    var values: [Value] = []
    while try statement.step() { values.append(try value(AggregateColumns(statement))) }
    return values
  }

  /// The rows that match; if SQL can't express the predicate, by the keys of those found in memory.
  private func matchingRows(on connection: Connection) throws -> SQLText {
    guard results.residual != nil else {
      let select = try results.select.foundByText(on: connection)
      return SQLText(sql: select.matchingRows, arguments: select.arguments)
    }
    let condition = try ResultsReader(query: results, store: store).condition(on: connection)
    let filter = condition.map { " WHERE \($0.sql)" } ?? ""
    return SQLText(sql: results.select.source + filter, arguments: condition?.arguments ?? [])
  }

  /// - Parameter rows: what stands behind `FROM`.
  private func sql(_ rows: String) -> String {
    let sql = "SELECT \((groups + columns).joined(separator: ", ")) FROM \(rows)"
    if groups.isEmpty { return sql }
    let terms = groups.joined(separator: ", ")
    return sql + " GROUP BY \(terms) ORDER BY \(terms)"
  }
}

/// The columns of a row, read from left to right.
private final class AggregateColumns {
  private let row: Statement
  private var next: Int32 = 0

  init(_ row: Statement) { self.row = row }

  func take(_ count: Int) -> [SQLiteValue] {
    defer { next += Int32(count) }
    return (0..<count).map { row.value(next + Int32($0)) }
  }

  func value<Model, Value>(_ aggregate: Aggregate<Model, Value>, in table: EntityTable) throws -> Value {
    try aggregate.value(aggregate.property(in: table), take(aggregate.columns("").count))
  }
}

extension ResultsReader {
  /// The SQL condition; if SQL can't express the predicate, the keys of the rows found in memory.
  func condition(on connection: Connection) throws -> SQLText? {
    guard query.residual != nil else { return query.select.condition }
    let keys = try content(limit: nil, on: connection).keys
    return SQLText(
      sql: "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn) IN (SELECT value FROM json_each(?1))",
      arguments: [.text(SQLiteValue.jsonList(keys.all))])
  }
}
