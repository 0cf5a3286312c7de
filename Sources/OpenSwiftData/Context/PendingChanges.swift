import Foundation

/// The unsaved changes of a context: inserted, changed and deleted models, and rows deleted by a predicate.
///
/// A model is in one of the three sets at most.
final class PendingChanges {
  private(set) var inserted = PendingModels()
  private(set) var changed = PendingModels()
  private(set) var deleted = PendingModels()
  private(set) var batchDeletions = BatchDeletions() {
    didSet { hasBatchDeletions = !batchDeletions.isEmpty }
  }
  /// Asked for each row that is read.
  private(set) var hasBatchDeletions = false
  var appendedList = AppendedList()

  var isEmpty: Bool { inserted.isEmpty && changed.isEmpty && deleted.isEmpty && batchDeletions.isEmpty }
  var count: Int { inserted.count + changed.count + deleted.count + batchDeletions.count }

  func entities(in store: SQLiteStore) -> Set<EntityIdentity> {
    let types = inserted.types + changed.types + deleted.types
    return Set(types.compactMap { store.identity(of: $0) } + batchDeletions.entities)
  }

  /// - Complexity: O(1) in the unsaved models.
  func hasModels<Model: PersistentModel>(of type: Model.Type) -> Bool {
    !isEmpty && inserted.count(of: type) + changed.count(of: type) + deleted.count(of: type) > 0
  }

  func models(with property: ModelProperty) -> [any PersistentModel] {
    inserted.models(with: property) + changed.models(with: property) + deleted.models(with: property)
  }

  func insertInserted(_ model: any PersistentModel) { inserted.insert(model) }
  func removeInserted(_ model: any PersistentModel) { inserted.remove(model) }
  func insertChanged(_ model: any PersistentModel) { changed.insert(model) }

  func insertDeleted(_ model: any PersistentModel) {
    changed.remove(model)
    deleted.insert(model)
    model._$record.markDeleted()
  }

  func undelete(_ model: any PersistentModel) {
    deleted.remove(model)
    model._$record.unmarkDeleted()
    if model._$record.isDirty { changed.insert(model) }
  }

  func removeSaved(_ model: any PersistentModel) {
    changed.remove(model)
    deleted.remove(model)
  }

  func removeAll() {
    inserted.removeAll()
    changed.removeAll()
    deleted.removeAll()
    batchDeletions.removeAll()
  }

  /// - Parameter table: that of the root class.
  func deleteRows(_ keys: some Collection<Int64>, of table: EntityTable) { batchDeletions.insert(keys, of: table) }

  /// Marks a model just made for a row that is to be deleted.
  func markIfDeleted(_ model: any PersistentModel, _ entity: EntityIdentity, _ key: Int64) {
    guard hasBatchDeletions, batchDeletions.remove(key, of: entity) else { return }
    insertDeleted(model)
  }

  /// The keys of an entity's rows to delete, as a blob; nil if there are none.
  func sortedDeletedKeys(of entity: EntityIdentity) -> SQLiteValue? {
    batchDeletions.isEmpty ? nil : batchDeletions.sortedKeys(of: entity)
  }

  /// Whether changes of the models have to be noted before they are made.
  var isIndexed: Bool { inserted.isIndexed || changed.isIndexed }

  func noteChange(of model: any PersistentModel) {
    inserted.noteChange(of: model)
    changed.noteChange(of: model)
  }

  /// The inserted, then the changed models of a type and its subclasses that may match a predicate.
  ///
  /// - Complexity: O(k) in the models with the value that the predicate asks for, if it asks for one, and in those
  /// inserted or changed since the last call; otherwise O(n) in all of the type.
  func models<Model: PersistentModel>(mayMatch predicate: Predicate<Model>) -> [Model] {
    guard inserted.isWorthIndexing(Model.self) || changed.isWorthIndexing(Model.self),
      let equality = PendingEquality(predicate)
    else { return inserted.models(of: Model.self) + changed.models(of: Model.self) }
    return models(equality, \.inserted) + models(equality, \.changed)
  }

  private func models<Model: PersistentModel>(
    _ equality: PendingEquality<Model>, _ set: ReferenceWritableKeyPath<PendingChanges, PendingModels>
  ) -> [Model] {
    guard self[keyPath: set].isWorthIndexing(Model.self) else { return self[keyPath: set].models(of: Model.self) }
    // Reading a value may fill a fault or merge, and so change these sets; what changed is read again.
    while true {
      let unindexed = self[keyPath: set].takeUnindexed(equality)
      if unindexed.isEmpty { return self[keyPath: set].indexed(equality) }
      let values = unindexed.map { (model: $0, value: equality.value(of: $0)) }
      self[keyPath: set].index(values, equality.keyPath)
    }
  }
}

/// The rows to delete of which no model was made; making one moves the row to the models marked for deletion.
struct BatchDeletions {
  private struct Rows {
    let table: EntityTable
    var keys: Set<Int64>
    /// The keys as a blob for fetches, made when first needed.
    var sorted: SQLiteValue?
  }

  private var rows: [EntityIdentity: Rows] = [:]

  /// Whether something was deleted by a predicate since the last save or rollback.
  private(set) var wereMade = false

  var isEmpty: Bool { rows.isEmpty }
  var count: Int { rows.values.reduce(0) { $0 + $1.keys.count } }
  var entities: some Collection<EntityIdentity> { rows.keys }

  var all: [(table: EntityTable, keys: Set<Int64>)] {
    rows.sorted { $0.key.index < $1.key.index }.map { ($0.value.table, $0.value.keys) }
  }

  /// - Parameter table: that of the root class.
  mutating func insert(_ keys: some Collection<Int64>, of table: EntityTable) {
    wereMade = true
    guard !keys.isEmpty else { return }
    rows[table.identity, default: Rows(table: table, keys: [])].keys.formUnion(keys)
    rows[table.identity]?.sorted = nil
  }

  /// - Returns: whether the row was among them.
  mutating func remove(_ key: Int64, of entity: EntityIdentity) -> Bool {
    guard rows[entity]?.keys.remove(key) != nil else { return false }
    rows[entity]?.sorted = nil
    if rows[entity]?.keys.isEmpty == true { rows[entity] = nil }
    return true
  }

  /// The keys of an entity as a blob; nil if there are none.
  mutating func sortedKeys(of entity: EntityIdentity) -> SQLiteValue? {
    guard let known = rows[entity] else { return nil }
    if let sorted = known.sorted { return sorted }
    let sorted = SQLiteValue.sortedKeys(known.keys)
    rows[entity]?.sorted = sorted
    return sorted
  }

  mutating func removeAll() { self = BatchDeletions() }
}
