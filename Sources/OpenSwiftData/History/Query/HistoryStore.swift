import Foundation

/// A store of any type that keeps a history of the library's transactions.
struct HistoryStore {
  let identifier: String
  private let store: any HistoryProviding

  /// Nil if the store keeps none, or one of transactions of its own.
  init?(_ identifier: String, _ store: some DataStore) {
    guard let keeper = store as? any HistoryProviding, keeper.keepsDefaultTransactions else { return nil }
    self.identifier = identifier
    self.store = keeper
  }

  func fetch(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws -> [DefaultHistoryTransaction] {
    try store.fetch(descriptor)
  }

  func delete(_ transactions: [DefaultHistoryTransaction]) throws {
    let numbers = transactions.filter { $0.storeIdentifier == identifier }.map(\.transactionIdentifier)
    guard !numbers.isEmpty else { return }
    try store.delete(HistoryDescriptor(predicate: #Predicate { numbers.contains($0.transactionIdentifier) }))
  }
}

extension HistoryProviding {
  fileprivate var keepsDefaultTransactions: Bool { HistoryType.self == DefaultHistoryTransaction.self }

  fileprivate func fetch(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    guard let own = descriptor as? HistoryDescriptor<HistoryType> else { return [] }
    return try fetchHistory(own) as? [DefaultHistoryTransaction] ?? []
  }

  fileprivate func delete(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    if let own = descriptor as? HistoryDescriptor<HistoryType> { try deleteHistory(own) }
  }
}
