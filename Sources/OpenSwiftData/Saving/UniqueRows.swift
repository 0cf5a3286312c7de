import Foundation

/// Finds the rows with the unique values of a save's new models, among those that it writes and those in the store.
struct UniqueRows {
  /// What becomes of a new model.
  enum Destination {
    case newRow
    /// A new row, once the one that has its unique values is deleted.
    case newRowAfterDeletion
    /// It updates the row of a key.
    case row(Int64)
  }

  private struct Constraint: Hashable {
    let table: ObjectIdentifier
    let index: Int
  }

  private let store: SQLiteStore
  /// The rows that the save writes, by their new values.
  private var written: [UniqueValues: (key: Int64, table: EntityTable)] = [:]
  /// The rows that get other unique values.
  private var changed: [EntityIdentity: Set<Int64>] = [:]
  private var deleted: [EntityIdentity: Set<Int64>] = [:]
  /// The statements that find a row by its values.
  private var lookUps: [Constraint: String] = [:]

  /// - Complexity: O(n) in the changed and deleted models, if there are new ones of an entity with unique values.
  init(
    inserted: [any PersistentModel], changed: [any PersistentModel], deleted: [any PersistentModel], _ keys: SaveKeys,
    _ context: ModelContext
  ) throws {
    let store = context.store
    self.store = store
    guard store.schema.entities.contains(where: { !$0.properties.uniqueColumns.isEmpty }) else { return }
    let entities = try Set(
      inserted.map { try store.table(for: type(of: $0)) }
        .filter { !$0.properties.uniqueColumns.isEmpty }.map(\.identity))
    guard !entities.isEmpty else { return }
    for model in changed {
      let table = try store.table(for: type(of: model))
      guard entities.contains(table.identity), table.changesUniqueValues(of: model) else { continue }
      self.changed[table.identity, default: []].insert(model._$record.key)
      add(try UniqueValues.all(of: model, table, keys), key: model._$record.key, table)
    }
    for model in deleted {
      let table = try store.table(for: type(of: model))
      if entities.contains(table.identity) { self.deleted[table.identity, default: []].insert(model._$record.key) }
    }
    for (table, keys) in context.pending.batchDeletions.all where entities.contains(table.identity) {
      self.deleted[table.identity, default: []].formUnion(keys)
    }
  }

  mutating func add(_ all: [UniqueValues], key: Int64, _ table: EntityTable) {
    for values in all { written[values] = (key, table) }
  }

  /// - Parameter all: the model's unique values.
  mutating func destination(
    of all: [UniqueValues], _ table: EntityTable, on connection: Connection
  ) throws -> Destination {
    var destination = Destination.newRow
    for values in all {
      if let row = written[values] {
        guard row.table === table else { throw SwiftDataError.uniqueValueOfOtherClass(table.properties.entityName) }
        return .row(row.key)
      }
      guard let key = try storedKey(of: values, table, connection),
        // The save may give that row other values.
        changed[values.entity]?.contains(key) != true
      else { continue }
      guard deleted[table.identity]?.contains(key) == true else {
        try check(key, is: table, connection)
        return .row(key)
      }
      destination = .newRowAfterDeletion
    }
    return destination
  }

  /// - Throws: `SwiftDataError` if the row that a new model would update is of another class.
  private func check(_ key: Int64, is table: EntityTable, _ connection: Connection) throws {
    guard let condition = table.exactClassCondition else { return }
    let count = try connection.integer(
      "SELECT count(*) FROM \(table.name) WHERE \(EntityTable.keyColumn) = ? AND \(condition)", [.integer(key)])
    guard count == 1 else { throw SwiftDataError.uniqueValueOfOtherClass(table.properties.entityName) }
  }

  private mutating func storedKey(
    of values: UniqueValues, _ table: EntityTable, _ connection: Connection
  ) throws -> Int64? {
    guard case .integer(let key) = try connection.value(lookUp(values, table), values.values) else { return nil }
    return key
  }

  private mutating func lookUp(_ values: UniqueValues, _ table: EntityTable) throws -> String {
    let constraint = Constraint(table: ObjectIdentifier(table), index: values.constraint)
    if let sql = lookUps[constraint] { return sql }
    let columns = table.properties.uniqueColumns[values.constraint].map { EntityTable.column($0.column) }
    let origin = try store.table(for: values.origin).classCondition
    let condition = (columns.map { "\($0) = ?" } + [origin].compactMap(\.self)).joined(separator: " AND ")
    let sql = "SELECT \(EntityTable.keyColumn) FROM \(table.name) WHERE \(condition)"
    lookUps[constraint] = sql
    return sql
  }
}

extension EntityTable {
  /// Whether a model has changes of unique values.
  fileprivate func changesUniqueValues(of model: any PersistentModel) -> Bool {
    properties.uniqueColumns.joined().contains { model._$record.isDirty($0.property.slot) }
  }
}

/// The values of a model for one unique constraint: what no two rows of an entity share.
struct UniqueValues {
  let entity: EntityIdentity
  /// The model type that declares the constraint.
  let origin: any PersistentModel.Type
  /// The index of the constraint among those of the entity.
  let constraint: Int
  let values: [SQLiteValue]

  /// The values for each constraint; one with a NULL among them constrains nothing, as in SQL.
  static func all(of model: any PersistentModel, _ table: EntityTable, _ keys: SaveKeys) throws -> [UniqueValues] {
    try table.properties.uniqueColumns.enumerated().compactMap { index, columns in
      let values = try columns.map { try $0.value(of: model, keys) }
      guard !values.isEmpty, !values.contains(.null) else { return nil }
      return UniqueValues(
        entity: table.identity, origin: table.properties.uniqueOrigins[index], constraint: index, values: values)
    }
  }
}

extension UniqueValues: Hashable {
  static func == (left: UniqueValues, right: UniqueValues) -> Bool {
    left.entity == right.entity && left.origin == right.origin && left.constraint == right.constraint
      && left.values.elementsEqual(right.values) { $0.isSame(as: $1) }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(entity)
    hasher.combine(ObjectIdentifier(origin))
    hasher.combine(constraint)
    hasher.combine(values)
  }
}

/// One column of a unique constraint.
struct UniqueColumn: Sendable {
  let property: ModelProperty
  /// The index among the columns of the property.
  let index: Int

  var column: ModelColumn { property.columns[index] }

  /// The value that a model has for the column; NULL for a model at the other end that has no key yet.
  func value(of model: any PersistentModel, _ keys: SaveKeys) throws -> SQLiteValue {
    let value = try property.columnValues(in: model, keys)[index]
    return property is RelationshipProperty && value == .integer(0) ? .null : value
  }
}
