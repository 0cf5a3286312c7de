import OpenSwiftData

/// The identities that rows had in a space which the store has left, and when that was, in case it joins that again.
///
/// A new row gets the identity that its unique value gives, so that two machines that make the same row mean one. A row
/// that was renamed has another identity, and so has one that took the name that this gave up: by its value it would be
/// taken for the renamed one. Rows without a unique value would come twice.
///
/// A store may join it again, and leave it with something unsent, or because it failed. Then what all others had been told
/// before still holds, and what the store received meanwhile is no news to them.
///
/// The names of the tables have no underscore, so that they outlive the engine's other tables.
struct FormerIdentities {
  private static let table = "openswiftdatasyncleft"
  private static let leavingTable = "openswiftdatasyncleaving"
  private static let receivingTable = "openswiftdatasyncreceiving"

  /// When a store left a space, and what it had told.
  struct Leaving: Equatable {
    /// In milliseconds since 1970.
    var time: Int64
    /// The last transaction of the store's history that all others had been told of.
    var token: Int64
  }

  private let transaction: ReplicationTransaction
  private let space: SyncIdentity

  init(_ transaction: ReplicationTransaction, of space: SyncIdentity) {
    self.transaction = transaction
    self.space = space
  }

  /// Whether the store has left no space.
  var isEmpty: Bool { get throws { try !transaction.hasTable(Self.table) } }

  /// The identity that a row had; nil if there is none that its value does not give.
  ///
  /// Looked up row by row, since each transaction asks for a part: not to be asked if `isEmpty`.
  func identity(of key: Int64, _ entity: String) throws -> SyncIdentity? {
    try transaction.rows(
      "SELECT identity FROM \(Self.table) WHERE space = ? AND entity = ? AND key = ?",
      [.blob(bytes: space.bytes), .text(entity), .integer(key)]
    ) { SyncIdentity(bytes: $0[0].bytes) }.first.flatMap(\.self)
  }

  /// When the store left the space; nil if it has not, or had not told all.
  func leaving() throws -> Leaving? {
    guard try transaction.hasTable(Self.leavingTable) else { return nil }
    return try transaction.rows(
      "SELECT time, token FROM \(Self.leavingTable) WHERE space = ?", [.blob(bytes: space.bytes)]
    ) { Leaving(time: $0.integer(0), token: $0.integer(1)) }.first
  }

  /// The transactions of the history, since it left, in which the store received what others of the space had sent.
  func receivingTransactions() throws -> RangeSet<Int64> {
    guard try transaction.hasTable(Self.receivingTable) else { return RangeSet() }
    let ranges = try transaction.rows(
      "SELECT first, last FROM \(Self.receivingTable) WHERE space = ? AND first <= last", [.blob(bytes: space.bytes)]
    ) { $0.integer(0)..<$0.integer(1) + 1 }
    return RangeSet(ranges)
  }

  /// Notes that the store leaves the space, and what its rows are there.
  ///
  /// - Complexity: O(rows of the store).
  func noteLeaving(_ schema: StoreSchema, _ position: SyncPosition, _ tables: SyncTables, at time: Int64) throws {
    try note(schema)
    let isSent = try tables.outboxCount == 0 && position.part == nil
    // If the history does not reach back, nobody knows what is not drained.
    guard isSent, let news = try transaction.history(after: position.token, except: tables.author, limit: 1) else {
      return try noteReceiving(tables)
    }
    // What was merged since the last drain is no news: it came before what is not drained yet.
    let token = try news.first.map { $0.transaction - 1 } ?? transaction.latestHistoryToken()
    try transaction.execute(
      """
      CREATE TABLE IF NOT EXISTS \(Self.leavingTable)(
        space BLOB PRIMARY KEY, time INTEGER NOT NULL, token INTEGER NOT NULL) WITHOUT ROWID
      """)
    try transaction.run(
      "INSERT OR REPLACE INTO \(Self.leavingTable) VALUES(?, ?, ?)",
      [.blob(bytes: space.bytes), .integer(time), .integer(token)])
    guard try transaction.hasTable(Self.receivingTable) else { return }
    try transaction.run("DELETE FROM \(Self.receivingTable) WHERE space = ?", [.blob(bytes: space.bytes)])
  }

  /// Notes that a person writes by way of the engine, in the next transaction of the history: that was not received.
  func noteDecision(_ tables: SyncTables) throws {
    guard try leaving() != nil else { return }
    try noteReceiving(tables)
    try tables.setReceiving(after: transaction.latestHistoryToken() + 1)
  }

  /// Notes that what the engine has saved since it was noted last came from others of the space.
  private func noteReceiving(_ tables: SyncTables) throws {
    // A store that never told all will tell all.
    guard try leaving() != nil, let token = try tables.receivingToken else { return }
    let latest = try transaction.latestHistoryToken()
    guard latest > token else { return }
    try transaction.execute(
      """
      CREATE TABLE IF NOT EXISTS \(Self.receivingTable)(
        space BLOB NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY(space, first)) WITHOUT ROWID
      """)
    try transaction.run(
      "INSERT OR REPLACE INTO \(Self.receivingTable) VALUES(?, ?, ?)",
      [.blob(bytes: space.bytes), .integer(token + 1), .integer(latest)])
  }

  /// Notes the identities that rows have, as far as their values do not give them.
  private func note(_ schema: StoreSchema) throws {
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
