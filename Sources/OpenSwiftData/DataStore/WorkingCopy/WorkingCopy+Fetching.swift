import Foundation

extension WorkingCopy {
  /// What the copy knows of a fetch after it was brought in line with the store's answer.
  enum Answer {
    /// The keys of the result in its order.
    case ordered([Int64])
    /// The keys of the result; memory has to sort and to page.
    case unordered([Int64])
    /// Every model of the type is there; the copy is to be asked.
    case everything
  }

  /// Asks the store; again without what it wants to be done in memory.
  ///
  /// - Throws: what the store throws, `SwiftDataError.unsupportedPredicate` for a predicate that it can't make sense of.
  func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, in store: SQLiteStore, for state: EditingState
  ) throws -> Answer {
    var request = StoreRequest(descriptor)
    return try bringUpToDate(store) { rows in
      let answer = try request.run(self.backend, for: state)
      let isWhole = request.asksForEverything
      try isWhole ? rows.takeAll(answer.fetched, of: Model.self) : rows.take(answer.fetched)
      try rows.take(answer.related)
      return request.answer(answer.fetched.map(\.persistentIdentifier.key))
    }
  }

  /// The number of models that the store counts by itself, or nil.
  func fetchCount<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, in store: SQLiteStore, for state: EditingState
  ) throws -> Int? {
    try store.withWriter { _ in try backend.fetchCount(descriptor, for: state) }
  }
}

/// A fetch as it is put to a store, with less and less in it until the store can do it.
private struct StoreRequest<Model: PersistentModel> {
  private var asked: FetchDescriptor<Model>
  private var filtersInMemory = false
  private var sortsInMemory = false

  init(_ descriptor: FetchDescriptor<Model>) {
    asked = descriptor
  }

  /// Whether the store is asked for all models of the type.
  var asksForEverything: Bool { asked.predicate == nil && asked.fetchLimit == nil && (asked.fetchOffset ?? 0) == 0 }

  mutating func run(_ backend: any StoreBackend, for state: EditingState) throws -> FetchedSnapshots {
    while true {
      do {
        return try backend.fetch(asked, for: state)
      } catch DataStoreError.preferInMemoryFilter where !filtersInMemory {
        filtersInMemory = true
        askForLess { $0.predicate = nil }
      } catch DataStoreError.preferInMemorySort where !sortsInMemory {
        sortsInMemory = true
        askForLess { $0.sortBy = [] }
      } catch DataStoreError.invalidPredicate {
        throw SwiftDataError(
          .unsupportedPredicate,
          "The store \(backend.identifier) can't evaluate the predicate of a fetch of \(Model.self).")
      }
    }
  }

  func answer(_ keys: [Int64]) -> WorkingCopy.Answer {
    if filtersInMemory { return .everything }
    if sortsInMemory { return .unordered(keys) }
    // A store that looked at neither gives more than it was asked for.
    guard let limit = asked.fetchLimit, keys.count > limit else { return .ordered(keys) }
    return .ordered(keys.page(offset: asked.fetchOffset, limit: limit))
  }

  /// A page can only be cut off after the rest was done.
  private mutating func askForLess(_ change: (inout FetchDescriptor<Model>) -> Void) {
    change(&asked)
    asked.fetchLimit = nil
    asked.fetchOffset = nil
  }
}
