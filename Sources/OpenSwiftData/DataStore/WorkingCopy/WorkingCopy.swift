import Foundation
import Synchronization

/// The seam between contexts and custom stores: a copy, in a store in memory, of what a custom store told.
///
/// Contexts are written against `SQLiteStore`: rows, statements, one transaction for each save. A store of one's own has
/// none of that. So the container gives it a `SQLiteStore` in memory that has this object beside it, and
/// - a fetch asks the custom store first, brings the copy in line with the answer, announces what differs like any other
///   commit, and answers with the models of the copy;
/// - everything else reads the copy, which is completed once before that;
/// - a save is rehearsed on the copy, so that rules, cascades and constraints are applied; what it did to rows becomes
///   snapshots; only when the custom store has written them is it done for good, under the identifiers that the store
///   gave.
///
/// A store without one, which is any made from a `ModelConfiguration`, pays for a look whether there is one.
final class WorkingCopy: Sendable {
  let backend: any StoreBackend
  private let isComplete = Atomic<Bool>(false)

  /// On whose behalf the copy is completed.
  private let ownState = EditingState(id: UUID(), author: nil)

  init(_ backend: any StoreBackend) {
    self.backend = backend
  }

  /// Makes sure that every model of the custom store is in the copy.
  ///
  /// - Throws: what the store throws if it can't be read.
  func complete(_ store: SQLiteStore) throws {
    guard !isComplete.load(ordering: .acquiring) else { return }
    try bringUpToDate(store) { rows in
      let types = store.schema.roots.map(\.properties.modelType)
      let all = try types.flatMap { try self.takeAll($0, into: &rows) }
      // Again, because lists are given an order only where their members are rows already.
      try rows.take(all)
    }
    isComplete.store(true, ordering: .releasing)
  }

  /// Has everything read again before it is used; nobody knows any more what the store has.
  func invalidate() { isComplete.store(false, ordering: .releasing) }

  /// Changes rows of the copy, and announces what differs from before.
  func bringUpToDate<Result>(
    _ store: SQLiteStore, _ body: (inout SnapshotRows) throws -> Result
  ) throws -> Result {
    let (result, changes) = try store.write { connection in
      var rows = SnapshotRows(store, on: connection)
      let result = try body(&rows)
      try store.history.append(rows.changes, author: nil, on: connection)
      return (result, rows.changes)
    }
    store.hub.publish(changes)
    return result
  }

  private func takeAll<Model: PersistentModel>(
    _: Model.Type, into rows: inout SnapshotRows
  ) throws -> [DefaultSnapshot] {
    let answer = try backend.fetch(FetchDescriptor<Model>(), for: ownState)
    try rows.takeAll(answer.fetched, of: Model.self)
    return answer.fetched
  }
}
