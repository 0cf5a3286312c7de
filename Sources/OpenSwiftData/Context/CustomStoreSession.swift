import Foundation

/// What a context asks of a custom store, whose working copy it reads.
///
/// A context over a store of the library has none.
final class CustomStoreSession {
  private let store: SQLiteStore
  private let copy: WorkingCopy
  /// What the store knows the context by, once it was asked for something.
  private var identifier: UUID?

  init?(_ store: SQLiteStore) {
    guard let copy = store.copy else { return nil }
    self.store = store
    self.copy = copy
  }

  /// The stores behind the copy that keep a history.
  var historyStores: [HistoryStore] { copy.backend.historyStores }

  /// On whose behalf the store is asked.
  func state(author: String?) -> EditingState {
    if let identifier { return EditingState(id: identifier, author: author) }
    let state = EditingState(id: UUID(), author: author)
    identifier = state.id
    copy.begin(state, store)
    return state
  }

  /// Tells the store that the context is gone.
  func end(author: String?) {
    if let identifier { copy.end(EditingState(id: identifier, author: author), store) }
  }

  // MARK: - Fetching

  /// The models that the store answers with; nil if its copy has them all and is to be asked.
  func fetch<Model>(
    _ descriptor: FetchDescriptor<Model>, _ table: EntityTable, for context: ModelContext
  ) throws -> [Model]? {
    let answer = try copy.fetch(descriptor, in: store, for: state(author: context.author))
    context.merger.mergePendingChanges()
    switch answer {
    case .everything:
      return nil
    case .ordered(let keys):
      return context.materializer.models(keys, table).compactMap { $0 as? Model }
    case .unordered(let keys):
      let models = context.materializer.models(keys, table).compactMap { $0 as? Model }
      return descriptor.sorted(models).page(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
    }
  }

  /// The number of the store's models that match; nil if it can't count by itself.
  func count<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>, author: String?) throws -> Int? {
    try copy.fetchCount(descriptor, in: store, for: state(author: author))
  }

  // MARK: - Saving

  /// Does what a save needs before it takes the write lock: it would wait for itself.
  func prepareToSave(author: String?) throws {
    try copy.complete(store)
    _ = state(author: author)
  }

  /// Writes what a context has to save; what belongs to the store only after that has written it.
  func save(_ context: ModelContext, _ keys: SaveKeys, on connection: Connection) throws -> SaveOutcome {
    let state = state(author: context.author)
    return try CustomStoreSave(context, copy, state, keys, on: connection).write()
  }
}
