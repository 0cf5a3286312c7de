import OpenSwiftData

/// The identities that rows had in a space which the store has left, and when that was, in case it joins that again.
///
/// A new row gets the identity that its unique value gives, so that two machines that make the same row mean one. A row
/// that was renamed has another identity, and so has one that took the name that this gave up: by its value it would be
/// taken for the renamed one. Rows without a unique value would come twice.
///
/// The names of the tables have no underscore, so that they outlive the engine's other tables.
struct FormerIdentities {
  private static let table = "openswiftdatasyncleft"
  private static let leavingTable = "openswiftdatasyncleaving"

  private let transaction: ReplicationTransaction
  private let space: SyncIdentity

  init(_ transaction: ReplicationTransaction, of space: SyncIdentity) {
    self.transaction = transaction
    self.space = space
  }

  /// The identities by entity and key.
  func all() throws -> [String: [Int64: SyncIdentity]] {
    guard try transaction.hasTable(Self.table) else { return [:] }
    var all: [String: [Int64: SyncIdentity]] = [:]
    let rows = try transaction.rows(
      "SELECT entity, key, identity FROM \(Self.table) WHERE space = ?", [.blob(bytes: space.bytes)]
    ) { ($0[0].text, $0.integer(1), SyncIdentity(bytes: $0[2].bytes)) }
    for (entity, key, identity) in rows { all[entity, default: [:]][key] = identity }
    return all
  }

  /// When the store left the space, in milliseconds since 1970, and the last transaction of its history that all others had
  /// been told of; nil if it has not left the space, or had not told all.
  func leaving() throws -> (time: Int64, token: Int64)? {
    guard try transaction.hasTable(Self.leavingTable) else { return nil }
    return try transaction.rows(
      "SELECT time, token FROM \(Self.leavingTable) WHERE space = ?", [.blob(bytes: space.bytes)]
    ) { ($0.integer(0), $0.integer(1)) }.first
  }

  /// Notes that the store leaves the space.
  ///
  /// - Parameter token: the last transaction that all others have been told of; nil if something waits to be sent.
  func noteLeaving(at time: Int64, token: Int64?) throws {
    try transaction.execute(
      """
      CREATE TABLE IF NOT EXISTS \(Self.leavingTable)(
        space BLOB PRIMARY KEY, time INTEGER NOT NULL, token INTEGER NOT NULL) WITHOUT ROWID
      """)
    // What was told when the store left it once before holds, if nothing more was told since.
    guard let token else { return }
    try transaction.run(
      "INSERT OR REPLACE INTO \(Self.leavingTable) VALUES(?, ?, ?)",
      [.blob(bytes: space.bytes), .integer(time), .integer(token)])
  }

  /// Notes the identities that rows have, as far as their values do not give them.
  ///
  /// - Complexity: O(rows of the store).
  func note(_ schema: StoreSchema) throws {
    try transaction.execute(
      """
      CREATE TABLE IF NOT EXISTS \(Self.table)(
        space BLOB NOT NULL, entity TEXT NOT NULL, key INTEGER NOT NULL, identity BLOB NOT NULL,
        PRIMARY KEY(space, entity, key)) WITHOUT ROWID
      """)
    try transaction.run("DELETE FROM \(Self.table) WHERE space = ?", [.blob(bytes: space.bytes)])
    for entity in schema.entities.values { try note(entity, schema) }
  }

  private func note(_ entity: ReplicatedEntity, _ schema: StoreSchema) throws {
    let (table, columns) = try transaction.sqlNames(of: entity.name, [entity.uniqueAttribute].compactMap(\.self))
    let namespace = SyncIdentity(namespace: space, name: entity.name)
    let rules = schema.rules.entities[entity.name]
    let rows = try transaction.rows(
      """
      SELECT known.key, known.identity, \(columns.first.map { "row.\($0)" } ?? "NULL")
      FROM \(SpacePlace.own.prefix)_row known JOIN \(SpacePlace.own.prefix)_name name ON name.id = known.entity
      JOIN \(table) row ON row.id = known.key
      WHERE name.name = ? AND known.shown
      """, [.text(entity.name)]
    ) { row -> (key: Int64, identity: SQLiteValue)? in
      if entity.uniqueAttribute != nil, let name = rules?.folded(SyncValue(row[2]))?.name,
        row[1].bytes == SyncIdentity(namespace: namespace, name: name).bytes
      {
        return nil
      }
      return (row.integer(0), row[1])
    }
    for row in rows.compactMap(\.self) {
      try transaction.run(
        "INSERT INTO \(Self.table) VALUES(?, ?, ?, ?)",
        [.blob(bytes: space.bytes), .text(entity.name), .integer(row.key), row.identity])
    }
  }
}
