import OpenSwiftData

/// What a shared space had of rows that have left it and stay in the store, as digests.
///
/// If such a row is taken back and the store has something else by then, that was written meanwhile, and is private: see
/// `PrivateCopies`. A note is there as long as the row is not in the space.
///
/// The table's name has no underscore, so that it outlives the engine's other tables.
struct DepartedRows {
  private static let table = "openswiftdatasyncelsewhere"
  // Of an earlier version, which had one note for all spaces. Without a note there is a copy at worst.
  private static let formerTable = "openswiftdatasyncdeparted"

  private let transaction: ReplicationTransaction
  private let ledger: Ledger
  private let space: SyncIdentity
  private let configuration: SyncConfiguration

  /// - Returns: nil for the store's own space, which keeps what is written into rows anyway.
  init?(_ transaction: ReplicationTransaction, _ ledger: Ledger, _ configuration: SyncConfiguration) throws {
    guard ledger.place.isShared else { return nil }
    self.transaction = transaction
    self.ledger = ledger
    space = try SyncPosition(SyncTables(transaction, at: ledger.place)).space
    self.configuration = configuration
  }

  /// Makes the table if there is none.
  static func makeTable(_ transaction: ReplicationTransaction) throws {
    if try transaction.hasTable(formerTable) { try transaction.execute("DROP TABLE \(formerTable)") }
    try transaction.execute(
      """
      CREATE TABLE IF NOT EXISTS \(table)(
        space BLOB NOT NULL, entity TEXT NOT NULL, key INTEGER NOT NULL, digest BLOB NOT NULL,
        PRIMARY KEY(space, entity, key)) WITHOUT ROWID
      """)
  }

  // MARK: - Notes

  /// Notes what the space has of a row that leaves it.
  func note(_ row: VisibleRow, at key: Int64) throws {
    guard ledger.membership.canMove(row.entity), let entity = ledger.schema.entities[row.entity],
      let values = try transaction.values(of: [key], row.entity)[key]
    else { return }
    try transaction.run(
      "INSERT OR REPLACE INTO \(Self.table) VALUES(?, ?, ?, ?)",
      address(of: key, row.entity) + [.blob(bytes: digest(of: row, else: values, entity))])
  }

  /// Forgets what the space had of a row.
  func forget(_ key: Int64, _ entity: String) throws {
    guard ledger.membership.canMove(entity) else { return }
    try transaction.run(
      "DELETE FROM \(Self.table) WHERE space = ? AND entity = ? AND key = ?", address(of: key, entity))
  }

  /// What the space had of a row that comes back, which is forgotten; nil if that is not known.
  func take(_ key: Int64, _ entity: String) throws -> [UInt8]? {
    guard ledger.membership.canMove(entity) else { return nil }
    let digest = try transaction.rows(
      "SELECT digest FROM \(Self.table) WHERE space = ? AND entity = ? AND key = ?", address(of: key, entity)
    ) { $0[0].bytes }
    try forget(key, entity)
    return digest.first
  }

  private func address(of key: Int64, _ entity: String) -> [SQLiteValue] {
    [.blob(bytes: space.bytes), .text(entity), .integer(key)]
  }

  // MARK: - Digests

  /// Of a row as the space has it.
  ///
  /// - Parameter values: what the store has, for attributes that were never written: it has the schema's defaults.
  func digest(of row: VisibleRow, else values: ReplicatedValues, _ entity: ReplicatedEntity) -> [UInt8] {
    digest(entity) {
      row.values[$0] ?? values[$0].map(SyncValue.init)
    } members: { pair in
      row.members[pair.name]?.map(\.row) ?? []
    }
  }

  /// Of a row as the store has it.
  func digest(of key: Int64, _ values: ReplicatedValues, _ entity: ReplicatedEntity) throws -> [UInt8] {
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
    for pair in entity.pairs.sorted(by: { $0.name < $1.name }) where ledger.membership.isCommon(pair.target) {
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
    guard let departed = store.departed else { return }
    let unsent = try tables.outbox(limit: .max).reduce(into: Set<SyncIdentity>()) { rows, envelope in
      rows.formUnion(try BatchCodec().batch(of: envelope).rows)
    }
    for entity in schema.entities.keys.sorted() where ledger.membership.canMove(entity) {
      let rows = try ledger.rows(of: entity)
      try store.load(Set(rows))
      // Those too that are elsewhere already, if nobody has been told of that.
      for identity in rows where unsent.contains(identity) {
        if let key = ledger[identity]?.key { try departed.forget(key, entity) }
      }
      for identity in rows where !unsent.contains(identity) {
        guard let entry = ledger[identity], entry.isShown, let key = entry.key, let row = try store.wholeRow(identity)
        else { continue }
        try departed.note(row, at: key)
      }
    }
  }
}
