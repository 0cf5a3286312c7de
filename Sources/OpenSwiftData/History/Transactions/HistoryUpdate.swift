/// The record of a row that was updated.
///
/// Source: SwiftData, `HistoryUpdate`.
public protocol HistoryUpdate<Model>: Sendable {
  /// The model type of the row.
  associatedtype Model: PersistentModel
  /// The type of the transaction's identity.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of the change's identity.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// The key path of a changed property.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The identity of the change.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identity of the transaction that the change belongs to.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the row.
  var changedPersistentIdentifier: PersistentIdentifier { get }

  /// The key paths of the properties that were changed.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}
