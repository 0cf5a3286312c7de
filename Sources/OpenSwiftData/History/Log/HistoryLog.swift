import Foundation

/// The history tables of a store: which transaction changed which rows.
///
/// Written in the transaction that makes the change, so the history is as durable and as atomic as the rows.
struct HistoryLog: Sendable {
  /// What the history said since a token.
  struct Reading: Sendable {
    /// The last transaction that was seen.
    var token: Int64
    /// What was changed; everything, if the history does not reach back to the token or says too much.
    var changes = ModelChanges()
  }

  /// Distinguishes the transactions of this process's container from those of others.
  let writer = Int64.random(in: .min ... .max)
  let storeIdentifier: String
  let retention: HistoryRetention

  private let tables: [String: EntityTable]
  private let bundle = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  private let process = String(ProcessInfo.processInfo.processIdentifier)

  /// More runs than this are not worth reading one by one: whoever follows reads anew.
  static let largestReading = 20_000

  private static let longestRun: Int64 = 1 << 48

  init(storeIdentifier: String, tables: [EntityTable], retention: HistoryRetention = .standard) {
    self.storeIdentifier = storeIdentifier
    self.retention = retention
    self.tables = Dictionary(tables.map { ($0.properties.tableName, $0) }, uniquingKeysWith: { $1 })
  }

  /// The number of the last transaction, whether it is still in the history or not.
  func latestToken(on connection: Connection) throws -> Int64 {
    try connection.integer("SELECT seq FROM sqlite_sequence WHERE name = 'openswiftdata_transaction'")
  }

  // MARK: - Writing

  /// Adds a transaction with its changes, and lets go of some of the oldest if there is too much history.
  ///
  /// - Parameter open: the number of a transaction of the same commit that the changes belong to; nil for a new one.
  /// - Returns: the transaction's number, which is the new token.
  @discardableResult
  func append(
    _ changes: ModelChanges, author: String?, to open: Int64? = nil, on connection: Connection
  ) throws -> Int64 {
    guard !changes.isEmpty else { return try latestToken(on: connection) }
    let transaction = try open ?? begin(author: author, on: connection)
    for run in changes.runs { try append(run, to: transaction, on: connection) }
    try prune(afterWriting: changes.runs.count, on: connection)
    return transaction
  }

  private func begin(author: String?, on connection: Connection) throws -> Int64 {
    try connection.run(
      "INSERT INTO openswiftdata_transaction(timestamp, writer, author, bundle, process) VALUES(?, ?, ?, ?, ?)",
      [
        .real(Date().timeIntervalSinceReferenceDate), .integer(writer), author.map { .text($0) } ?? .null,
        .text(bundle), .text(process),
      ])
    return connection.lastInsertedKey
  }

  private func append(_ run: ModelChanges.Run, to transaction: Int64, on connection: Connection) throws {
    try connection.run(
      "INSERT INTO openswiftdata_change(transaction_id, entity, kind, first, last, properties) VALUES(?, ?, ?, ?, ?, ?)",
      [
        .integer(transaction), .text(run.entity.names.entity), .integer(run.kind.rawValue),
        .integer(run.keys.lowerBound), .integer(run.keys.upperBound), .text(run.properties.joined(separator: " ")),
      ])
  }

  // MARK: - Reading

  /// The changes after a token.
  ///
  /// - Parameter skippingOwn: whether this process's own transactions are left out.
  func changes(after token: Int64, skippingOwn: Bool, on connection: Connection) throws -> Reading {
    try connection.withReadTransaction {
      var reading = Reading(token: try latestToken(on: connection))
      guard reading.token > token else { return reading }
      let isWhole = try marks(on: connection).deleted <= token
      reading.changes = isWhole ? try runs(after: token, skippingOwn, on: connection) : .everything
      return reading
    }
  }

  private func runs(after token: Int64, _ skippingOwn: Bool, on connection: Connection) throws -> ModelChanges {
    let statement = try connection.statement(
      """
      SELECT c.entity, c.kind, c.first, c.last, c.properties FROM openswiftdata_transaction t
      JOIN openswiftdata_change c ON c.transaction_id = t.id WHERE t.id > ? AND (t.writer <> ? OR ?)
      ORDER BY t.id, c.rowid
      """)
    defer { statement.reset() }
    try statement.bind([.integer(token), .integer(writer), .integer(skippingOwn ? 0 : 1)])
    var changes = ModelChanges()
    while try statement.step() {
      guard changes.runs.count < Self.largestReading else { return .everything }
      if let run = run(from: statement) { changes.append(run) }
    }
    return changes
  }

  /// The run of a row that begins with entity, kind, first, last and properties.
  ///
  /// - Returns: nil if it makes no sense: somebody else may have written it, or a program with other models.
  func run(from row: Statement) -> ModelChanges.Run? {
    guard let table = tables[row.text(0)], let kind = ModelChanges.Kind(rawValue: row.integer(1)) else { return nil }
    let (first, last) = (row.integer(2), row.integer(3))
    // No store has as many rows. Keys may be large all the same: a custom store gives what it likes.
    guard 0 < first, first <= last, last < .max, last - first <= Self.longestRun else { return nil }
    return ModelChanges.Run(
      entity: table.identity, kind: kind, keys: first...last,
      properties: row.text(4).split(separator: " ").map(String.init))
  }

  /// The properties of an entity.
  func properties(of entity: EntityIdentity) -> ModelProperties? { tables[entity.names.entity]?.properties }
}
