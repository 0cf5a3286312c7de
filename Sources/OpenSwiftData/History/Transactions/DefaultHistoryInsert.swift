/// The record of a row that was inserted in one of this library's stores.
///
/// Source: SwiftData, `DefaultHistoryInsert`.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
  /// Transactions are numbered.
  public typealias TransactionIdentifier = Int64
  /// Changes are numbered in the order of writing.
  public typealias ChangeIdentifier = Int64

  /// The number of the change; larger in later transactions, and unique in its store.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the row.
  public let changedPersistentIdentifier: PersistentIdentifier

  /// Whether both are the same change of the same store.
  public static func == (left: DefaultHistoryInsert, right: DefaultHistoryInsert) -> Bool {
    left.changeIdentifier == right.changeIdentifier
      && left.changedPersistentIdentifier == right.changedPersistentIdentifier
  }

  /// Hashes the change's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}
