/// Resolves relationships: reads keys and rows when they are first needed, and retains the models reached.
///
/// A list shows the unsaved changes of its members' own ends; it is read again once they are saved or rolled back.
final class RelationshipReader {
  private let store: SQLiteStore
  private let connection: ContextConnection
  private let identityMap: IdentityMap
  private let pending: PendingChanges
  private let materializer: RowMaterializer
  private var retained = RetainedModels()
  /// The lists that show unsaved changes of their members.
  private var overlaidLists: [(owner: any PersistentModel, property: RelationshipProperty)] = []

  init(
    _ store: SQLiteStore, _ connection: ContextConnection, _ identityMap: IdentityMap, _ pending: PendingChanges,
    _ materializer: RowMaterializer
  ) {
    self.store = store
    self.connection = connection
    self.identityMap = identityMap
    self.pending = pending
    self.materializer = materializer
  }

  func retain(_ model: any PersistentModel) { retained.retain(model) }

  /// The model of a row that another one refers to, read if need be; nil if there is no such row.
  func target(_ key: Int64, _ table: EntityTable) -> (any PersistentModel)? {
    if let model = identityMap.model(table.identity, key) { return model }
    guard key > 0, let model = materializer.models([key], table).first else { return nil }
    retained.retain(model)
    return model
  }

  // MARK: - Models of a relationship

  /// The models at the other end of a relationship, in order.
  ///
  /// One query reads the keys, or the rows at the other end, for all models that were fetched together with this one.
  func related(to model: any PersistentModel, slot: Int) -> [any PersistentModel] {
    guard let relation = relation(of: model, slot: slot) else { return [] }
    return related(to: model, relation)
  }

  func related(to model: any PersistentModel, _ relation: Relation) -> [any PersistentModel] {
    let record = model._$record
    if !record.isRead(relation.property) { readLists(relation, around: model) }
    let keys = record.relation(relation.property).keys
    guard !keys.isEmpty, let destination = try? store.table(for: relation.property.target) else { return [] }
    let found =
      relation.isToMany
      ? members(keys, destination, relation, of: model) : target(keys[0], destination, relation, of: model)
    // A model marked for deletion is hidden, except from one that is deleted with it.
    let hidesDeleted = relation.property.allowsNone && record.state != .deleting
    var isWhole = true
    for target in found {
      retained.retain(target)
      if !destination.holds(target) || hidesDeleted && target._$record.isDeleted { isWhole = false }
    }
    sweepIfDue()
    return isWhole ? found : found.filter { destination.holds($0) && !(hidesDeleted && $0._$record.isDeleted) }
  }

  func relation(of model: any PersistentModel, slot: Int) -> Relation? {
    guard let table = try? store.table(for: type(of: model)),
      let property = table.properties.all[slot] as? RelationshipProperty
    else { return nil }
    return table.relations[property.ordinal]
  }

  // MARK: - To many

  /// The most members of other lists made along with those of one.
  private static let maxMembersAlong = 500

  /// Makes the members as faults, which are read together with those of the models fetched together with this one.
  ///
  /// Where a row may be of a subclass, the rows are read at once: a fault has to be of the row's class. So are those of
  /// a deleted model, whose list may still name rows that are gone.
  private func members(
    _ keys: [Int64], _ table: EntityTable, _ relation: Relation, of owner: any PersistentModel
  ) -> [any PersistentModel] {
    guard !table.hasSubclasses, owner._$record.state != .deleted else {
      return readMembers(keys, table, relation, of: owner)
    }
    let known = keys.compactMap { identityMap.model(table.identity, $0) }
    if known.count == keys.count { return known }
    // A negative key may be left of a new model that was deleted again.
    let missing = keys.filter { $0 > 0 && identityMap.model(table.identity, $0) == nil }
    if missing.isEmpty { return known }
    let along = membersAlong(relation, of: owner, table, besides: Set(missing))
    let siblings = FetchedSiblings(missing + along)
    for key in along { retained.retain(makeModel(table, key: key, siblings)) }
    return keys.compactMap { key in
      identityMap.model(table.identity, key) ?? (key > 0 ? makeModel(table, key: key, siblings) : nil)
    }
  }

  private func makeModel(_ table: EntityTable, key: Int64, _ siblings: FetchedSiblings) -> any PersistentModel {
    let model = materializer.makeModel(table, key: key)
    model._$record.join(siblings)
    return model
  }

  /// The unmade members in the lists of models fetched together with one, up to a limit.
  private func membersAlong(
    _ relation: Relation, of owner: any PersistentModel, _ table: EntityTable, besides: Set<Int64>
  ) -> [Int64] {
    guard besides.count < Self.maxMembersAlong, let owners = try? store.table(for: type(of: owner)) else { return [] }
    var seen = besides
    var along: [Int64] = []
    for sibling in siblings(of: owner, owners, sharing: relation) where along.count < Self.maxMembersAlong {
      for key in sibling._$record.relation(relation.property).keys.prefix(Self.maxMembersAlong)
      where key > 0 && seen.insert(key).inserted && identityMap.model(table.identity, key) == nil {
        along.append(key)
      }
    }
    return along
  }

  private func readMembers(
    _ keys: [Int64], _ table: EntityTable, _ relation: Relation, of owner: any PersistentModel
  ) -> [any PersistentModel] {
    let missing = keys.filter { $0 > 0 && identityMap.model(table.identity, $0) == nil }
    let read = farEnds(missing, table, relation, of: owner)
    return withExtendedLifetime(read) { keys.compactMap { identityMap.model(table.identity, $0) } }
  }

  /// Reads the keys of a to-many relationship for a model and those fetched with it; a model without a row has none.
  private func readLists(_ relation: Relation, around model: any PersistentModel) {
    let record = model._$record
    guard record.key > 0, record.state != .inserted, let table = try? store.table(for: type(of: model)) else {
      return record.setRelation(relation.isToMany ? .many([]) : .one(0), relation.property)
    }
    readLists(relation, of: siblings(of: model, table, sharing: relation))
  }

  /// Reads the keys of a to-many relationship for the models that do not know them yet.
  func readLists(_ relation: Relation, of models: [any PersistentModel]) {
    let owners = models.filter { $0._$record.relation(relation.property) == .unread }
    let keys = owners.map { $0._$record.key }
    let lists: [Int64: [Int64]]
    do {
      lists = try connection.read { try relation.lists(of: keys, on: $0) }
    } catch {
      return materializer.noteUnreadable(owners, relation.property, error)
    }
    let overlay = relation.isToMany ? ListOverlay(relation, owners: Set(keys), pending) : nil
    for owner in owners {
      let key = owner._$record.key
      let keys = lists[key] ?? []
      let state = overlay.map { .many(overlaid(keys, of: owner, relation, $0)) } ?? RelationState.one(keys.first ?? 0)
      owner._$record.setRelation(state, relation.property)
    }
  }

  /// The models fetched together with one that share a relationship with it: other subclasses may not have it.
  private func siblings(
    of model: any PersistentModel, _ table: EntityTable, sharing relation: Relation
  ) -> [any PersistentModel] {
    let siblings = materializer.siblings(of: model, table)
    guard table.hierarchy.hasSubentities else { return siblings }
    return siblings.filter { sibling in
      let relations = (try? store.table(for: type(of: sibling)))?.relations ?? []
      let place = relation.property.ordinal
      return place < relations.count && relations[place].property === relation.property
    }
  }

  /// A list with the unsaved changes at the other end.
  private func overlaid(
    _ stored: [Int64], of owner: any PersistentModel, _ relation: Relation, _ overlay: ListOverlay
  ) -> [Int64] {
    let keys = overlay.keys(stored, of: owner._$record.key)
    let slot = relation.slot
    if keys != stored {
      owner._$record.setStoredList(stored, slot: slot)
      overlaidLists.append((owner, relation.property))
    } else if owner._$record.storedList(slot) != nil {
      owner._$record.setStoredList(nil, slot: slot)
    }
    return keys
  }

  // MARK: - To one

  private func target(
    _ key: Int64, _ table: EntityTable, _ relation: Relation, of model: any PersistentModel
  ) -> [any PersistentModel] {
    if let target = identityMap.model(table.identity, key) { return [target] }
    let owners = (try? store.table(for: type(of: model))).map { siblings(of: model, $0, sharing: relation) } ?? []
    let wanted = Set(owners.flatMap { $0._$record.relation(relation.property).keys } + [key])
      .filter { $0 > 0 && identityMap.model(table.identity, $0) == nil }
    // Retained before they are released: nothing else holds them yet.
    for target in farEnds(wanted.sorted(), table, relation, of: model) { retained.retain(target) }
    return identityMap.model(table.identity, key).map { [$0] } ?? []
  }

  private func farEnds(
    _ keys: [Int64], _ table: EntityTable, _ relation: Relation, of owner: any PersistentModel
  ) -> [any PersistentModel] {
    do {
      return try materializer.readModels(keys, table)
    } catch {
      materializer.noteUnreadable([owner], relation.property, error)
      return []
    }
  }

  // MARK: - Invalidating lists

  /// Marks the lists as unread that show changes which are saved or rolled back.
  func forgetOverlaidLists() {
    let lists = overlaidLists
    overlaidLists.removeAll()
    for list in lists where !list.owner._$record.isDeleted { forgetList(list.property, of: list.owner) }
  }

  func forgetList(_ property: RelationshipProperty, of model: any PersistentModel) {
    model._$record.setStoredList(nil, slot: property.slot)
    property.withMutation(of: model) { model._$record.setRelation(.unread, property) }
  }

  /// Longer lists are marked as unread when they change, so that one more member does not visit all others.
  private static let maxKeptListCount = 256

  /// Marks the long lists of saved models as unread.
  func forgetLongLists(of models: [any PersistentModel]) {
    for model in models {
      for property in type(of: model)._$properties.relationships
      where property.isToMany && model._$record.relation(property).keys.count > Self.maxKeptListCount {
        forgetList(property, of: model)
      }
    }
  }

  /// Merges a list that others changed with what was added and removed here.
  func mergeList(_ relation: Relation, of model: any PersistentModel, on connection: Connection) throws {
    let (record, property) = (model._$record, relation.property)
    guard record.relation(property) != .unread else { return }
    let here = record.relation(property).keys
    let base = record.originalList(relation.slot)
    guard base != nil || here.count <= Self.maxKeptListCount else { return forgetList(property, of: model) }
    let stored = try relation.lists(of: [record.key], on: connection)[record.key] ?? []
    if base != nil { record.noteStoredList(stored, slot: relation.slot) }
    let merged =
      base.map { stored.applying(from: $0, to: here) }
      ?? overlaid(stored, of: model, relation, ListOverlay(relation, owners: [record.key], pending))
    guard merged != here else { return }
    property.withMutation(of: model) { record.setRelation(.many(merged), property) }
  }

  // MARK: - Prefetching

  /// Reads the models of some relationships: one query for the keys, one for the rows.
  func prefetch(
    _ properties: [RelationshipProperty], for models: [any PersistentModel], _ table: EntityTable,
    on connection: Connection
  ) throws {
    guard !models.isEmpty else { return }
    for property in properties {
      let relation = table.relations[property.ordinal]
      if relation.isToMany { readLists(relation, of: models) }
      let destination = try store.table(for: property.target)
      let keys = Set(models.flatMap { $0._$record.relation(property).keys }).filter { isMissing($0, destination) }
      guard !keys.isEmpty else { continue }
      var targets: [any PersistentModel] = []
      try materializer.forEachRow(keys.sorted(), destination, on: connection) { row in
        let target = try materializer.model(of: row, destination, destination.everything)
        retained.retain(target)
        targets.append(target)
      }
      _ = materializer.noteSiblings(targets, destination)
    }
  }

  private func isMissing(_ key: Int64, _ table: EntityTable) -> Bool {
    key > 0 && identityMap.model(table.identity, key)?._$record.isFault ?? true
  }

  private func sweepIfDue() {
    guard retained.isSweepDue else { return }
    retained.sweep(registered: identityMap.forEach) { [store, identityMap] model in
      guard let table = try? store.table(for: type(of: model)) else { return [] }
      return table.relations.flatMap { relation -> [any PersistentModel] in
        guard let entity = store.identity(of: relation.property.target) else { return [] }
        return model._$record.relation(relation.property).keys.compactMap { identityMap.model(entity, $0) }
      }
    }
  }
}

extension [Int64] {
  /// These keys with what another list gained and lost between two moments.
  fileprivate func applying(from old: [Int64], to new: [Int64]) -> [Int64] {
    let (before, after, own) = (Set(old), Set(new), Set(self))
    return filter { !before.contains($0) || after.contains($0) }
      + new.filter { !before.contains($0) && !own.contains($0) }
  }
}

/// The unsaved changes of the lists of a relationship, collected once for many owners.
private struct ListOverlay {
  /// The models whose own ends are unsaved.
  private var moved: Set<Int64> = []
  /// Those models by their new owners.
  private var members: [Int64: [Int64]] = [:]

  /// - Parameter owners: whose lists are asked for.
  init(_ relation: Relation, owners: Set<Int64>, _ pending: PendingChanges) {
    guard !pending.isEmpty, let inverse = relation.inverse else { return }
    for model in pending.models(with: inverse) {
      let record = model._$record
      guard record.state != .saved || record.isDirty(inverse.slot) else { continue }
      moved.insert(record.key)
      guard !record.isDeleted else { continue }
      for owner in record.relation(inverse).keys where owners.contains(owner) {
        members[owner, default: []].append(record.key)
      }
    }
  }

  func keys(_ stored: [Int64], of owner: Int64) -> [Int64] {
    guard !moved.isEmpty else { return stored }
    let own = members[owner] ?? []
    let (known, belonging) = (Set(stored), Set(own))
    return stored.filter { !moved.contains($0) || belonging.contains($0) } + own.filter { !known.contains($0) }
  }
}
