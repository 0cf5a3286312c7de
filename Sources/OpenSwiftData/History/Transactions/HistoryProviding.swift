/// A store that keeps a history of what was saved.
///
/// Source: SwiftData, `HistoryProviding`.
public protocol HistoryProviding {
  /// The type of the store's transactions.
  associatedtype HistoryType: HistoryTransaction

  /// The type of the store's transactions.
  static var historyType: HistoryType.Type { get }

  /// The transactions that a descriptor names.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Deletes the transactions that a descriptor names.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}
