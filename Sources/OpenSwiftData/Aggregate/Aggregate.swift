import Foundation

/// One number about many rows, computed by the store without making models: a count, a sum, an average, an extreme.
///
/// ```swift
/// try context.fetchAggregate(.sum(\Item.amount), where: #Predicate { $0.isDone })
/// ```
/// ```sql
/// SELECT sum("amount"), count("amount") FROM "Item" AS t0 WHERE t0."isDone"
/// ```
///
/// Only saved rows count; nil values are ignored.
public struct Aggregate<Model: PersistentModel, Value: Sendable>: Sendable {
  /// Nil for aggregates of whole rows.
  private let keyPath: (any AnyKeyPath & Sendable)?
  /// Whether the attribute must have an order in SQL.
  private let needsOrder: Bool
  /// The selected SQL expressions.
  let columns: @Sendable (_ column: String) -> [String]
  let value: @Sendable (_ property: ModelProperty?, _ columns: [SQLiteValue]) throws -> Value
  /// What follows the changes of few rows; nil if the aggregate is always computed from all.
  let followed: (@Sendable (ResultsReader<Model>) -> any FollowedAggregate<Value>)?

  private init(
    _ keyPath: (any AnyKeyPath & Sendable)?, needsOrder: Bool = false,
    columns: @escaping @Sendable (_ column: String) -> [String],
    value: @escaping @Sendable (_ property: ModelProperty?, _ columns: [SQLiteValue]) throws -> Value,
    followed: (@Sendable (ResultsReader<Model>) -> any FollowedAggregate<Value>)? = nil
  ) {
    self.keyPath = keyPath
    self.needsOrder = needsOrder
    self.columns = columns
    self.value = value
    self.followed = followed
  }

  /// The stored attribute; nil for aggregates of whole rows.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if it isn't a stored attribute, or lacks a required order.
  func property(in table: EntityTable) throws -> ModelProperty? {
    guard let keyPath else { return nil }
    let property = try table.attribute(keyPath)
    guard !needsOrder || property.sqlKind.isOrdered else {
      throw SwiftDataError.unsupportedKeyPath(
        "\(table.properties.entityName).\(property.name) has no order in the store.")
    }
    return property
  }
}

extension Aggregate where Value == Int {
  /// Counts the rows: `count(*)`.
  public static var count: Aggregate { counting(nil, followed: { FollowedCount($0) }) { _ in "count(*)" } }

  /// Counts the rows whose value isn't nil: `count(column)`.
  public static func count<Attribute>(_ keyPath: any KeyPath<Model, Attribute> & Sendable) -> Aggregate {
    counting(keyPath) { "count(\($0))" }
  }

  /// Counts the distinct values other than nil: `count(DISTINCT column)`.
  public static func count<Attribute>(distinct keyPath: any KeyPath<Model, Attribute> & Sendable) -> Aggregate {
    counting(keyPath) { "count(DISTINCT \($0))" }
  }

  private static func counting(
    _ keyPath: (any AnyKeyPath & Sendable)?,
    followed: (@Sendable (ResultsReader<Model>) -> any FollowedAggregate<Int>)? = nil,
    _ sql: @escaping @Sendable (_ column: String) -> String
  ) -> Aggregate {
    Aggregate(
      keyPath, columns: { [sql($0)] }, value: { _, columns in try Int._read(ColumnReader(columns[0])) },
      followed: followed)
  }
}

// MARK: - Sums and averages

extension Aggregate {
  /// Adds up an attribute, decimals exactly: `sum(column)`; zero without rows.
  ///
  /// A sum too large for its type throws `SwiftDataError.arithmeticOverflow`.
  public static func sum<Number: SummableValue>(
    _ keyPath: any KeyPath<Model, Number> & Sendable
  ) -> Aggregate where Value == Number.Sum {
    sum(of: Number.self, keyPath)
  }

  /// Adds up an optional attribute: `sum(column)`; zero without values.
  public static func sum<Number: SummableValue>(
    _ keyPath: any KeyPath<Model, Number?> & Sendable
  ) -> Aggregate where Value == Number.Sum {
    sum(of: Number.self, keyPath)
  }

  /// Averages an attribute: `avg(column)`; nil without rows.
  public static func average<Number: SummableValue>(
    _ keyPath: any KeyPath<Model, Number> & Sendable
  ) -> Aggregate where Value == Number.Average? {
    average(of: Number.self, keyPath)
  }

  /// Averages an optional attribute: `avg(column)`; nil without values.
  public static func average<Number: SummableValue>(
    _ keyPath: any KeyPath<Model, Number?> & Sendable
  ) -> Aggregate where Value == Number.Average? {
    average(of: Number.self, keyPath)
  }

  private static func sum<Number: SummableValue>(
    of _: Number.Type, _ keyPath: any AnyKeyPath & Sendable
  ) -> Aggregate where Value == Number.Sum {
    Aggregate(keyPath, columns: { [Number._sumSQL($0), "count(\($0))"] }) { _, columns in
      guard columns[0] == .null else { return try Number.Sum._read(ColumnReader(columns[0])) }
      return columns[1] == .integer(0) ? .zero : try notANumber()
    }
  }

  private static func average<Number: SummableValue>(
    of _: Number.Type, _ keyPath: any AnyKeyPath & Sendable
  ) -> Aggregate where Value == Number.Average? {
    Aggregate(keyPath, columns: { Number._averageSQL($0) + ["count(\($0))"] }) { _, columns in
      guard columns[0] == .null else { return try Number._average(columns.dropLast().map { ColumnReader($0) }) }
      return columns.last == .integer(0) ? nil : try notANumber()
    }
  }

  /// SQLite answers NULL for NaN: infinities cancelled each other.
  private static func notANumber<Number>() throws -> Number {
    guard let number = Double.nan as? Number else { throw SwiftDataError.arithmeticOverflow }
    return number
  }
}

// MARK: - Extremes

extension Aggregate {
  /// The smallest value of an attribute in the store's order: `min(column)`; nil without rows.
  public static func min<Attribute>(
    _ keyPath: any KeyPath<Model, Attribute> & Sendable
  ) -> Aggregate where Value == Attribute? {
    extreme("min", of: Attribute.self, keyPath)
  }

  /// The smallest value of an optional attribute: `min(column)`; nil without values.
  public static func min<Attribute>(
    _ keyPath: any KeyPath<Model, Attribute?> & Sendable
  ) -> Aggregate where Value == Attribute? {
    extreme("min", of: Attribute.self, keyPath)
  }

  /// The largest value of an attribute in the store's order: `max(column)`; nil without rows.
  public static func max<Attribute>(
    _ keyPath: any KeyPath<Model, Attribute> & Sendable
  ) -> Aggregate where Value == Attribute? {
    extreme("max", of: Attribute.self, keyPath)
  }

  /// The largest value of an optional attribute: `max(column)`; nil without values.
  public static func max<Attribute>(
    _ keyPath: any KeyPath<Model, Attribute?> & Sendable
  ) -> Aggregate where Value == Attribute? {
    extreme("max", of: Attribute.self, keyPath)
  }

  private static func extreme<Attribute>(
    _ function: String, of type: Attribute.Type, _ keyPath: any AnyKeyPath & Sendable
  ) -> Aggregate where Value == Attribute? {
    // Decimals are stored as texts, which don't sort like the numbers.
    let isDecimal = type == Decimal.self
    let name = isDecimal ? "decimal_\(function)" : function
    return Aggregate(keyPath, needsOrder: !isDecimal, columns: { ["\(name)(\($0))"] }) { property, columns in
      columns[0] == .null ? nil : try property?.value(from: columns[0]) as? Attribute
    }
  }
}

extension EntityTable {
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if the key path names no stored attribute.
  func attribute(_ keyPath: AnyKeyPath) throws -> ModelProperty {
    guard let property = properties.property(for: keyPath), property.isStored, property.holdsValue,
      property.destination == nil
    else {
      let name = properties.property(for: keyPath).map { "\(properties.entityName).\($0.name)" } ?? "\(keyPath)"
      throw SwiftDataError.unsupportedKeyPath(
        "\(name) is not an attribute of \(properties.entityName) with a column of its own.")
    }
    return property
  }
}

extension ModelContext {
  /// Computes one number about the matching saved rows in one statement, without making models.
  ///
  /// ```swift
  /// try context.fetchAggregate(.average(\Item.amount), where: #Predicate { $0.isDone })
  /// ```
  /// ```sql
  /// SELECT avg("amount"), count("amount") FROM "Item" AS t0 WHERE t0."isDone"
  /// ```
  ///
  /// Unsaved changes don't count.
  ///
  /// - Throws: `SwiftDataError.arithmeticOverflow` if a sum is too large, `SwiftDataError.unsupportedKeyPath` if a key
  ///   path names no stored attribute or one without an order, `StoreError` if the store can't be read.
  public func fetchAggregate<Model, Value>(
    _ aggregate: Aggregate<Model, Value>, where predicate: Predicate<Model>? = nil
  ) throws -> Value {
    try connection.read(AggregateReading(aggregate, where: predicate, store: store).read)
  }

  /// Counts the saved rows that refer to each model at the other end of a relationship, in one statement.
  ///
  /// ```swift
  /// try context.fetchCounts(by: \Item.list)
  /// ```
  /// ```sql
  /// SELECT t0.id, t0."list" FROM "Item" AS t0 WHERE t0."list" IS NOT NULL
  /// ```
  ///
  /// Counts the rows as they are read, which is faster than having SQLite sort them into groups. Models without rows
  /// are not in the result.
  ///
  /// - Parameter relationship: a to-one or many-to-many relationship.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for any other key path, `StoreError` if the store can't be read.
  public func fetchCounts<Model: PersistentModel, Target>(
    by relationship: any KeyPath<Model, Target> & Sendable, where predicate: Predicate<Model>? = nil
  ) throws -> [PersistentIdentifier: Int] {
    try connection.read(AggregateReading(countingBy: relationship, where: predicate, store: store).read)
  }

  /// Computes numbers about the saved rows of each group in one statement, in the order of the groups' values.
  ///
  /// ```swift
  /// try context.fetch(GroupedAggregate(by: \Item.status, .count), where: #Predicate { !$0.isDone })
  /// ```
  /// ```sql
  /// SELECT "status", count(*) FROM "Item" AS t0 WHERE (NOT t0."isDone") GROUP BY "status" ORDER BY "status"
  /// ```
  ///
  /// - Throws: as `fetchAggregate(_:where:)`.
  public func fetch<Model, Key, each Value>(
    _ grouped: GroupedAggregate<Model, Key, repeat each Value>, where predicate: Predicate<Model>? = nil
  ) throws -> [AggregateGroup<Key, repeat each Value>] {
    try connection.read(AggregateReading(grouped, where: predicate, store: store).read)
  }
}
