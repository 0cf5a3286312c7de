import OpenSwiftData

/// What the rows of one space have to do with those of others in the same store: they share unique values and keys.
struct SpaceNeighbours {
  /// Where a row that is new to a space is put.
  enum Placement {
    /// Nowhere yet; with the key that it had before it was moved or deleted, if nobody has that now.
    case free(formerly: Int64?)
    /// Into a row that another space has: it was moved here, and the other space has not heard of that yet.
    case taken(Int64, TakenRow)
    /// It is there: all spaces show the same.
    case shared(Int64)
    /// Nowhere: it was moved into another space later.
    case lost
  }

  /// Another space of the store.
  struct Neighbour {
    let place: SpacePlace
    let space: SyncIdentity
    /// The clock when this person took part in it.
    let since: UInt64
    let ledger: Ledger
  }

  private let transaction: ReplicationTransaction
  private let membership: Membership
  private let ledger: Ledger
  private let since: UInt64
  /// Whether not all has come yet that the space had when this store took part.
  let isJoining: Bool
  let others: [Neighbour]
  private let schema: StoreSchema

  init(
    _ transaction: ReplicationTransaction, _ ledger: Ledger, _ configuration: SyncConfiguration
  ) throws {
    self.transaction = transaction
    self.ledger = ledger
    membership = ledger.membership
    let schema = ledger.schema
    self.schema = schema
    let tables = SyncTables(transaction, at: ledger.place)
    since = membership.isTrivial ? 0 : try tables.since
    isJoining = try !membership.isTrivial && tables.isJoining
    let places = membership.isTrivial ? [] : try SpacePlace.all(transaction).filter { $0 != ledger.place }
    // The own space has one schema, and all shared ones have another.
    let isOther = { (place: SpacePlace) in place.isShared != ledger.place.isShared }
    let otherSchema = places.first(where: isOther).map { StoreSchema(transaction, of: $0, configuration) } ?? schema
    others = try places.map { place in
      let tables = SyncTables(transaction, at: place)
      return Neighbour(
        place: place, space: try SyncPosition(tables).space, since: try tables.since,
        ledger: try Ledger(transaction, isOther(place) ? otherSchema : schema, at: place))
    }
  }

  /// Where a row is put that the store does not show as one of this space.
  ///
  /// Two machines may move a row into two spaces. It stays in the one that it came into last: stamps of all spaces of a store
  /// come from one clock, so this is the same on all machines. What a shared space had already when this person took part
  /// came into it then.
  ///
  /// - Parameters:
  ///   - formerly: the key that the row had in this space.
  ///   - row: the registers of the row in this space.
  func place(
    _ values: StoredValues, _ entity: ReplicatedEntity, formerly: Int64?, _ row: Row?
  ) throws -> Placement {
    if membership.isTrivial { return .free(formerly: nil) }
    let isValue = membership.isValue(entity.name)
    if let unique = entity.uniqueAttribute, let value = values[unique],
      isValue || membership.canMove(entity.name),
      let key = try transaction.key(with: value, of: unique, entity.name)
    {
      if isValue { return .shared(key) }
      guard let row, let (other, registers) = try neighbour(having: key, entity.name) else {
        return .taken(key, TakenRow())
      }
      if let arrival = Self.arrival(row, since), let there = Self.arrival(registers, other.since), there > arrival {
        return .lost
      }
      return .taken(key, try takenRow(key, registers, than: row, entity, other))
    }
    if isValue { return .free(formerly: nil) }
    for key in try [formerly].compactMap(\.self) + formerKeys(values, entity) {
      if try !transaction.hasRow(key, entity.name) { return .free(formerly: key) }
    }
    return .free(formerly: nil)
  }

  /// When a row came into a space.
  private static func arrival(_ row: Row, _ since: UInt64) -> Stamp? {
    guard let stamp = row.winner(.existence)?.stamp else { return nil }
    return max(stamp, Stamp(clock: since, replica: Replica(0)))
  }

  /// The other space that has a row, and what it has of it.
  private func neighbour(having key: Int64, _ entity: String) throws -> (Neighbour, Row)? {
    for other in others {
      guard let identity = try other.ledger.identities(of: [key], entity)[key] else { continue }
      try other.ledger.load([identity])
      if let entry = other.ledger[identity], entry.isShown { return (other, entry.row) }
    }
    return nil
  }

  /// What of another space's row is not in this one's, of what somebody wrote and did not take over from this one.
  ///
  /// What the own space has and a shared one has not was written by somebody who did not mean it for others, or did not
  /// know yet that the row is shared: it is kept for a decision. What was written in a shared space goes along to the own
  /// one if it is later. Between two shared spaces nothing does: their people are others.
  private func takenRow(
    _ key: Int64, _ registers: Row, than row: Row, _ entity: ReplicatedEntity, _ other: Neighbour
  ) throws -> TakenRow {
    var taken = TakenRow()
    guard let arrival = row.winner(.existence)?.stamp, let insertion = registers.winner(.existence)?.stamp else {
      return taken
    }
    (taken.place, taken.time) = (other.place, Int64(arrival.milliseconds))
    if ledger.place.isShared, other.place.isShared { return taken }
    func isLater(_ there: Leaf, _ here: Leaf?) -> Bool {
      there.stamp.clock > insertion.clock && there.stamp > max(here?.stamp ?? arrival, arrival)
    }
    // What it was inserted with there, and was written here since, is what it had here when it went there.
    func isKept(_ there: Leaf, _ here: Leaf?) -> Bool {
      !there.isDerived && (there.stamp.clock > insertion.clock || (here?.stamp.clock ?? 0) < insertion.clock)
    }
    for name in entity.attributes where name != entity.uniqueAttribute {
      guard let there = registers.winner(.property(name)) else { continue }
      let here = row.winner(.property(name))
      guard there.value != here?.value else { continue }
      if ledger.place.isShared {
        if isKept(there, here) { taken.kept.append(.property(name)) }
      } else if isLater(there, here) {
        taken.attributes.insert(name)
      }
    }
    for pair in entity.pairs {
      for member in try transaction.members(of: [key], entity.name, pair.name)[key] ?? [] {
        guard let identity = try other.ledger.identities(of: [member], pair.target)[member],
          let there = registers.winner(.member(pair.name, identity)), there.value != .null
        else { continue }
        let known = try ledger.identities(of: [member], pair.target)[member]
        let here = known.flatMap { row.winner(.member(pair.name, $0)) }
        if ledger.place.isShared {
          if here == nil || here?.value == .null, isKept(there, here) {
            taken.kept.append(.member(pair.name, identity))
          }
        } else if isLater(there, here) {
          taken.members[pair.name, default: []].insert(member)
        }
      }
    }
    return taken
  }

  /// Notes in the ledger of the own space that this one has written into one of its rows: what it has there stays.
  func noteWritten(_ key: Int64, _ entity: String) throws {
    guard let own = others.first(where: { !$0.place.isShared }),
      let identity = try own.ledger.identities(of: [key], entity)[key], own.ledger[identity]?.isShown == true
    else { return }
    try own.ledger.noteWritten(identity)
    try RowImages(transaction, at: own.place).forgetFormerValues(of: key, entity)
  }

  /// The keys that other spaces had the row under; lists of one name are several rows, and don't come from one another.
  private func formerKeys(_ values: StoredValues, _ entity: ReplicatedEntity) throws -> [Int64] {
    guard membership.canMove(entity.name), let unique = entity.uniqueAttribute, let value = values[unique],
      let rules = schema.rules.entities[entity.name],
      case let folded? = rules.folded(SyncValue(value))
    else { return [] }
    return try others.flatMap { other in
      let identity = SyncIdentity(space: other.space, entity: entity.name, name: folded.name)
      return try transaction.rows(
        """
        SELECT key FROM \(other.place.prefix)_row
        WHERE substr(identity, 1, 4) = substr(?1, 1, 4) AND identity = ?1 AND key IS NOT NULL
        """, [.blob(bytes: identity.bytes)]
      ) { $0.integer(0) }
    }
  }
}
