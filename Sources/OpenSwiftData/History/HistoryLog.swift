import Foundation

/// The history tables of a store: which transaction changed which rows.
///
/// Written in the transaction that makes the change, so the history is as durable and as atomic as the rows.
struct HistoryLog: Sendable {
  static let schema = """
    CREATE TABLE IF NOT EXISTS openswiftdata_transaction(
      id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp REAL NOT NULL, writer INTEGER NOT NULL, author TEXT);
    CREATE TABLE IF NOT EXISTS openswiftdata_change(
      transaction_id INTEGER NOT NULL REFERENCES openswiftdata_transaction(id) ON DELETE CASCADE, entity TEXT NOT NULL,
      kind INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, properties TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS openswiftdata_change_transaction ON openswiftdata_change(transaction_id);
    """

  private static let largestKey: Int64 = 1 << 48

  /// What the history said since a token.
  struct Reading {
    var token: Int64
    var changes = ModelChanges()
  }

  /// Distinguishes the transactions of this process's container from those of others.
  let writer = Int64.random(in: .min ... .max)
  let storeIdentifier: String

  /// The number of the last transaction.
  func latestToken(on connection: Connection) throws -> Int64 {
    try connection.integer("SELECT max(id) FROM openswiftdata_transaction")
  }

  /// Adds a transaction with its changes.
  func append(_ changes: ModelChanges, author: String?, on connection: Connection) throws {
    try connection.run(
      "INSERT INTO openswiftdata_transaction(timestamp, writer, author) VALUES(?, ?, ?)",
      [.real(Date().timeIntervalSinceReferenceDate), .integer(writer), author.map { .text($0) } ?? .null])
    let transaction = connection.lastInsertedKey
    for run in changes.runs { try append(run, to: transaction, on: connection) }
  }

  private func append(_ run: ModelChanges.Run, to transaction: Int64, on connection: Connection) throws {
    try connection.run(
      "INSERT INTO openswiftdata_change(transaction_id, entity, kind, first, last, properties) VALUES(?, ?, ?, ?, ?, ?)",
      [
        .integer(transaction), .text(run.entity.names.entity), .integer(run.kind.rawValue),
        .integer(run.keys.lowerBound), .integer(run.keys.upperBound), .text(run.properties.joined(separator: " ")),
      ])
  }

  /// The changes after a token.
  ///
  /// - Parameter skippingOwn: whether this process's own transactions are left out.
  func changes(after token: Int64, skippingOwn: Bool, on connection: Connection) throws -> Reading {
    var reading = Reading(token: try latestToken(on: connection))
    guard reading.token > token else { return reading }
    let statement = try connection.statement(
      """
      SELECT c.entity, c.kind, c.first, c.last, c.properties FROM openswiftdata_transaction t
      JOIN openswiftdata_change c ON c.transaction_id = t.id WHERE t.id > ? AND (t.writer <> ? OR ?)
      ORDER BY t.id, c.rowid
      """)
    defer { statement.reset() }
    try statement.bind([.integer(token), .integer(writer), .integer(skippingOwn ? 0 : 1)])
    while try statement.step() {
      if let run = run(from: statement) { reading.changes.append(run) }
    }
    return reading
  }

  private func run(from row: Statement) -> ModelChanges.Run? {
    guard let kind = ModelChanges.Kind(rawValue: row.integer(1)) else { return nil }
    // Somebody else may have written the row; no store has keys beyond this.
    guard 0 < row.integer(2), row.integer(2) <= row.integer(3), row.integer(3) <= Self.largestKey else { return nil }
    return ModelChanges.Run(
      entity: EntityIdentity(store: storeIdentifier, entity: row.text(0)), kind: kind,
      keys: row.integer(2)...row.integer(3), properties: row.text(4).split(separator: " ").map(String.init))
  }
}
