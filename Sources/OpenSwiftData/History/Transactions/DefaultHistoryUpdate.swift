/// The record of a row that was updated in one of this library's stores.
///
/// Source: SwiftData, `DefaultHistoryUpdate`.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
  /// Transactions are numbered.
  public typealias TransactionIdentifier = Int64
  /// Changes are numbered in the order of writing.
  public typealias ChangeIdentifier = Int64
  /// The key path of a changed property.
  public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The number of the change; larger in later transactions, and unique in its store.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the row.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The key paths of the properties that were changed.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

  /// Whether both are the same change of the same store.
  public static func == (left: DefaultHistoryUpdate, right: DefaultHistoryUpdate) -> Bool {
    left.changeIdentifier == right.changeIdentifier
      && left.changedPersistentIdentifier == right.changedPersistentIdentifier
  }

  /// Hashes the change's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}
