/// The places that a save gives to rows in ordered lists.
struct ListPlaces {
  private struct Member: Hashable {
    let entity: ObjectIdentifier
    let slot: Int
    let key: Int64

    init(_ relation: Relation, key: Int64) {
      entity = ObjectIdentifier(relation.owner)
      slot = relation.slot
      self.key = key
    }
  }

  /// A new place of an existing row.
  struct Move {
    /// The relationship to one model, whose inverse is the list.
    let relation: Relation
    let key: Int64
    let place: Int64
  }

  private var places: [Member: Int64] = [:]
  private(set) var moves: [Move] = []

  /// Plans the places of the members of changed lists, and of models that moved to other lists.
  init(
    of models: [any PersistentModel], _ context: ModelContext, _ keys: SaveKeys, on connection: Connection
  ) throws {
    guard !models.isEmpty else { return }
    let stored = StoredLists(context: context, keys: keys, connection: connection)
    for model in models {
      for relation in try context.store.table(for: type(of: model)).relations where relation.isWritten(of: model) {
        guard case .inverseForeignKey = relation.storage else { continue }
        try plan(relation, of: model, stored)
      }
    }
    var ends: [EndOfList: Int64] = [:]
    for model in models {
      for relation in try context.store.table(for: type(of: model)).positions where relation.isWritten(of: model) {
        try plan(model, relation, &ends, stored)
      }
    }
  }

  /// The place of a model in the list at the other end of a relationship to one model.
  func place(of model: any PersistentModel, _ relation: Relation) -> Int64? {
    places[Member(relation, key: model._$record.key)]
  }

  /// The places of a model in the lists of some relationships; 0 where it has none.
  func places(of model: any PersistentModel, in relations: [Relation]) -> [Int64] {
    relations.map { place(of: model, $0) ?? 0 }
  }

  /// The end of a list that is not in memory.
  private struct EndOfList: Hashable {
    let relation: String
    let owner: Int64
  }

  /// Plans the places of the members of a changed list.
  private mutating func plan(_ list: Relation, of owner: any PersistentModel, _ stored: StoredLists) throws {
    guard let member = try stored.member(of: list) else { return }
    let record = owner._$record
    let keys = record.relation(list.property).keys
    let members = (record.originalList(list.slot) ?? []).filter { !stored.isNewMember($0, list, of: record.key) }
    switch ListOrder(from: members, to: keys) {
    case .appended(let new):
      guard !new.isEmpty else { return }
      let entity = try stored.context.store.table(for: type(of: owner)).identity
      let start = try stored.lastPlace(member, owner: stored.keys.writtenKey(of: record, entity))
      for (offset, key) in new.enumerated() { put(key, at: start + 1 + Int64(offset), member) }
    case .rearranged:
      for (offset, key) in keys.enumerated() { put(key, at: 1 + Int64(offset), member) }
    }
  }

  /// Plans the place of a model whose owner's list is not in memory: the last.
  private mutating func plan(
    _ model: any PersistentModel, _ relation: Relation, _ ends: inout [EndOfList: Int64], _ stored: StoredLists
  ) throws {
    guard place(of: model, relation) == nil,
      let target = model._$record.relation(relation.property).keys.first, target > 0,
      // One that left and came back keeps the place it had.
      model._$record.original(relation.slot) != .integer(target),
      let owner = stored.keys.storedKey(of: target, stored.context.store.identity(of: relation.property.target))
    else { return }
    let end = EndOfList(relation: "\(relation.owner.entityName).\(relation.property.name)", owner: owner)
    let place = try (ends[end] ?? stored.lastPlace(relation, owner: owner)) + 1
    ends[end] = place
    put(model._$record.key, at: place, relation)
  }

  private mutating func put(_ key: Int64, at place: Int64, _ relation: Relation) {
    places[Member(relation, key: key)] = place
    if key > 0 { moves.append(Move(relation: relation, key: key, place: place)) }
  }
}

/// Reads ordered lists from the store.
private struct StoredLists {
  let context: ModelContext
  let keys: SaveKeys
  let connection: Connection

  /// The inverse of a list; nil if its rows record no places.
  func member(of list: Relation) throws -> Relation? {
    try context.store.table(for: list.property.target).positions.first { $0.property === list.inverse }
  }

  /// Whether a member has no place in the stored list yet, because its own end was changed first.
  func isNewMember(_ key: Int64, _ list: Relation, of owner: Int64) -> Bool {
    guard key > 0, let inverse = list.inverse, let entity = context.store.identity(of: list.property.target) else {
      return true
    }
    guard let record = context.identityMap.model(entity, key)?._$record else { return false }
    return record.isDirty(inverse.slot) && record.original(inverse.slot) != .integer(owner)
  }

  func lastPlace(_ member: Relation, owner: Int64) throws -> Int64 {
    let place = EntityTable.positionColumn(member.property)
    return try connection.integer(
      """
      SELECT max(\(place)) FROM \(SQL.quoted(member.owner.tableName)) \
      WHERE \(EntityTable.column(member.property)) = ?
      """, [.integer(owner)])
  }
}

/// How the order of a list changed.
enum ListOrder {
  /// The remaining members keep their order, and these follow.
  case appended([Int64])
  /// Every member has a new place.
  case rearranged

  init(from old: [Int64], to new: [Int64]) {
    let members = Set(new)
    let kept = old.filter(members.contains)
    self = new.starts(with: kept) ? .appended(Array(new.dropFirst(kept.count))) : .rearranged
  }
}
