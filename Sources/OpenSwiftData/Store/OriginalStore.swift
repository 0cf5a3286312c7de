/// The custom stores of which a store in memory is only a working copy; implemented by `WorkingCopy`.
protocol OriginalStore: Sendable {
  /// The identifier of the custom store and of its copy.
  var identifier: String { get }

  /// The identifier of the store that contains an entity.
  func identifier(ofEntity name: String) -> String

  /// Makes sure that every model of the custom store is in the copy; throws what reading the store throws.
  func complete(_ copy: SQLiteStore) throws

  /// Deletes the models of the custom store.
  func erase() throws

  /// Starts to follow what other processes commit to the library's stores behind the copy.
  func remoteCommits(for copy: SQLiteStore) -> [RemoteCommits]

  func makeSession(_ copy: SQLiteStore) -> any CustomStoreSession
}

/// A context's session with the custom store whose working copy it reads; a context over the library's stores has none.
protocol CustomStoreSession: AnyObject {
  /// The stores behind the copy that keep a history.
  var historyStores: [HistoryStore] { get }

  /// The models that the store returns; nil if the copy has all models and answers instead.
  func fetch<Model>(
    _ descriptor: FetchDescriptor<Model>, _ table: EntityTable, for context: ModelContext
  ) throws -> [Model]?

  /// The number of the store's models that match; nil if the store can't count.
  func count<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>, author: String?) throws -> Int?

  /// Prepares a save before it takes the write lock, for which the preparation itself would wait.
  func prepareToSave(author: String?) throws

  /// Saves a context: first in the custom store, then in the copy.
  func save(_ context: ModelContext, _ keys: SaveKeys, on connection: Connection) throws -> SaveOutcome

  /// Tells the store that the context is gone.
  func end(author: String?)
}
