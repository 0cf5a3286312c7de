import Foundation

/// The history of a store: which transaction changed which rows.
///
/// It is written in the transaction that makes the change, so that it is as durable and as atomic as the rows.
struct HistoryLog: Sendable {
  /// The changes since a token.
  struct Reading: Sendable {
    /// The last transaction that was read.
    var token: Int64
    /// What was changed; everything, if the history doesn't reach back to the token or has too many changes.
    var changes = ModelChanges()
  }

  /// What an observer of the history wants to know about; an empty set means everything.
  struct Interest: Sendable {
    let entities: Set<String>
    let authors: Set<String>
  }

  /// A run with its place in the history.
  struct NumberedRun: Sendable {
    let number: Int64
    /// When it was saved, in seconds since 2001.
    let time: Double
    let transaction: Int64
    let author: String?
    let run: ModelChanges.Run
  }

  let storeIdentifier: String
  let retention: HistoryRetention

  /// Distinguishes the transactions of this container from those of others.
  private let writer = Int64.random(in: .min ... .max)
  // Not the identifier of the main bundle: a program has none on Linux, and Foundation looks through the program's folder
  // for it.
  private let bundle = ProcessInfo.processInfo.processName
  private let process = String(ProcessInfo.processInfo.processIdentifier)
  private let tables: [String: EntityTable]
  let lookout = HistoryLookout()

  /// With more runs than this, reading all rows is faster than following the runs one by one.
  private static let largestReading = 20_000

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

  /// Adds a transaction with its changes, and prunes the history if there is too much of it.
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
    try prune(afterWriting: changes.runs, on: connection)
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

  // MARK: - Following

  /// The changes after a token.
  ///
  /// - Parameter skippingOwn: whether this container's own transactions are left out.
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

  /// The runs after a token whose author is another one, in order, with ascending numbers of their own.
  ///
  /// - Parameters:
  ///   - first: the number of the first run; earlier ones are passed over.
  ///   - limit: how many at most.
  func runs(
    after token: Int64, exceptAuthor author: String, from first: Int64, limit: Int, on connection: Connection
  ) throws -> [NumberedRun] {
    try connection.rows(
      """
      SELECT c.entity, c.kind, c.first, c.last, c.properties, c.rowid, t.timestamp, t.id, t.author
      FROM openswiftdata_transaction t
      JOIN openswiftdata_change c ON c.transaction_id = t.id WHERE t.id > ? AND t.author IS NOT ? AND c.rowid >= ?
      ORDER BY t.id, c.rowid LIMIT ?
      """, [.integer(token), .text(author), .integer(first), .integer(Int64(limit))]
    ) { row in
      run(from: row).map {
        NumberedRun(
          number: row.integer(5), time: row.real(6), transaction: row.integer(7),
          author: row.isNull(8) ? nil : row.text(8), run: $0)
      }
    }.compactMap(\.self)
  }

  /// Looks for relevant transactions after a token, without reading their changes.
  ///
  /// - Returns: whether there is one, or may have been one, and the last transaction that was looked at.
  func news(
    after token: Int64, of interest: Interest, on connection: Connection
  ) throws -> (isRelevant: Bool, token: Int64) {
    try connection.withReadTransaction {
      let latest = try latestToken(on: connection)
      guard latest > token else { return (false, token) }
      if try marks(on: connection).deleted > token { return (true, latest) }
      return (try hasTransactions(after: token, interest, connection), latest)
    }
  }

  private func hasTransactions(after token: Int64, _ interest: Interest, _ connection: Connection) throws -> Bool {
    let isOfInterest =
      condition("c.entity", interest.entities)
      + condition("t.author COLLATE \(TextCollation.swift.rawValue)", interest.authors)
    return try connection.integer(
      """
      SELECT EXISTS(SELECT 1 FROM openswiftdata_transaction t
      JOIN openswiftdata_change c ON c.transaction_id = t.id WHERE t.id > ?\(isOfInterest))
      """, [.integer(token)] + (interest.entities.sorted() + interest.authors.sorted()).map { .text($0) }) == 1
  }

  private func condition(_ column: String, _ values: Set<String>) -> String {
    values.isEmpty ? "" : " AND \(column) IN (\(values.map { _ in "?" }.joined(separator: ", ")))"
  }

  // MARK: - Transactions

  /// A transaction with its changes.
  ///
  /// - Parameter row: a row with id, timestamp, author, bundle and process.
  func transaction(_ row: Statement, on connection: Connection) throws -> DefaultHistoryTransaction {
    DefaultHistoryTransaction(
      row, storeIdentifier: storeIdentifier, runs: try runs(of: row.integer(0), on: connection))
  }

  private func runs(of transaction: Int64, on connection: Connection) throws -> [HistoryRun] {
    let statement = try connection.statement(
      """
      SELECT entity, kind, first, last, properties
      FROM openswiftdata_change WHERE transaction_id = ? ORDER BY rowid
      """)
    defer { statement.reset() }
    try statement.bind(transaction, at: 1)
    var tombstones: [String: [Int64: [String: SQLiteValue]]]?
    var runs: [HistoryRun] = []
    var ordinal: Int64 = 0
    var lastKeys: [String: Int64] = [:]
    while try statement.step() {
      let entity = statement.text(0)
      let lastKey = try lastKeys[entity] ?? tables[entity]?.lastKey(on: connection) ?? .max
      lastKeys[entity] = lastKey
      guard let run = run(from: statement, lastKey: lastKey), let properties = tables[entity]?.properties else {
        continue
      }
      if run.kind == .delete, tombstones == nil, !properties.preservedOnDeletion.isEmpty {
        tombstones = try self.tombstones(of: transaction, on: connection)
      }
      runs.append(
        HistoryRun(
          run: run, properties: properties, transaction: transaction, firstOrdinal: ordinal,
          tombstones: run.kind == .delete ? tombstones?[properties.entityName] ?? [:] : [:]))
      ordinal += Int64(run.keys.count)
    }
    return runs
  }

  /// The run of a row with entity, kind, first, last and properties.
  ///
  /// - Parameter lastKey: where a run ends that says it is longer.
  /// - Returns: nil for an invalid row, which something else may have written, or a program with other models.
  private func run(from row: Statement, lastKey: Int64 = .max) -> ModelChanges.Run? {
    guard let table = tables[row.text(0)], let kind = ModelChanges.Kind(rawValue: row.integer(1)) else { return nil }
    let first = row.integer(2)
    let last = min(row.integer(3), max(first, lastKey))
    // No store has as many rows. The keys themselves may be large: a custom store assigns what it likes.
    guard 0 < first, first <= last, last < .max, last - first <= Self.longestRun else { return nil }
    return ModelChanges.Run(
      entity: table.identity, kind: kind, keys: first...last,
      properties: row.text(4).split(separator: " ").map(String.init))
  }
}
