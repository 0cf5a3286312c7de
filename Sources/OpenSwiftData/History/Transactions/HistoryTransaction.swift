import Foundation

/// What one save wrote to a store.
///
/// Source: SwiftData, `HistoryTransaction`.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The type of the transaction's place in the history.
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  /// The type of the transaction's identity.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// When it was saved.
  var timestamp: Date { get }
  /// What was inserted, updated and deleted, in the order of writing.
  var changes: [HistoryChange] { get }
  /// The place in the history right after the transaction.
  var token: TokenType { get }
  /// The identity of the transaction in its store.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the store.
  var storeIdentifier: String { get }
  /// The `author` of the context that saved.
  var author: String? { get }
}
