import Foundation

/// A history descriptor as SQL, with the rest of the work in memory.
struct HistoryQuery {
  private let descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  private let predicate: MemoryPredicate<DefaultHistoryTransaction>?
  private let bounds: HistoryBounds
  private let limit: Int
  private let direction: Direction

  private enum Direction {
    case ascending
    case descending
    /// SQL can't express the order.
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
  /// - Throws: `SwiftDataError.historyTokenExpired` if the descriptor asks for the transactions after a token, and some
  ///   of them have been deleted.
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
      let transaction = try history.transaction(statement, on: connection)
      if try predicate?.evaluate(transaction) ?? true { found.append(transaction) }
    }
    return found
  }

  /// Numbers and tokens have the same order and are unique, so that further descriptors change nothing.
  private static func direction(_ order: [SortDescriptor<DefaultHistoryTransaction>]) -> Direction {
    guard let first = order.first else { return .ascending }
    guard first.keyPath == \.transactionIdentifier || first.keyPath == \.token || first.keyPath == \.id else {
      return .inMemory
    }
    return first.order == .forward ? .ascending : .descending
  }
}

/// The history of a container with custom or several stores: each store has its own history, with its own tokens.
struct CombinedHistory {
  private let stores: [HistoryStore]
  private let descriptor: HistoryDescriptor<DefaultHistoryTransaction>

  /// - Throws: `DataStoreError.unsupportedFeature` if no store keeps a history, `SwiftDataError.historyTokenExpired` if
  ///   the predicate names the token of a store that isn't one of them: nobody knows what came after it.
  init(_ all: [HistoryStore], _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    guard !all.isEmpty else { throw DataStoreError.unsupportedFeature }
    let named = HistoryBounds(descriptor.predicate, storeIdentifier: "").storesOfTokens
    guard named.isSubset(of: all.map(\.identifier)) else { throw SwiftDataError.historyTokenExpired }
    // A token belongs to one store.
    stores = named.isEmpty ? all : all.filter { named.contains($0.identifier) }
    self.descriptor = descriptor
  }

  /// The transactions that match, in the descriptor's order, or else by time.
  func transactions() throws -> [DefaultHistoryTransaction] {
    let found = try stores.flatMap { try $0.fetch(descriptor) }
    guard stores.count > 1 else { return found }
    let sorted = found.sorted(using: descriptor.sortBy + [SortDescriptor(\.timestamp)])
    return descriptor.fetchLimit == 0 ? sorted : Array(sorted.prefix(Int(clamping: descriptor.fetchLimit)))
  }

  func delete() throws {
    let found = try transactions()
    for store in stores { try store.delete(found) }
  }
}

/// A store of any type whose history has the library's transactions.
struct HistoryStore {
  let identifier: String
  private let store: any HistoryProviding

  /// Nil if the store keeps no history, or has transactions of its own type.
  init?(_ identifier: String, _ store: some DataStore) {
    guard let keeper = store as? any HistoryProviding, keeper.keepsDefaultTransactions else { return nil }
    self.identifier = identifier
    self.store = keeper
  }

  func fetch(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws -> [DefaultHistoryTransaction] {
    try store.fetch(descriptor)
  }

  func delete(_ transactions: [DefaultHistoryTransaction]) throws {
    let numbers = transactions.filter { $0.storeIdentifier == identifier }.map(\.transactionIdentifier)
    guard !numbers.isEmpty else { return }
    try store.delete(HistoryDescriptor(predicate: #Predicate { numbers.contains($0.transactionIdentifier) }))
  }
}

extension HistoryProviding {
  fileprivate var keepsDefaultTransactions: Bool { HistoryType.self == DefaultHistoryTransaction.self }

  fileprivate func fetch(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    guard let own = descriptor as? HistoryDescriptor<HistoryType> else { return [] }
    return try fetchHistory(own) as? [DefaultHistoryTransaction] ?? []
  }

  fileprivate func delete(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    if let own = descriptor as? HistoryDescriptor<HistoryType> { try deleteHistory(own) }
  }
}
