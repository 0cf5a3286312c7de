import Foundation

/// The history of a container over custom stores or several of them: each store keeps its own, with tokens of its own.
struct SeveralHistories {
  private let stores: [HistoryStore]
  private let descriptor: HistoryDescriptor<DefaultHistoryTransaction>

  /// - Throws: `DataStoreError.unsupportedFeature` if no store keeps a history, `SwiftDataError.historyTokenExpired` if
  ///   the predicate names the token of another store: nobody can say what came after it.
  init(_ all: [HistoryStore], _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    guard !all.isEmpty else { throw DataStoreError.unsupportedFeature }
    let named = HistoryBounds(descriptor.predicate, storeIdentifier: "").storesOfTokens
    guard named.isSubset(of: all.map(\.identifier)) else { throw SwiftDataError.historyTokenExpired }
    // A token says nothing of other stores.
    stores = named.isEmpty ? all : all.filter { named.contains($0.identifier) }
    self.descriptor = descriptor
  }

  /// The transactions that match, in the wanted order, or else in that of their times.
  func transactions() throws -> [DefaultHistoryTransaction] {
    let found = try stores.flatMap { try $0.fetch(descriptor) }
    guard stores.count > 1 else { return found }
    let sorted = found.sorted(using: descriptor.sortBy + [SortDescriptor(\.timestamp)])
    return descriptor.fetchLimit == 0 ? sorted : Array(sorted.prefix(Int(clamping: descriptor.fetchLimit)))
  }

  func delete() throws {
    let found = try transactions()
    for store in stores { try store.delete(found) }
  }
}
