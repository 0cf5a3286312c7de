extension ModelContext {
  /// The transactions that any context or process saved to the store.
  ///
  /// A store drops its oldest transactions when there are more than about 100 000 runs of neighbouring rows that were
  /// changed alike, or as many values of tombstones.
  ///
  /// With several configurations each store has a history and tokens of its own: without an order the transactions come
  /// by their times, and a predicate that names a token applies to the store that it belongs to.
  ///
  /// - Throws: `SwiftDataError.historyTokenExpired` if transactions after the predicate's token have been deleted: then
  ///   everything has to be read anew. `SwiftDataError.invalidTransactionFetchRequest` for transactions of another type
  ///   than `DefaultHistoryTransaction`, `StoreError` if the store can't be read, `DataStoreError.unsupportedFeature`
  ///   if it is a custom one without history.
  /// - Complexity: O(transactions) within the bounds that the predicate sets for token, date and author.
  public func fetchHistory<Transaction: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<Transaction>
  ) throws -> [Transaction] {
    let descriptor = try checked(descriptor)
    if let customStore {
      return try CombinedHistory(customStore.historyStores, descriptor).transactions().compactMap {
        $0 as? Transaction
      }
    }
    let query = HistoryQuery(descriptor, storeIdentifier: store.history.storeIdentifier)
    let found = try connection.read { try query.transactions(of: store.history, on: $0) }
    return found.compactMap { $0 as? Transaction }
  }

  /// Deletes transactions from the history; the models stay as they are.
  ///
  /// Tokens expire when nothing is left of the transactions up to them and of some after them. In an exclusive
  /// transaction of this context it is a part of that one.
  ///
  /// - Throws: as `fetchHistory(_:)`, `SwiftDataError.savingNotAllowed` if the store may not be written, and
  ///   `SwiftDataError.nestedWrite` inside of another write to it on the same thread.
  public func deleteHistory<Transaction: HistoryTransaction>(_ descriptor: HistoryDescriptor<Transaction>) throws {
    let descriptor = try checked(descriptor)
    if let customStore { return try CombinedHistory(customStore.historyStores, descriptor).delete() }
    let query = HistoryQuery(descriptor, storeIdentifier: store.history.storeIdentifier)
    let delete = { (connection: Connection) in
      let found = try query.transactions(of: self.store.history, on: connection).map(\.transactionIdentifier)
      try self.store.history.delete(found, on: connection)
      return found
    }
    guard let exclusive = connection.exclusive else { return _ = try store.write(delete) }
    let deleted = try exclusive.write { try store.write(within: exclusive.connection, delete) }
    exclusive.noteDeletion(ofHistory: deleted)
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
