/// The record of a row that was deleted.
///
/// Source: SwiftData, `HistoryDelete`.
public protocol HistoryDelete<Model>: Sendable {
  /// The model type of the row.
  associatedtype Model: PersistentModel
  /// The type of the transaction's identity.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of the change's identity.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// The identity of the change.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identity of the transaction that the change belongs to.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the row.
  var changedPersistentIdentifier: PersistentIdentifier { get }

  /// The values that were kept of the row.
  var tombstone: HistoryTombstone<Model> { get }
}
