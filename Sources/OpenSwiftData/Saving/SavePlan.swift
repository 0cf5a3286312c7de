/// What a save is going to write: made by `SavePlanner`, carried out by `SaveWriter`.
struct SavePlan {
  /// A new model that becomes a row.
  struct Insertion {
    let model: any PersistentModel
    let table: EntityTable
    let key: Int64
    /// Whether the row has to wait for the deletion of one with the same unique values.
    let isLate: Bool
  }

  /// A new model whose unique values a row has already: it updates that row.
  struct Upsert {
    let model: any PersistentModel
    let table: EntityTable
    let key: Int64
    /// Whether the row is a late insertion of this save.
    let isLate: Bool
  }

  /// What a save does to the row of a changed model.
  struct Update {
    let model: any PersistentModel
    let table: EntityTable
    let resolution: Resolution
  }

  enum Resolution {
    /// Write these properties.
    case write([ModelProperty])
    /// Insert the row again, which others deleted.
    case insert
    /// Accept that others deleted the row: the model becomes a deleted one.
    case accept
  }

  /// Rows of a table that are deleted without models.
  struct BatchDeletion {
    let table: EntityTable
    let keys: [Int64]
    /// Whether they were found in the same transaction; else others may have deleted some meanwhile.
    let arePresent: Bool
  }

  let store: SQLiteStore
  let author: String?
  /// The transaction of the history that the save continues; nil for one of its own.
  let historyTransaction: Int64?
  let keys: SaveKeys
  let insertions: [Insertion]
  let upserts: [Upsert]
  let updates: [Update]
  let places: ListPlaces
  /// The inserted and changed models that have relationships.
  let related: [any PersistentModel]
  let limitedLists: LimitedLists
  /// The rows of models that are marked for deletion.
  let deletions: RowsToDelete
  /// The rows that are deleted by a predicate, without models.
  var batchDeletions: [BatchDeletion]
  /// Whether something was deleted by a predicate, rows of models included.
  let deletesByPredicate: Bool
  /// The changed models with the resolution `.accept`.
  let accepted: Set<ObjectIdentifier>

  /// A plan without models, for rows that are deleted without them.
  static func empty(for context: ModelContext, on connection: Connection) throws -> SavePlan {
    let keys = SaveKeys()
    return SavePlan(
      store: context.store, author: context.author,
      historyTransaction: context.connection.exclusive?.historyTransaction,
      keys: keys, insertions: [], upserts: [], updates: [],
      places: try ListPlaces(of: [], context, keys, on: connection), related: [], limitedLists: LimitedLists(),
      deletions: RowsToDelete(), batchDeletions: [], deletesByPredicate: true, accepted: [])
  }

  var hasLateInsertions: Bool { insertions.contains(where: \.isLate) }

  func writtenKey(of model: any PersistentModel, _ table: EntityTable) -> Int64 {
    keys.writtenKey(of: model._$record, table.identity)
  }

  /// The key that the target of a relationship is written under; nil for one that gets no row.
  func storedKey(of target: Int64, _ relation: Relation) -> Int64? {
    keys.storedKey(of: target, store.identity(of: relation.property.target))
  }
}

/// The keys that a running save gives to the rows of new models; shared by the columns that refer to these.
final class SaveKeys {
  private struct FormerRow: Hashable {
    let entity: EntityIdentity
    let key: Int64
  }

  private var temporary: [Int64: Int64] = [:]
  /// For models that had a row before: the keys that they are written under.
  private var former: [FormerRow: Int64] = [:]

  /// The key that replaces a temporary one; nil for a model that gets no row.
  subscript(temporary: Int64) -> Int64? { self.temporary[temporary] }

  var haveFormerRows: Bool { !former.isEmpty }

  /// The key that the save writes a model under; 0 if it has none.
  func writtenKey(of record: ModelRecord, _ entity: EntityIdentity) -> Int64 {
    guard record.key > 0 else { return temporary[record.key] ?? 0 }
    guard record.state == .inserted else { return record.key }
    return former[FormerRow(entity: entity, key: record.key)] ?? 0
  }

  /// The key that the save writes the target of a relationship under; nil for one that gets no row.
  func storedKey(of target: Int64, _ entity: @autoclosure () -> EntityIdentity?) -> Int64? {
    guard target > 0 else { return temporary[target] }
    guard haveFormerRows, let entity = entity() else { return target }
    return former[FormerRow(entity: entity, key: target)] ?? target
  }

  func assign(_ key: Int64, to record: ModelRecord, _ entity: EntityIdentity) {
    if record.key < 0 { temporary[record.key] = key }
    if record.key > 0 { former[FormerRow(entity: entity, key: record.key)] = key }
  }

  /// Starts over: new models have the key 0 until theirs is assigned.
  func reset(for inserted: [any PersistentModel]) {
    temporary.removeAll(keepingCapacity: true)
    former.removeAll()
    for model in inserted where model._$record.key < 0 { temporary[model._$record.key] = 0 }
  }
}

extension Relation {
  /// Whether a save writes the relationship of a model: it is new, or was changed.
  func isWritten(of model: any PersistentModel) -> Bool {
    model._$record.state == .inserted || model._$record.isDirty(slot)
  }
}
