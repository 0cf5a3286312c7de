/// The custom stores of which a store in memory is only a working copy; `WorkingCopy` is how they are reached.
///
/// What is below custom stores knows them by this protocol and that of their sessions.
protocol OriginalStore: Sendable {
  /// The identifier of the custom store, which is that of its copy too.
  var identifier: String { get }

  /// The identifier of the store that contains an entity.
  func identifier(ofEntity name: String) -> String

  /// Makes sure that every model of the custom store is in the copy.
  ///
  /// - Throws: what the store throws if it can't be read.
  func complete(_ copy: SQLiteStore) throws

  /// Deletes the models of the custom store.
  func erase() throws

  /// Follows what other processes commit to the library's stores behind the copy.
  ///
  /// - Returns: their watches.
  func remoteCommits(for copy: SQLiteStore) -> [RemoteCommits]

  /// What a context over the copy asks of the custom store.
  func makeSession(_ copy: SQLiteStore) -> any CustomStoreSession
}

/// What a context asks of a custom store, whose working copy it reads.
///
/// A context over a store of the library has none.
protocol CustomStoreSession: AnyObject {
  /// The stores behind the copy that keep a history.
  var historyStores: [HistoryStore] { get }

  /// The models that the store answers with; nil if its copy has them all and is to be asked.
  func fetch<Model>(
    _ descriptor: FetchDescriptor<Model>, _ table: EntityTable, for context: ModelContext
  ) throws -> [Model]?

  /// The number of the store's models that match; nil if it can't count by itself.
  func count<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>, author: String?) throws -> Int?

  /// Does what a save needs before it takes the write lock: it would wait for itself.
  func prepareToSave(author: String?) throws

  /// Writes what a context has to save; what belongs to the store only after that has written it.
  func save(_ context: ModelContext, _ keys: SaveKeys, on connection: Connection) throws -> SaveOutcome

  /// Tells the store that the context is gone.
  func end(author: String?)
}
