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
    /// Nowhere: it was moved into another space later, and departs from this one.
    case departed(Departure)
  }

  /// Another space of the store.
  struct Neighbour {
    let place: SpacePlace
    let space: SyncIdentity
    /// This store's name in it.
    let replica: Replica
    /// The clock when this person took part in it.
    let since: UInt64
    let ledger: Ledger
  }

  private let transaction: ReplicationTransaction
  private let membership: Membership
  private let ledger: Ledger
  private let replica: Replica
  private let since: UInt64
  /// How much has come of what the space had when this store took part.
  let joining: SyncTables.Joining
  let others: [Neighbour]
  private let schema: StoreSchema

  /// - Parameter replica: this store's name in the space.
  init(
    _ transaction: ReplicationTransaction, _ ledger: Ledger, _ replica: Replica, _ configuration: SyncConfiguration
  ) throws {
    self.transaction = transaction
    self.ledger = ledger
    self.replica = replica
    membership = ledger.membership
    let schema = ledger.schema
    self.schema = schema
    let tables = SyncTables(transaction, at: ledger.place)
    since = membership.isTrivial ? 0 : try tables.since
    joining = try membership.isTrivial ? .done : tables.joining
    let places = membership.isTrivial ? [] : try SpacePlace.all(transaction).filter { $0 != ledger.place }
    // The own space has one schema, and all shared ones have another.
    let isOther = { (place: SpacePlace) in place.isShared != ledger.place.isShared }
    let otherSchema = places.first(where: isOther).map { StoreSchema(transaction, of: $0, configuration) } ?? schema
    others = try places.map { place in
      let tables = SyncTables(transaction, at: place)
      let position = try SyncPosition(tables)
      return Neighbour(
        place: place, space: position.space, replica: position.replica, since: try tables.since,
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
      let here = RowInTwoSpaces.Registers(row: row, ledger: ledger, replica: replica)
      let there = RowInTwoSpaces.Registers(row: registers, ledger: other.ledger, replica: other.replica)
      if let arrival = Self.arrival(row, since), let later = Self.arrival(registers, other.since), later > arrival {
        let moved = RowInTwoSpaces(entity, from: here, to: there, isHeardLate: true)
        return .departed(try moved?.departure() ?? Departure(decision: .nothing))
      }
      return .taken(key, try TakenRow(RowInTwoSpaces(entity, from: there, to: here, isHeardLate: false), other.place))
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

  /// The row that another shared space shares, if a row is in that space.
  func sharedRoot(of key: Int64, _ entity: String) throws -> Int64? {
    for other in others where other.place.isShared {
      guard let identity = try other.ledger.identities(of: [key], entity)[key] else { continue }
      try other.ledger.load([identity])
      // It may have been there once, and be nobody else's now.
      if other.ledger[identity]?.isShown == true { return try SyncTables(transaction, at: other.place).root }
    }
    return nil
  }

  /// Notes in the ledger of the own space that this one has written into one of its rows: what it has there stays.
  func noteWritten(_ key: Int64, _ entity: String) throws {
    guard let own = others.first(where: { !$0.place.isShared }),
      let identity = try own.ledger.identities(of: [key], entity)[key], own.ledger[identity]?.isShown == true
    else { return }
    try own.ledger.noteWritten(identity)
    try RowImages(transaction, at: own.place).forgetFormerValues(of: [key], entity)
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
