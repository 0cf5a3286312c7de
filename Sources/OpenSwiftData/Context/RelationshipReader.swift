/// What relationships lead to: reads keys and rows when they are first needed, and keeps the models alive that others
/// lead to.
///
/// A list shows the unsaved changes of its members' own ends; it is read again once they are saved or rolled back.
final class RelationshipReader {
  private let store: SQLiteStore
  private let connection: ContextConnection
  private let identityMap: IdentityMap
  private let pending: PendingChanges
  private let materializer: RowMaterializer
  private var retained = RetainedModels()
  /// The lists that were read while changes of their members waited for a save, and show them.
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

  /// Keeps a model alive for as long as another one leads to it.
  func retain(_ model: any PersistentModel) { retained.retain(model) }

  /// The model of a row that another one leads to, read if need be; nil if there is no such row.
  func target(_ key: Int64, _ table: EntityTable) -> (any PersistentModel)? {
    if let model = identityMap.model(table.identity, key) { return model }
    guard key > 0, let model = materializer.models([key], table).first else { return nil }
    retained.retain(model)
    return model
  }

  // MARK: - What a relationship leads to

  /// The models at the other end of a relationship, in order.
  ///
  /// What has to be read is read for all models that were fetched together with this one: a to-many relationship's keys
  /// in one query, the rows at the other end of a to-one relationship in one query.
  func related(to model: any PersistentModel, slot: Int) -> [any PersistentModel] {
    guard let relation = relation(of: model, slot: slot) else { return [] }
    return related(to: model, relation)
  }

  func related(to model: any PersistentModel, _ relation: Relation) -> [any PersistentModel] {
    if model._$record.relation(relation.property) == .unread { readLists(relation, around: model) }
    let keys = model._$record.relation(relation.property).keys
    guard !keys.isEmpty, let destination = try? store.table(for: relation.property.target) else { return [] }
    let found =
      relation.isToMany
      ? members(keys, destination, relation, of: model) : target(keys[0], destination, relation, of: model)
    // What is about to be deleted is no longer there, but a model that is deleted with it keeps it until the save.
    let hidesDeleted = relation.property.allowsNone && model._$record.state != .deleting
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

  /// How many members of other lists are made along with those of one.
  private static let maxMembersAlong = 500

  /// Makes the members as faults that are read together once one of them is needed, with those of the models that were
  /// fetched together with this one.
  ///
  /// Where a row may be of a subclass, the rows are read at once: a fault has to be of the row's class. So are those a
  /// deleted model leads to: nobody takes out of its list what is gone.
  private func members(
    _ keys: [Int64], _ table: EntityTable, _ relation: Relation, of owner: any PersistentModel
  ) -> [any PersistentModel] {
    guard !table.hasSubclasses, owner._$record.state != .deleted else {
      return readMembers(keys, table, relation, of: owner)
    }
    let known = keys.compactMap { identityMap.model(table.identity, $0) }
    if known.count == keys.count { return known }
    // A model that was never saved and is deleted again leaves its key behind in lists that it does not know of.
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

  /// The members that models fetched together with one have in their lists and nobody made yet, some of them if they
  /// are many.
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

  /// Reads the keys of a to-many relationship for a model and those fetched with it; no row leads to a model that has
  /// none yet, also if it gets the key of one that there was.
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
      // They stay unread until then.
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

  /// The models fetched together with one that share a relationship with it: subclasses may have another one in its
  /// place.
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

  /// A list as the unsaved changes at the other end make it; it is read again once they are saved or rolled back.
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

  /// Reads the models at the other end of a relationship.
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

  // MARK: - Lists that are read again

  /// Lets the lists be read again that show changes which wait no longer.
  func forgetOverlaidLists() {
    let lists = overlaidLists
    overlaidLists.removeAll()
    for list in lists where !list.owner._$record.isDeleted { forgetList(list.property, of: list.owner) }
  }

  /// Lets a list be read again when it is next asked for.
  func forgetList(_ property: RelationshipProperty, of model: any PersistentModel) {
    model._$record.setStoredList(nil, slot: property.slot)
    property.withMutation(of: model) { model._$record.setRelation(.unread, property) }
  }

  private static let maxKeptListCount = 256

  /// Lets go of what saved models know of their long lists.
  ///
  /// Otherwise every save of one more member would look at all of the others.
  func forgetLongLists(of models: [any PersistentModel]) {
    for model in models {
      for property in type(of: model)._$properties.relationships
      where property.isToMany && model._$record.relation(property).keys.count > Self.maxKeptListCount {
        forgetList(property, of: model)
      }
    }
  }

  /// Takes over a list that others changed, and keeps what was added and removed here.
  func mergeList(_ relation: Relation, of model: any PersistentModel, on connection: Connection) throws {
    let (record, property) = (model._$record, relation.property)
    guard record.relation(property) != .unread else { return }
    let stored = try relation.lists(of: [record.key], on: connection)[record.key] ?? []
    let here = record.relation(property).keys
    let base = record.originalList(relation.slot)
    if base != nil { record.noteStoredList(stored, slot: relation.slot) }
    let merged =
      base.map { stored.applying(from: $0, to: here) }
      ?? overlaid(stored, of: model, relation, ListOverlay(relation, owners: [record.key], pending))
    guard merged != here else { return }
    property.withMutation(of: model) { record.setRelation(.many(merged), property) }
  }

  // MARK: - Prefetching

  /// Reads what some relationships of models lead to: one query for the keys, one for the rows.
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

  // MARK: - Letting go

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

// MARK: - Unsaved changes of members

/// What the unsaved changes of a context make of the lists of a relationship, looked through once for many of its
/// owners.
private struct ListOverlay {
  /// The models whose own ends wait for a save.
  private var moved: Set<Int64> = []
  /// Where they belong then.
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

  /// An owner's list.
  ///
  /// - Parameter stored: what the store says.
  func keys(_ stored: [Int64], of owner: Int64) -> [Int64] {
    guard !moved.isEmpty else { return stored }
    let own = members[owner] ?? []
    let (known, belonging) = (Set(stored), Set(own))
    return stored.filter { !moved.contains($0) || belonging.contains($0) } + own.filter { !known.contains($0) }
  }
}
