extension ModelContext {
  /// The transactions that were saved to the store, by whichever context and process.
  ///
  /// - Throws: `SwiftDataError.historyTokenExpired` if the predicate asks for what comes after a token, and some of that
  ///   has been deleted: then everything has to be read anew. `SwiftDataError.invalidTransactionFetchRequest` for
  ///   transactions of another type than `DefaultHistoryTransaction`, `StoreError` if the store can't be read.
  /// - Complexity: O(transactions) within the bounds that the predicate sets for token, date and author.
  public func fetchHistory<Transaction: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<Transaction>
  ) throws -> [Transaction] {
    let query = try HistoryQuery(checked(descriptor), storeIdentifier: store.history.storeIdentifier)
    let found = try read { try query.transactions(of: self.store.history, on: $0) }
    return found.compactMap { $0 as? Transaction }
  }

  /// Deletes transactions from the history; the models stay as they are.
  ///
  /// Tokens expire when nothing is left of the transactions up to them and of some after them.
  ///
  /// - Throws: as `fetchHistory(_:)`, and `SwiftDataError.savingNotAllowed` if the store may not be written.
  public func deleteHistory<Transaction: HistoryTransaction>(_ descriptor: HistoryDescriptor<Transaction>) throws {
    let query = try HistoryQuery(checked(descriptor), storeIdentifier: store.history.storeIdentifier)
    try store.write { connection in
      let found = try query.transactions(of: self.store.history, on: connection)
      try self.store.history.delete(found.map(\.transactionIdentifier), on: connection)
    }
  }

  private func checked<Transaction>(
    _ descriptor: HistoryDescriptor<Transaction>
  ) throws -> HistoryDescriptor<DefaultHistoryTransaction> {
    guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
      throw SwiftDataError.invalidTransactionFetchRequest
    }
    return descriptor
  }
}
