import Foundation

/// A history descriptor as SQL and what is left to do in memory.
struct HistoryQuery {
  private let descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  private let predicate: MemoryPredicate<DefaultHistoryTransaction>?
  private let bounds: HistoryBounds
  private let limit: Int
  private let direction: Direction

  private enum Direction {
    case ascending
    case descending
    /// SQL can't say the order, or not alone.
    case inMemory

    var sql: String { self == .descending ? "DESC" : "ASC" }
  }

  init(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>, storeIdentifier: String) {
    self.descriptor = descriptor
    predicate = descriptor.predicate.map { MemoryPredicate($0) }
    bounds = HistoryBounds(descriptor.predicate, storeIdentifier: storeIdentifier)
    limit = descriptor.fetchLimit == 0 ? .max : Int(clamping: descriptor.fetchLimit)
    direction = Self.direction(descriptor.sortBy)
  }

  /// The transactions that match, read on one snapshot.
  ///
  /// - Throws: `SwiftDataError.historyTokenExpired` if the descriptor asks for what comes after a token, and some of it
  ///   has been let go of.
  func transactions(of history: HistoryLog, on connection: Connection) throws -> [DefaultHistoryTransaction] {
    try connection.withReadTransaction {
      let marks = try history.marks(on: connection)
      if let token = bounds.token, token < marks.expired { throw SwiftDataError.historyTokenExpired }
      let found = try matches(after: marks.expired, history, connection)
      return direction == .inMemory ? Array(found.sorted(using: descriptor.sortBy).prefix(limit)) : found
    }
  }

  private func matches(
    after expired: Int64, _ history: HistoryLog, _ connection: Connection
  ) throws -> [DefaultHistoryTransaction] {
    let columns = try HistoryLog.isCurrent(connection) ? "bundle, process" : "NULL, NULL"
    let statement = try connection.statement(
      """
      SELECT id, timestamp, author, \(columns) FROM openswiftdata_transaction WHERE id > ? AND \(bounds.sql)
      ORDER BY id \(direction.sql)
      """)
    defer { statement.reset() }
    try statement.bind([.integer(expired)] + bounds.arguments)
    var found: [DefaultHistoryTransaction] = []
    while try (direction == .inMemory || found.count < limit) && statement.step() {
      let transaction = try history.transaction(HistoryTransactionRow(statement), on: connection)
      if try predicate?.evaluate(transaction) ?? true { found.append(transaction) }
    }
    return found
  }

  /// Numbers and tokens say the same and differ in each transaction, so that further descriptors change nothing.
  private static func direction(_ order: [SortDescriptor<DefaultHistoryTransaction>]) -> Direction {
    guard let first = order.first else { return .ascending }
    guard first.keyPath == \.transactionIdentifier || first.keyPath == \.token || first.keyPath == \.id else {
      return .inMemory
    }
    return first.order == .forward ? .ascending : .descending
  }
}
