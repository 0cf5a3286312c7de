/// A custom store without its types: what a working copy asks.
///
/// It is only called inside of `SQLiteStore.write(_:)` or `withWriter(_:)` of the copy, one call at a time.
protocol StoreBackend: Sendable {
  var identifier: String { get }
  var schema: Schema { get }

  func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, for state: EditingState
  ) throws -> FetchedSnapshots
  /// Nil if the store can't count by itself.
  func fetchCount<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>, for state: EditingState) throws -> Int?
  func save(_ changes: SnapshotChanges) throws -> SavedSnapshots
  func erase() throws
  func begin(_ state: EditingState)
  func end(_ state: EditingState)
}

/// What a store answers to a fetch.
struct FetchedSnapshots {
  let fetched: [DefaultSnapshot]
  let related: [DefaultSnapshot]
}

/// What a save changes.
struct SnapshotChanges {
  var inserted: [DefaultSnapshot] = []
  var updated: [DefaultSnapshot] = []
  var deleted: [DefaultSnapshot] = []
  let state: EditingState

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// What a store answers to a save.
struct SavedSnapshots {
  let identifiers: [PersistentIdentifier: PersistentIdentifier]
  /// Models with other values than the store was asked to write.
  let rewritten: [DefaultSnapshot]
}
