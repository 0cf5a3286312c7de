import Foundation
import Synchronization

/// The copy of a custom store's models in a store in memory, on which contexts work.
///
/// A custom store has no rows, statements or transactions as contexts need them. So the container makes a `SQLiteStore`
/// in memory with this object beside it, and
/// - a fetch asks the custom store first, updates the copy with the answer, publishes the differences like any other
///   commit, and returns the models of the copy;
/// - everything else reads the copy, which is completed once before that;
/// - a save is tried on the copy, so that delete rules and constraints are applied, and the rows that it changes become
///   snapshots; only when the custom store has written them is it made for good, under the store's identifiers.
///
/// Any other store has no copy, and the cost is a check for nil.
final class WorkingCopy: OriginalStore {
  let backend: any StoreBackend
  private let isComplete = Atomic<Bool>(false)
  /// The state under which the copy is completed.
  private let ownState = EditingState(id: UUID(), author: nil)

  init(_ backend: any StoreBackend) { self.backend = backend }

  var identifier: String { backend.identifier }
  func identifier(ofEntity name: String) -> String { backend.identifier(ofEntity: name) }
  func erase() throws { try backend.erase() }
  func makeSession(_ store: SQLiteStore) -> any CustomStoreSession { WorkingCopySession(self, store) }

  func complete(_ store: SQLiteStore) throws {
    guard !isComplete.load(ordering: .acquiring) else { return }
    try update(store) { rows in
      let types = store.schema.roots.map(\.properties.modelType)
      let all = try types.flatMap { try self.fetchAll($0, into: &rows) }
      // Again, because lists are given an order only where their members are rows already.
      try rows.apply(all)
    }
    isComplete.store(true, ordering: .releasing)
  }

  /// Makes the next use read everything again, because the copy may differ from the store.
  func invalidate() { isComplete.store(false, ordering: .releasing) }

  /// Changes rows of the copy, and publishes the differences.
  private func update<Result>(_ store: SQLiteStore, _ body: (inout SnapshotWriter) throws -> Result) throws -> Result {
    let (result, changes) = try store.write { connection in
      var rows = SnapshotWriter(store, on: connection)
      let result = try body(&rows)
      try store.history.append(rows.changes, author: nil, on: connection)
      return (result, rows.changes)
    }
    store.hub.publish(changes)
    return result
  }

  private func fetchAll<Model: PersistentModel>(
    _: Model.Type, into rows: inout SnapshotWriter
  ) throws -> [DefaultSnapshot] {
    let answer = try backend.fetch(FetchDescriptor<Model>(), for: ownState)
    try rows.replaceAll(with: answer.fetched, of: Model.self)
    return answer.fetched
  }

  /// Tells the store that a context is about to send its first request.
  func begin(_ state: EditingState, _ store: SQLiteStore) {
    // A failure is harmless: the store learns of the context from its requests too.
    try? store.withWriter { _ in backend.begin(state) }
  }

  /// Tells the store that a context has sent its last request.
  func end(_ state: EditingState, _ store: SQLiteStore) {
    try? store.withWriter { _ in backend.end(state) }
  }
}

extension WorkingCopy {
  /// The result of a fetch, after the copy was updated.
  enum Answer {
    /// The keys of the result in its order.
    case ordered([Int64])
    /// The keys of the result; the context sorts them and takes the page.
    case unordered([Int64])
    /// The copy has every model of the type: fetch from it.
    case everything
  }

  /// Fetches from the store, without the parts of the descriptor that it wants to be applied in memory.
  ///
  /// - Throws: what the store throws, `SwiftDataError.unsupportedPredicate` for a predicate that it can't evaluate.
  func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, in store: SQLiteStore, for state: EditingState
  ) throws -> Answer {
    var request = StoreRequest(descriptor)
    return try update(store) { rows in
      let answer = try request.run(self.backend, for: state)
      if request.asksForEverything {
        try rows.replaceAll(with: answer.fetched, of: Model.self)
      } else {
        try rows.apply(answer.fetched)
      }
      try rows.apply(answer.related)
      return request.answer(answer.fetched.map(\.persistentIdentifier.key))
    }
  }

  /// The number of models that the store counts itself, if it can.
  func fetchCount<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, in store: SQLiteStore, for state: EditingState
  ) throws -> Int? {
    try store.withWriter { _ in try backend.fetchCount(descriptor, for: state) }
  }
}

/// A fetch as it is sent to a store: each time that the store refuses a part, it is sent again without it.
private struct StoreRequest<Model: PersistentModel> {
  private var asked: FetchDescriptor<Model>
  private var filtersInMemory = false
  private var sortsInMemory = false

  init(_ descriptor: FetchDescriptor<Model>) { asked = descriptor }

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
    // A store that ignored limit and offset returns too much.
    guard let limit = asked.fetchLimit, keys.count > limit else { return .ordered(keys) }
    return .ordered(keys.page(offset: asked.fetchOffset, limit: limit))
  }

  /// Limit and offset can only be applied after predicate and order.
  private mutating func askForLess(_ change: (inout FetchDescriptor<Model>) -> Void) {
    change(&asked)
    asked.fetchLimit = nil
    asked.fetchOffset = nil
  }
}

extension WorkingCopy {
  func remoteCommits(for store: SQLiteStore) -> [RemoteCommits] {
    for member in backend.sqliteStores {
      member.setRemoteListener { [weak self, weak store, weak member] reading in
        guard let self, let store, let member else { return }
        apply(reading.changes, of: member, into: store)
        let token = DefaultHistoryToken(storeIdentifier: member.history.storeIdentifier, transaction: reading.token)
        ModelContainer.postRemoteChange(of: store, token: token)
      }
    }
    return backend.sqliteStores.flatMap(\.remoteCommits)
  }

  private func apply(_ changes: ModelChanges, of member: SQLiteStore, into store: SQLiteStore) {
    do {
      if changes.isEverything {
        invalidate()
        try complete(store)
      } else {
        try update(store) { rows in try self.readAgain(changes.runs, of: member, &rows) }
      }
    } catch {
      // Rows that can't be read now are read before they are used.
      invalidate()
    }
  }

  /// Reads the rows of runs while nobody saves to the copy, so that no older values replace saved ones.
  private func readAgain(_ runs: [ModelChanges.Run], of member: SQLiteStore, _ rows: inout SnapshotWriter) throws {
    var snapshots: [DefaultSnapshot] = []
    for run in runs {
      guard let table = member.table(for: run.entity) else { continue }
      let found = try member.read { connection in
        let reader = SnapshotReader(member, on: connection)
        return try connection.withReadTransaction {
          try SnapshotWriter(member, on: connection).keys(run.keys, table).compactMap { try reader.snapshot($0, table) }
        }
      }
      let keys = Set(found.map(\.persistentIdentifier.key))
      try rows.delete(rows.keys(run.keys, table).filter { !keys.contains($0) }, table)
      snapshots += found
    }
    try rows.apply(snapshots)
  }
}
