extension DefaultStore: HistoryProviding {
  /// The type of the store's transactions.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  /// The transactions that a descriptor names.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] { try ModelContext(store: store).fetchHistory(descriptor) }

  /// Deletes the transactions that a descriptor names.
  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try ModelContext(store: store).deleteHistory(descriptor)
  }
}
