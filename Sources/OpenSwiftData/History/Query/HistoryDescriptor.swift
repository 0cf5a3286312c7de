import Foundation

/// Which transactions of the history to fetch or to delete, and in which order.
///
/// Source: SwiftData, `HistoryDescriptor`.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
  /// Which transactions match; nil for all.
  public var predicate: Predicate<TransactionType>?
  /// The order of the transactions; without one, that of their commits.
  public var sortBy: [SortDescriptor<TransactionType>]
  /// The largest number of transactions; 0 for no limit.
  public var fetchLimit: UInt64 = 0

  /// Creates a descriptor; without arguments it names the whole history.
  public init(predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
