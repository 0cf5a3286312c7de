import OpenSwiftData

/// Copies of rows that a shared space takes back, as they were here: a store without a space of its own has nowhere else
/// to keep what was written into them meanwhile.
///
/// When a row leaves the shared space, a digest of what the space has of it is noted. If it is taken back and the store
/// has something else by then, that is private: it stays, as a row of its own.
///
/// The table's name has no underscore, so that it outlives the engine's other tables.
struct PrivateCopies {
  private static let table = "openswiftdatasyncdeparted"

  private let transaction: ReplicationTransaction
  private let ledger: Ledger
  private let space: SyncIdentity
  private let configuration: SyncConfiguration

  private var membership: Membership { ledger.membership }

  /// - Returns: nil where the store has a space of its own, which keeps such values as conflicts.
  init?(_ transaction: ReplicationTransaction, _ ledger: Ledger, _ configuration: SyncConfiguration) throws {
    guard ledger.place.isShared, try !SyncTables(transaction).isSetUp else { return nil }
    self.transaction = transaction
    self.ledger = ledger
    space = try SyncPosition(SyncTables(transaction, at: ledger.place)).space
    self.configuration = configuration
  }

  /// Makes the table if there is none, with those of a shared space.
  static func makeTable(_ transaction: ReplicationTransaction) throws {
    try transaction.execute(
      """
      CREATE TABLE IF NOT EXISTS \(table)(
        entity TEXT NOT NULL, key INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY(entity, key)) WITHOUT ROWID
      """)
  }

  /// Notes what the space has of a row that leaves it and stays in the store.
  func noteDeparture(of row: VisibleRow, at key: Int64) throws {
    guard membership.canMove(row.entity), let entity = ledger.schema.entities[row.entity],
      let values = try transaction.values(of: [key], row.entity)[key]
    else { return }
    try transaction.run(
      "INSERT OR REPLACE INTO \(Self.table) VALUES(?, ?, ?)",
      [.text(row.entity), .integer(key), .blob(bytes: digest(of: row, else: values, entity))])
  }

  /// Copies a row of the store that becomes one of the space, if the space does not know what was written into it.
  ///
  /// - Parameter row: the row as the space has it now.
  func keep(_ key: Int64, insteadOf row: VisibleRow, _ entity: ReplicatedEntity) throws {
    guard membership.canMove(entity.name), let values = try transaction.values(of: [key], entity.name)[key] else {
      return
    }
    let (departed, present) = try (takeDeparture(of: key, entity.name), digest(of: key, values, entity))
    if present != departed, present != digest(of: row, else: values, entity) { try copy(key, values, entity) }
  }

  private func takeDeparture(of key: Int64, _ entity: String) throws -> [UInt8]? {
    let row: [SQLiteValue] = [.text(entity), .integer(key)]
    let digest = try transaction.rows("SELECT digest FROM \(Self.table) WHERE entity = ? AND key = ?", row) {
      $0[0].bytes
    }
    try transaction.run("DELETE FROM \(Self.table) WHERE entity = ? AND key = ?", row)
    return digest.first
  }

  /// Copies a row, and hangs on the copy what is below the row and not in the space.
  private func copy(_ key: Int64, _ values: ReplicatedValues, _ entity: ReplicatedEntity) throws {
    guard let unique = entity.uniqueAttribute, let old = values[unique] else { return }
    let new = Self.newValue(insteadOf: old, configuration.newIdentity())
    let belonging = membership.belonging(entity.name)
    let root = try membership.owner(of: key, entity.name).flatMap { membership.isShared($0) ? nil : $0 }
    let copy = try transaction.insert(entity.name) { name in
      switch name {
      case unique: new
      case belonging?.reference: root.map(SQLiteValue.integer) ?? .null
      // What it is below may come into the space, too, and would take it along.
      case belonging?.parent: .null
      default: values[name]
      }
    }
    for pair in entity.pairs {
      let members = try transaction.members(of: [key], entity.name, pair.name)[key] ?? []
      try transaction.setMembers(Set(members), of: copy, entity.name, pair.name)
    }
    guard let parent = belonging?.parent else { return }
    let below = try transaction.referrers(to: key, entity.name, parent)
    let here = try ledger.shownIdentities(of: below, entity.name)
    for child in below where here[child] == nil {
      try transaction.update(child, entity.name) { $0 == parent ? .integer(copy) : nil }
    }
  }

  private static func newValue(insteadOf old: SQLiteValue, _ identity: SyncIdentity) -> SQLiteValue {
    switch old {
    case .blob: .blob(bytes: identity.bytes)
    case .integer: .integer(Int64(bitPattern: identity.low >> 2))
    case .real: .real(Double(identity.low >> 12))
    case .text, .null: .text(identity.description)
    }
  }

  // MARK: - Digests

  /// - Parameter values: what the store has, for attributes that were never written: it has the schema's defaults.
  private func digest(of row: VisibleRow, else values: ReplicatedValues, _ entity: ReplicatedEntity) -> [UInt8] {
    digest(entity) {
      row.values[$0] ?? values[$0].map(SyncValue.init)
    } members: { pair in
      row.members[pair.name]?.map(\.row) ?? []
    }
  }

  private func digest(of key: Int64, _ values: ReplicatedValues, _ entity: ReplicatedEntity) throws -> [UInt8] {
    try digest(entity) {
      values[$0].map(SyncValue.init)
    } members: { pair in
      let members = try transaction.members(of: [key], entity.name, pair.name)[key] ?? []
      guard let target = ledger.schema.entities[pair.target], let unique = target.uniqueAttribute,
        let rules = ledger.schema.rules.entities[target.name]
      else { return [] }
      return try transaction.values(of: members, target.name).values.compactMap { member in
        guard let name = member[unique].flatMap({ rules.folded(SyncValue($0)) })?.name else { return nil }
        return SyncIdentity(space: space, entity: target.name, name: name)
      }
    }
  }

  /// Of what people write: attributes, and members that are no more than their unique values.
  private func digest(
    _ entity: ReplicatedEntity, _ value: (String) -> SyncValue?,
    members: (ReplicatedEntity.Reference) throws -> [SyncIdentity]
  ) rethrows -> [UInt8] {
    var writer = ByteWriter()
    for name in configuration.writtenAttributes(of: entity).sorted() { writer.value(value(name) ?? .null) }
    for pair in entity.pairs.sorted(by: { $0.name < $1.name }) where membership.isCommon(pair.target) {
      let members = try members(pair).sorted()
      writer.count(members.count)
      for member in members { writer.identity(member) }
    }
    return NameDigest.sha1(writer.bytes)
  }
}

extension SyncRound {
  /// Notes what a space that is left has of its rows; of those that were written here and not sent nothing is known to it.
  func noteDepartures() throws {
    guard let copies = store.privateCopies else { return }
    let unsent = try tables.outbox(limit: .max).reduce(into: Set<SyncIdentity>()) { rows, envelope in
      rows.formUnion(try BatchCodec().batch(of: envelope).rows)
    }
    for entity in schema.entities.keys.sorted() where ledger.membership.canMove(entity) {
      let rows = try ledger.rows(of: entity)
      try store.load(Set(rows))
      for identity in rows where !unsent.contains(identity) {
        guard let row = store.state.row(identity), let entry = ledger[identity], entry.isShown, let key = entry.key
        else { continue }
        try copies.noteDeparture(of: row, at: key)
      }
    }
  }
}
