/// A custom store without its types: what a working copy asks.
///
/// It is only called inside of `SQLiteStore.write(_:)` or `withWriter(_:)` of the copy, one call at a time.
protocol StoreBackend: Sendable {
  var identifier: String { get }
  var schema: Schema { get }
  /// Whether a save can be undone until it is committed.
  var isTransactional: Bool { get }

  /// The library's own stores behind it.
  var sqliteStores: [SQLiteStore] { get }
  /// The stores behind it that keep a history, and what they are called in tokens.
  var historyStores: [HistoryStore] { get }

  /// What the store that keeps an entity is called in identifiers.
  func identifier(ofEntity name: String) -> String

  func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, for state: EditingState
  ) throws -> FetchedSnapshots
  /// Nil if the store can't count by itself.
  func fetchCount<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>, for state: EditingState) throws -> Int?
  /// What has become of some models, as far as the store can tell.
  func current(_ identifiers: [PersistentIdentifier]) throws -> CurrentSnapshots
  /// Writes all changes or none.
  ///
  /// - Parameter beforeCommit: called when everything is written; if it throws, a transactional store undoes that.
  func save(_ changes: SnapshotChanges, beforeCommit: () throws -> Void) throws -> SavedSnapshots
  func erase() throws
  func begin(_ state: EditingState)
  func end(_ state: EditingState)
}

extension StoreBackend {
  var isTransactional: Bool { false }

  func identifier(ofEntity _: String) -> String { identifier }
}

/// What a store answers to a fetch.
struct FetchedSnapshots {
  let fetched: [DefaultSnapshot]
  let related: [DefaultSnapshot]
}

/// What a store says of models that a context is about to change.
struct CurrentSnapshots {
  var found: [DefaultSnapshot] = []
  var gone: [PersistentIdentifier] = []
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
