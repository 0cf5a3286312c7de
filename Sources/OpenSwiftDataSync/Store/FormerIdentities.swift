import OpenSwiftData

/// The identities that rows had in a space which the store has left, in case it joins that again.
///
/// A new row gets the identity that its unique value gives, so that two machines that make the same row mean one. A row
/// that was renamed has another identity, and so has one that took the name that this gave up: by its value it would be
/// taken for the renamed one. Rows without a unique value would come twice.
///
/// The table's name has no underscore, so that it outlives the engine's other tables.
struct FormerIdentities {
  private static let table = "openswiftdatasyncleft"

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
