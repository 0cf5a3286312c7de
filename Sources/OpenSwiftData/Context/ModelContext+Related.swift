extension ModelContext {
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
      held.hold(target)
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
  private static let mostMembersAlong = 500

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
    for key in along { held.hold(makeModel(table, key: key, siblings)) }
    return keys.compactMap { key in
      identityMap.model(table.identity, key) ?? (key > 0 ? makeModel(table, key: key, siblings) : nil)
    }
  }

  private func makeModel(_ table: EntityTable, key: Int64, _ siblings: FetchedSiblings) -> any PersistentModel {
    let model = makeModel(table, key: key)
    model._$record.siblings = siblings
    return model
  }

  /// The members that models fetched together with one have in their lists and nobody made yet, some of them if they are
  /// many.
  private func membersAlong(
    _ relation: Relation, of owner: any PersistentModel, _ table: EntityTable, besides: Set<Int64>
  ) -> [Int64] {
    guard besides.count < Self.mostMembersAlong, let owners = try? store.table(for: type(of: owner)) else { return [] }
    var seen = besides
    var along: [Int64] = []
    for sibling in siblings(of: owner, owners, sharing: relation) where along.count < Self.mostMembersAlong {
      for key in sibling._$record.relation(relation.property).keys.prefix(Self.mostMembersAlong)
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
      lists = try read { try relation.lists(of: keys, on: $0) }
    } catch {
      // They stay unread until then.
      return noteUnreadable(owners, relation.property, error)
    }
    let overlay = relation.isToMany ? ListOverlay(relation, owners: Set(keys), of: self) : nil
    for owner in owners {
      let key = owner._$record.key
      let keys = lists[key] ?? []
      let state = overlay.map { .many(overlaid(keys, of: owner, relation, $0)) } ?? RelationState.one(keys.first ?? 0)
      owner._$record.setRelation(state, relation.property)
    }
  }

  /// The models fetched together with one, as far as they are still in use, and itself.
  func siblings(of model: any PersistentModel, _ table: EntityTable) -> [any PersistentModel] {
    guard let siblings = model._$record.siblings, model._$record.link === link else { return [model] }
    return siblings.neighbours(of: model._$record.key).compactMap { identityMap.model(table.identity, $0) }
  }

  /// The same without those of other classes that have another relationship in the place of this one, or none.
  private func siblings(
    of model: any PersistentModel, _ table: EntityTable, sharing relation: Relation
  ) -> [any PersistentModel] {
    let siblings = siblings(of: model, table)
    guard table.hierarchy.hasSubentities else { return siblings }
    return siblings.filter { sibling in
      let relations = (try? store.table(for: type(of: sibling)))?.relations ?? []
      let place = relation.property.ordinal
      return place < relations.count && relations[place].property === relation.property
    }
  }

  /// A list as the unsaved changes at the other end make it; it is read anew once they are saved or rolled back.
  func overlaid(
    _ stored: [Int64], of owner: any PersistentModel, _ relation: Relation, _ overlay: ListOverlay
  ) -> [Int64] {
    let keys = overlay.keys(stored, of: owner._$record.key)
    let slot = relation.slot
    if keys != stored {
      owner._$record.listsBeneath[slot] = stored
      overlaidLists.append(OverlaidList(owner: owner, property: relation.property))
    } else if owner._$record.listsBeneath[slot] != nil {
      owner._$record.listsBeneath[slot] = nil
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
    // Held before they are let go: nobody else has them yet.
    for target in farEnds(wanted.sorted(), table, relation, of: model) { held.hold(target) }
    return identityMap.model(table.identity, key).map { [$0] } ?? []
  }

  /// Reads the models at the other end of a relationship.
  private func farEnds(
    _ keys: [Int64], _ table: EntityTable, _ relation: Relation, of owner: any PersistentModel
  ) -> [any PersistentModel] {
    do {
      return try readModels(keys, table)
    } catch {
      noteUnreadable([owner], relation.property, error)
      return []
    }
  }

  // MARK: - Letting go

  private func sweepIfDue() {
    guard held.isSweepDue else { return }
    held.sweep(registered: identityMap.forEach) { model in
      guard let table = try? self.store.table(for: type(of: model)) else { return [] }
      return table.relations.flatMap { relation -> [any PersistentModel] in
        guard let entity = self.store.identity(of: relation.property.target) else { return [] }
        return model._$record.relation(relation.property).keys.compactMap { self.identityMap.model(entity, $0) }
      }
    }
  }
}
