import Foundation

/// What one save wrote to one of this library's stores.
///
/// Source: SwiftData, `DefaultHistoryTransaction`.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// Transactions of a store are numbered in the order of their commits.
  public typealias TransactionIdentifier = Int64
  /// The type of the transaction's place in the history.
  public typealias TokenType = DefaultHistoryToken

  /// When it was saved, by the clock of the machine that saved.
  public let timestamp: Date
  /// The place in the history right after the transaction.
  public let token: DefaultHistoryToken
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the store.
  public let storeIdentifier: String
  /// The bundle identifier of the program that saved, or its name where it has none.
  public let bundleIdentifier: String
  /// The number of the process that saved, as text.
  public let processIdentifier: String
  /// The `author` of the context that saved.
  public let author: String?

  private let list: HistoryChangeList

  init(_ row: HistoryTransactionRow, storeIdentifier: String, changes: HistoryChangeList) {
    timestamp = Date(timeIntervalSinceReferenceDate: row.timestamp)
    token = DefaultHistoryToken(storeIdentifier: storeIdentifier, transaction: row.id)
    transactionIdentifier = row.id
    self.storeIdentifier = storeIdentifier
    bundleIdentifier = row.bundle
    processIdentifier = row.process
    author = row.author
    list = changes
  }

  /// The number of the transaction.
  public var id: Int64 { transactionIdentifier }

  /// What was inserted, updated and deleted, in the order of writing.
  ///
  /// Rows of entities that the container's schema does not have are left out.
  ///
  /// - Complexity: O(rows) when first read, then O(1).
  public var changes: [HistoryChange] { list.changes }

  /// Whether both are the same transaction of the same store.
  public static func == (left: DefaultHistoryTransaction, right: DefaultHistoryTransaction) -> Bool {
    left.token == right.token
  }

  /// Hashes the transaction's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}
