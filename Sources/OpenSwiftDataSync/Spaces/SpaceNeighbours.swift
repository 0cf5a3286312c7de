import OpenSwiftData

/// What the rows of one space have to do with those of others in the same store: they share unique values and keys.
struct SpaceNeighbours {
  /// Where a row that is new to a space is put.
  enum Placement {
    /// Nowhere yet; with the key that it had before it was moved or deleted, if nobody has that now.
    case free(formerly: Int64?)
    /// Into a row that another space has: it was moved here, and the other space has not heard of that yet.
    case taken(Int64)
    /// It is there: all spaces show the same.
    case shared(Int64)
    /// Nowhere: it was moved into another space later.
    case lost
  }

  private let transaction: ReplicationTransaction
  private let membership: Membership
  /// The spaces with their places, but for this one.
  private let others: [(place: SpacePlace, space: SyncIdentity)]
  private let schema: StoreSchema

  init(_ transaction: ReplicationTransaction, _ ledger: Ledger) throws {
    self.transaction = transaction
    membership = ledger.membership
    schema = ledger.schema
    others =
      membership.isTrivial
      ? []
      : try SpacePlace.all(transaction).filter { $0 != ledger.place }.map { place in
        (place, try SyncPosition(SyncTables(transaction, at: place)).space)
      }
  }

  /// Where a row is put that the store does not show as one of this space.
  ///
  /// Two machines may move a row into two spaces. It stays in the one that it came into last: stamps of all spaces of a store
  /// come from one clock, so this is the same on all machines.
  ///
  /// - Parameters:
  ///   - formerly: the key that the row had in this space.
  ///   - stamp: when the row came into this space.
  func place(
    _ values: StoredValues, _ entity: ReplicatedEntity, formerly: Int64?, since stamp: Stamp?
  ) throws -> Placement {
    if membership.isTrivial { return .free(formerly: nil) }
    let isValue = membership.isValue(entity.name)
    if let unique = entity.uniqueAttribute, let value = values[unique],
      isValue || membership.canMove(entity.name),
      let key = try transaction.key(with: value, of: unique, entity.name)
    {
      if isValue { return .shared(key) }
      if let stamp, let other = try arrival(of: key, entity.name), other > stamp { return .lost }
      return .taken(key)
    }
    if isValue { return .free(formerly: nil) }
    for key in try [formerly].compactMap(\.self) + formerKeys(values, entity) {
      if try !transaction.hasRow(key, entity.name) { return .free(formerly: key) }
    }
    return .free(formerly: nil)
  }

  /// When a row came into the other space that has it.
  private func arrival(of key: Int64, _ entity: String) throws -> Stamp? {
    for other in others {
      let ledger = try Ledger(transaction, schema, at: other.place)
      guard let identity = try ledger.identities(of: [key], entity)[key] else { continue }
      try ledger.load([identity])
      if let entry = ledger[identity], entry.isShown { return entry.row.winner(.existence)?.stamp }
    }
    return nil
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

  /// A unique value that no row has, for one that is to be written: another space may have a row with the wanted one.
  ///
  /// - Parameters:
  ///   - values: what is to be written.
  ///   - row: what the row has in this space.
  ///   - key: the row; nil for a new one.
  /// - Returns: what has to be written otherwise.
  func freeValues(
    _ values: StoredValues, _ row: VisibleRow, _ entity: ReplicatedEntity, for key: Int64?
  ) throws -> StoredValues {
    let label = membership.label(entity.name)
    guard let unique = entity.uniqueAttribute, !membership.isTrivial,
      values[unique] != nil || label.map({ values[$0] != nil }) == true,
      let wanted = row.values[unique].flatMap(SQLiteValue.init)
    else { return [:] }
    let value = try free(wanted, unique, entity, for: key)
    var changed: StoredValues = [unique: value]
    if let label, case .text(let name)? = row.values[label] {
      changed[label] = .text(name + value.text.dropFirst(wanted.text.count))
    }
    return changed
  }

  private func free(
    _ wanted: SQLiteValue, _ attribute: String, _ entity: ReplicatedEntity, for key: Int64?
  ) throws -> SQLiteValue {
    guard !membership.isTrivial, case .text(let text) = wanted else { return wanted }
    var (candidate, number) = (wanted, 1)
    while let other = try transaction.key(with: candidate, of: attribute, entity.name), other != key {
      number += 1
      candidate = .text("\(text) (\(number))")
    }
    return candidate
  }
}
