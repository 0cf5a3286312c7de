import Foundation

/// The requests of one context to a custom store, under one editing state.
final class WorkingCopySession: CustomStoreSession {
  private let store: SQLiteStore
  private let copy: WorkingCopy
  /// The identifier under which the store knows the context, from the first request on.
  private var identifier: UUID?

  init(_ copy: WorkingCopy, _ store: SQLiteStore) {
    self.store = store
    self.copy = copy
  }

  var historyStores: [HistoryStore] { copy.backend.historyStores }

  /// The state of the next request; tells the store of the context with the first.
  private func state(author: String?) -> EditingState {
    if let identifier { return EditingState(id: identifier, author: author) }
    let state = EditingState(id: UUID(), author: author)
    identifier = state.id
    copy.begin(state, store)
    return state
  }

  func end(author: String?) {
    if let identifier { copy.end(EditingState(id: identifier, author: author), store) }
  }

  func fetch<Model>(
    _ descriptor: FetchDescriptor<Model>, _ table: EntityTable, for context: ModelContext
  ) throws -> [Model]? {
    let answer = try copy.fetch(descriptor, in: store, for: state(author: context.author))
    context.link.mergeCommits()
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

  func count<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>, author: String?) throws -> Int? {
    try copy.fetchCount(descriptor, in: store, for: state(author: author))
  }

  func prepareToSave(author: String?) throws {
    try copy.complete(store)
    _ = state(author: author)
  }

  func save(_ context: ModelContext, _ keys: SaveKeys, on connection: Connection) throws -> SaveOutcome {
    let state = state(author: context.author)
    return try CustomStoreSave(context, copy, state, keys, on: connection).write()
  }
}
