import OpenSwiftData

/// The statements that the ledger runs for each row, prepared once a transaction.
///
/// What is in no table needs no look-up: whether there are links and claims at all is known from the beginning.
final class LedgerStatements {
  /// A row of the ledger as it was found.
  struct Found {
    let number: Int64
    let entity: Int64
    let key: Int64?
    let isShown: Bool
    let conflicts: Int64
    let hasForeignParts: Bool
    let registers: [UInt8]
  }

  typealias Statement = ReplicationTransaction.OwnStatement

  private let transaction: ReplicationTransaction
  private let prefix: String
  private let find: Statement
  private let findByKey: Statement
  private let insertion: Statement
  private let probe: Statement
  private var hasLinks: Bool
  private(set) var hasClaims: Bool

  init(_ transaction: ReplicationTransaction, at place: SpacePlace) throws {
    self.transaction = transaction
    prefix = place.prefix
    find = try transaction.prepared(
      """
      SELECT id, entity, key, shown, conflicts, foreign_parts, registers FROM \(prefix)_row
      WHERE substr(identity, 1, 4) = ?1 AND identity = ?2
      """)
    probe = try transaction.prepared(
      "SELECT 1 FROM \(prefix)_row WHERE substr(identity, 1, 4) = ?1 AND identity = ?2")
    findByKey = try transaction.prepared("SELECT identity FROM \(prefix)_row WHERE key = ? AND entity = ?")
    insertion = try transaction.prepared(
      """
      INSERT INTO \(prefix)_row(identity, entity, key, shown, conflicts, foreign_parts, registers)
      VALUES(?, ?, ?, ?, ?, ?, ?)
      """)
    hasLinks = try transaction.prepared("SELECT 1 FROM \(prefix)_link LIMIT 1").first { _ in true } ?? false
    hasClaims = try transaction.prepared("SELECT 1 FROM \(prefix)_claim LIMIT 1").first { _ in true } ?? false
  }

  // MARK: - Rows

  func row(_ identity: SyncIdentity) throws -> Found? {
    try identity.withBytes { bytes in
      try find.bind(UnsafeRawBufferPointer(rebasing: bytes[..<4]), at: 1)
      try find.bind(bytes, at: 2)
    }
    return try find.first { row in
      Found(
        number: row.integer(0), entity: row.integer(1), key: row.isNull(2) ? nil : row.integer(2),
        isShown: row.integer(3) == 1, conflicts: row.integer(4), hasForeignParts: row.integer(5) > 0,
        registers: row.withBytes(6) { Array($0) })
    }
  }

  /// Whether the ledger has a row.
  func hasRow(_ identity: SyncIdentity) throws -> Bool {
    try identity.withBytes { bytes in
      try probe.bind(UnsafeRawBufferPointer(rebasing: bytes[..<4]), at: 1)
      try probe.bind(bytes, at: 2)
    }
    return try probe.first { _ in true } ?? false
  }

  /// The identities of rows that are, or were, at a key of the store.
  func identities(of key: Int64, _ entity: Int64) throws -> [SyncIdentity] {
    try findByKey.bind(key, at: 1)
    try findByKey.bind(entity, at: 2)
    return try findByKey.rows { $0.withBytes(0) { SyncIdentity(bytes: $0) } }.compactMap(\.self)
  }

  /// - Returns: the number of the row.
  func insert(_ identity: SyncIdentity, _ row: Ledger.Written) throws -> Int64 {
    try identity.withBytes { try insertion.bind($0, at: 1) }
    try insertion.bind(row.entity, at: 2)
    try insertion.bind(row.key.map { .integer($0) } ?? .null, at: 3)
    try insertion.bind(row.isShown ? 1 : 0, at: 4)
    try insertion.bind(row.conflicts, at: 5)
    try insertion.bind(row.hasForeignParts ? 1 : 0, at: 6)
    try row.registers.withUnsafeBytes { try insertion.bind($0, at: 7) }
    try insertion.run()
    return transaction.lastInsertedKey
  }

  func update(_ number: Int64, from old: Ledger.Written?, to new: Ledger.Written) throws {
    var rest = old
    rest?.registers = new.registers
    // Columns that are named are written into their indexes anew, whether they changed or not.
    let columns = rest == new ? "" : "entity = ?3, key = ?4, shown = ?5, conflicts = ?6, foreign_parts = ?7, "
    let update = try transaction.prepared("UPDATE \(prefix)_row SET \(columns)registers = ?2 WHERE id = ?1")
    try update.bind(number, at: 1)
    try new.registers.withUnsafeBytes { try update.bind($0, at: 2) }
    if !columns.isEmpty {
      try update.bind(new.entity, at: 3)
      try update.bind(new.key.map { .integer($0) } ?? .null, at: 4)
      try update.bind(new.isShown ? 1 : 0, at: 5)
      try update.bind(new.conflicts, at: 6)
      try update.bind(new.hasForeignParts ? 1 : 0, at: 7)
    }
    try update.run()
  }

  // MARK: - Links and claims

  func links(to target: SyncIdentity, joining: Bool) throws -> [SyncIdentity] {
    guard hasLinks else { return [] }
    let links = try transaction.prepared(
      "SELECT identity FROM \(prefix)_link JOIN \(prefix)_row ON id = row WHERE target = ? AND joins >= ?")
    try target.withBytes { try links.bind($0, at: 1) }
    try links.bind(joining ? 1 : 0, at: 2)
    return try links.rows { $0.withBytes(0) { SyncIdentity(bytes: $0) } }.compactMap(\.self)
  }

  func claimants(of value: [UInt8], _ entity: Int64) throws -> [SyncIdentity] {
    guard hasClaims else { return [] }
    let claims = try transaction.prepared(
      """
      SELECT identity FROM \(prefix)_claim claim JOIN \(prefix)_row ON id = claim.row
      WHERE claim.entity = ? AND value = ?
      """)
    try claims.bind(entity, at: 1)
    try value.withUnsafeBytes { try claims.bind($0, at: 2) }
    return try claims.rows { $0.withBytes(0) { SyncIdentity(bytes: $0) } }.compactMap(\.self)
  }

  func addLink(from number: Int64, to target: SyncIdentity, joins: Bool) throws {
    let addition = try transaction.prepared("INSERT OR REPLACE INTO \(prefix)_link VALUES(?, ?, ?)")
    try target.withBytes { try addition.bind($0, at: 1) }
    try addition.bind(number, at: 2)
    try addition.bind(joins ? 1 : 0, at: 3)
    try addition.run()
    hasLinks = true
  }

  func addClaim(of number: Int64, _ value: [UInt8], _ entity: Int64) throws {
    let addition = try transaction.prepared("INSERT OR IGNORE INTO \(prefix)_claim VALUES(?, ?, ?)")
    try addition.bind(entity, at: 1)
    try value.withUnsafeBytes { try addition.bind($0, at: 2) }
    try addition.bind(number, at: 3)
    try addition.run()
    hasClaims = true
  }

  func removeIndexes(of number: Int64) throws {
    if hasLinks { try remove("link", number) }
    if hasClaims { try remove("claim", number) }
  }

  private func remove(_ table: String, _ number: Int64) throws {
    let removal = try transaction.prepared("DELETE FROM \(prefix)_\(table) WHERE row = ?")
    try removal.bind(number, at: 1)
    try removal.run()
  }
}
