/// The rows that a save writes and deletes, as far as unique values of its new models may meet theirs.
struct UniqueRows {
  /// The rows by the values that they will have.
  private(set) var rows: [UniqueValues: (key: Int64, table: EntityTable)] = [:]
  /// The rows that get other unique values.
  private var changed: [EntityIdentity: Set<Int64>] = [:]
  private var deleted: [EntityIdentity: Set<Int64>] = [:]

  /// - Complexity: O(n) in the changed and deleted models, if there are new ones of an entity with unique values.
  init(_ context: ModelContext) throws {
    guard context.store.schema.entities.contains(where: { !$0.properties.uniqueColumns.isEmpty }) else { return }
    let entities = try Set(
      context.inserted.all.map { try context.store.table(for: type(of: $0)) }
        .filter { !$0.properties.uniqueColumns.isEmpty }.map(\.identity))
    guard !entities.isEmpty else { return }
    for model in context.changed.all {
      let table = try context.store.table(for: type(of: model))
      guard entities.contains(table.identity), table.changesUniqueValues(of: model) else { continue }
      changed[table.identity, default: []].insert(model._$record.key)
      add(try UniqueValues.all(of: model, table), key: model._$record.key, table)
    }
    for model in context.deleted.all {
      let table = try context.store.table(for: type(of: model))
      if entities.contains(table.identity) { deleted[table.identity, default: []].insert(model._$record.key) }
    }
    for (table, keys) in context.batchDeletions.all where entities.contains(table.identity) {
      deleted[table.identity, default: []].formUnion(keys)
    }
  }

  /// Notes a row that the save writes.
  mutating func add(_ all: [UniqueValues], key: Int64, _ table: EntityTable) {
    for values in all { rows[values] = (key, table) }
  }

  /// Whether the save gives the row that has some values other ones.
  func leaves(_ key: Int64, _ values: UniqueValues) -> Bool {
    changed[values.entity]?.contains(key) ?? false
  }

  func isDeleted(_ key: Int64, _ table: EntityTable) -> Bool { deleted[table.identity]?.contains(key) ?? false }
}

extension EntityTable {
  /// Whether a model has changes of unique values.
  fileprivate func changesUniqueValues(of model: any PersistentModel) -> Bool {
    properties.uniqueColumns.joined().contains { model._$record.dirty.contains($0.property.slot) }
  }
}
