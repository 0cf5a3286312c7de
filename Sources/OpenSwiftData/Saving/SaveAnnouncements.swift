/// The changes that a save announces, collected while it writes.
struct SaveAnnouncements {
  private struct List: Hashable {
    let entity: EntityIdentity
    let key: Int64
    let property: String
  }

  private let store: SQLiteStore
  private let deletesByPredicate: Bool
  /// What is published and written into the history.
  private(set) var changes = ModelChanges()
  /// Those that the context has to merge like everybody else.
  private(set) var cascadedChanges = ModelChanges()
  /// The lists of other models that are already announced as changed.
  private var announcedLists: Set<List> = []
  private var limitedLists: LimitedLists

  init(_ plan: SavePlan) {
    store = plan.store
    deletesByPredicate = plan.deletesByPredicate
    limitedLists = plan.limitedLists
  }

  /// Those of a batch, which has no models.
  init(_ store: SQLiteStore) {
    self.store = store
    deletesByPredicate = false
    limitedLists = LimitedLists()
  }

  /// Adds what others did before the save.
  mutating func append(_ others: ModelChanges) {
    for run in others.runs {
      changes.append(run)
      cascadedChanges.append(run)
    }
  }

  mutating func noteInsertion(_ entity: EntityIdentity, _ key: Int64) { changes.append(.insert, entity, key) }

  mutating func noteUpdate(_ entity: EntityIdentity, _ key: Int64, _ properties: [String]) {
    changes.append(.update, entity, key, properties: properties)
  }

  /// - Parameter keys: in ascending order.
  mutating func noteUpdates(_ entity: EntityIdentity, keys: [Int64], _ properties: [String]) {
    changes.append(.update, entity, keys: keys, properties: properties)
  }

  /// - Parameters:
  ///   - keys: in ascending order.
  ///   - cascaded: those that the context has to merge like everybody else.
  mutating func noteDeletions(_ entity: EntityIdentity, keys: [Int64], cascaded: [Int64]) {
    changes.append(.delete, entity, keys: keys)
    cascadedChanges.append(.delete, entity, keys: cascaded)
  }

  /// Makes the context reread a row.
  mutating func noteCascade(
    _ kind: ModelChanges.Kind, _ entity: EntityIdentity, _ key: Int64, _ properties: [String] = []
  ) {
    cascadedChanges.append(kind, entity, key, properties: properties)
  }

  mutating func noteReread(_ run: ModelChanges.Run) { cascadedChanges.append(run) }

  /// Announces a property that was changed by a rule, or by what others saved.
  mutating func noteCascadedUpdate(_ entity: EntityIdentity, _ key: Int64, _ property: ModelProperty) {
    noteUpdate(entity, key, [property.storedName])
    noteCascade(.update, entity, key, [property.storedName])
  }

  /// Announces the lists that a row's new or changed references make longer or shorter.
  mutating func noteOwners(of model: any PersistentModel, _ table: EntityTable) {
    for relation in table.positions where relation.isWritten(of: model) {
      let record = model._$record
      if case .integer(let old)? = record.original(relation.slot) { noteList(relation, of: old) }
      if let new = record.relation(relation.property).keys.first, new > 0 { noteList(relation, of: new) }
    }
  }

  mutating func noteList(_ relation: Relation, of owner: Int64) {
    guard owner > 0, let inverse = relation.inverse,
      let entity = store.identity(of: relation.property.target),
      announcedLists.insert(List(entity: entity, key: owner, property: inverse.storedName)).inserted
    else { return }
    noteUpdate(entity, owner, [inverse.storedName])
    if inverse.memberLimits != nil, let table = try? store.table(for: relation.property.target) {
      limitedLists.note(table.relations[inverse.ordinal], of: owner)
    }
  }

  /// Announces that the list at the other end of a relationship lost rows.
  mutating func noteLoss(_ relation: Relation, of owner: Int64) {
    noteList(relation, of: owner)
    // A deletion by predicate leaves the lists in memory as they are.
    if deletesByPredicate { noteReread(relation, of: owner) }
  }

  /// Makes the context reread the list at the other end of a relationship.
  mutating func noteReread(_ relation: Relation, of owner: Int64) {
    guard let inverse = relation.inverse, let entity = store.identity(of: relation.property.target) else { return }
    noteCascade(.update, entity, owner, [inverse.storedName])
  }

  mutating func noteLimits(_ relation: Relation, of owner: Int64) { limitedLists.note(relation, of: owner) }

  /// - Throws: `SwiftDataError.relationshipCount`.
  func checkLimits(on connection: Connection) throws { try limitedLists.check(on: connection) }

  mutating func compact() { changes.compact() }
}
