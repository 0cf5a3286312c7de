import Foundation

/// Something computed from the store, ready to be read once or again and again.
struct AggregateReading<Value: Sendable>: Sendable {
  let dependencies: ResultsDependencies
  let read: @Sendable (Connection) throws -> Value

  /// One aggregate.
  ///
  /// - Throws: `SwiftDataError` if the aggregate or the predicate makes no sense.
  init<Model>(_ aggregate: Aggregate<Model, Value>, where predicate: Predicate<Model>?, store: SQLiteStore) throws {
    let table = try store.table(for: Model.self)
    let used = try [aggregate.property(in: table)].compactMap(\.self)
    let columns = aggregate.columns(used.first.map(EntityTable.column) ?? "")
    let query = try AggregateQuery(columns, groups: [], used: used, where: predicate, store: store)
    dependencies = query.dependencies
    read = { connection in
      let values = try query.rows(on: connection) { try $0.value(aggregate, in: table) }
      guard let value = values.first else { throw SwiftDataError.unreadableValue("an aggregate without a row") }
      return value
    }
  }

  /// Aggregates of groups.
  ///
  /// - Throws: `SwiftDataError` if one of the aggregates or the predicate makes no sense.
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
    read = { connection in
      try query.rows(on: connection) { row in
        let key = try Self.key(of: grouped, groups, row)
        return AggregateGroup(key: key, values: (repeat try row.value(each grouped.aggregates, in: table)))
      }
    }
  }

  /// How many models lead to each one at the other end of a relationship.
  ///
  /// - Throws: `SwiftDataError` if the key path is no such relationship or the predicate makes no sense.
  init<Model: PersistentModel>(
    countingBy keyPath: any AnyKeyPath & Sendable, where predicate: Predicate<Model>?, store: SQLiteStore
  ) throws where Value == [PersistentIdentifier: Int] {
    let table = try store.table(for: Model.self)
    guard let property = table.properties.property(for: keyPath) as? RelationshipProperty,
      let target = store.identity(of: property.target)
    else { throw SwiftDataError.unsupportedKeyPath("\(keyPath) is no relationship of \(Model.self).") }
    let counts = try RelationshipCounts<Model>(by: table.relations[property.ordinal], where: predicate, store: store)
    dependencies = counts.dependencies
    read = { connection in
      let identified = try counts.read(on: connection).map { (PersistentIdentifier(entity: target, key: $0), $1) }
      return Dictionary(uniqueKeysWithValues: identified)
    }
  }

  private static func key<Model, Key, each Item>(
    of grouped: GroupedAggregate<Model, Key, repeat each Item>, _ groups: [ModelProperty], _ row: AggregateColumns
  ) throws -> Key {
    let columns = try zip(groups, row.take(groups.count)).map { try $0.value(from: $1) }
    guard let key = grouped.key(columns) else { throw SwiftDataError.unreadableValue("\(columns) as \(Key.self)") }
    return key
  }
}
