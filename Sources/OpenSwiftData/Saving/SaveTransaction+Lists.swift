extension SaveTransaction {
  // MARK: - Places of rows in the lists of their owners

  /// Decides the places in lists that the rows of the members record.
  mutating func planPlaces(of models: [any PersistentModel]) throws {
    for model in models {
      for relation in try table(of: model).relations where isWritten(relation, of: model) {
        guard case .inverseForeignKey = relation.storage else { continue }
        try planList(relation, of: model)
      }
    }
    var ends: [EndOfList: Int64] = [:]
    for model in models {
      for relation in try table(of: model).positions where isWritten(relation, of: model) {
        try planMember(model, relation, &ends)
      }
    }
  }

  /// The end of a list that is not in memory.
  private struct EndOfList: Hashable {
    let relation: String
    let owner: Int64
  }

  private mutating func planList(_ list: Relation, of owner: any PersistentModel) throws {
    guard
      let member = try context.store.table(for: list.property.target).positions.first(where: {
        $0.property === list.inverse
      })
    else { return }
    let record = owner._$record
    let keys = record.relation(list.property).keys
    let members = (record.originalLists[list.slot] ?? []).filter { !isNewMember($0, list, of: record.key) }
    switch ListOrder(from: members, to: keys) {
    case .appended(let new):
      guard !new.isEmpty else { return }
      let start = try lastPlace(member, owner: record.key > 0 ? record.key : record.keyInSave)
      for (offset, key) in new.enumerated() { places.put(key, at: start + 1 + Int64(offset), member) }
    case .rearranged:
      for (offset, key) in keys.enumerated() { places.put(key, at: 1 + Int64(offset), member) }
    }
  }

  /// Whether a member has no place in the stored list yet, because its own end of the relationship was changed first.
  private func isNewMember(_ key: Int64, _ list: Relation, of owner: Int64) -> Bool {
    guard key > 0, let inverse = list.inverse, let entity = context.store.identity(of: list.property.target) else {
      return true
    }
    guard let record = context.identityMap.model(entity, key)?._$record else { return false }
    return record.dirty.contains(inverse.slot) && record.originals[inverse.slot] != .integer(owner)
  }

  /// A member whose owner's list is not in memory comes last.
  private mutating func planMember(
    _ model: any PersistentModel, _ relation: Relation, _ ends: inout [EndOfList: Int64]
  ) throws {
    guard places.place(of: model, relation) == nil,
      let owner = model._$record.relation(relation.property).keys.first, owner > 0,
      // One that left and came back keeps the place it had.
      model._$record.originals[relation.slot] != .integer(owner)
    else { return }
    let end = EndOfList(relation: "\(relation.owner.entityName).\(relation.property.name)", owner: owner)
    let place = try (ends[end] ?? lastPlace(relation, owner: owner)) + 1
    ends[end] = place
    places.put(model._$record.key, at: place, relation)
  }

  private func lastPlace(_ member: Relation, owner: Int64) throws -> Int64 {
    let place = EntityTable.positionColumn(member.property)
    return try connection.integer(
      """
      SELECT max(\(place)) FROM \(EntityTable.quoted(member.owner.tableName)) \
      WHERE \(EntityTable.column(member.property)) = ?
      """, [.integer(owner)])
  }

  /// Writes the new places of rows that were there before.
  func writePlaces() throws {
    // A row that gets its key again is written with its place.
    let inserted = Set(insertedKeys.lazy.filter { $0.model._$record.key > 0 }.map { WrittenRow(entity: $1, key: $2) })
    for move in places.moves {
      guard try !inserted.contains(WrittenRow(entity: entity(of: move.relation), key: move.key)) else { continue }
      let place = EntityTable.positionColumn(move.relation.property)
      try connection.run(
        """
        UPDATE \(EntityTable.quoted(move.relation.owner.tableName)) SET \(place) = ? \
        WHERE \(EntityTable.keyColumn) = ?
        """, [.integer(move.place), .integer(move.key)])
    }
  }

  private func entity(of relation: Relation) throws -> EntityIdentity {
    try context.store.table(for: relation.owner.modelType).identity
  }

  // MARK: - Announcing

  /// Announces the lists that a row's new or changed references make longer or shorter.
  mutating func announceOwners(of model: any PersistentModel, _ table: EntityTable) throws {
    for relation in table.positions where isWritten(relation, of: model) {
      let record = model._$record
      if case .integer(let old)? = record.originals[relation.slot] { announceList(relation, of: old) }
      if let new = record.relation(relation.property).keys.first, new > 0 { announceList(relation, of: new) }
    }
  }

  /// Announces that the list at the other end of a relationship changed.
  mutating func announceList(_ relation: Relation, of owner: Int64) {
    guard owner > 0, let inverse = relation.inverse,
      let entity = context.store.identity(of: relation.property.target),
      announcedLists.insert(AnnouncedList(entity: entity, key: owner, property: inverse.storedName)).inserted
    else { return }
    changes.append(.update, entity, owner, properties: [inverse.storedName])
    if inverse.memberLimits != nil, let table = try? context.store.table(for: relation.property.target) {
      limitedLists.note(table.relations[inverse.ordinal], of: owner)
    }
  }
}
