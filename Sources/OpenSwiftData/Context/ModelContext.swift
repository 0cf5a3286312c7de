import Foundation

/// A set of models in memory and the changes made to them, saved together.
///
/// A context belongs to one executor: `mainContext` to the main actor, that of a model actor to the actor. A context
/// made by `init(_:)` belongs to whoever made it, until a `DefaultSerialModelExecutor` binds it to a queue.
///
/// Source: SwiftData, `ModelContext`.
public final class ModelContext {
  /// Whether the context saves by itself; accepted, and not acted on yet.
  public var autosaveEnabled = false

  /// Who is noted in the history as the author of this context's saves.
  public var author: String?

  /// What a save does where others changed the same values since they were read.
  public var mergePolicy = MergePolicy.byProperty

  let store: SQLiteStore
  let link: ContextLink
  var identityMap = IdentityMap()
  var held = HeldModels()
  var inserted = PendingModels()
  var changed = PendingModels()
  var deleted = PendingModels()
  var batchDeletions: [BatchDeletion] = []

  /// What a custom store knows the context by, once it was asked for something.
  var editingIdentifier: UUID?

  // Weak, because the container keeps its main context; the store is what has to live on.
  private weak var owner: ModelContainer?
  private var ownConnection: Connection?
  private let keepsConnection: Bool

  /// Creates a context of a container; never the main one.
  ///
  /// - Complexity: no connection is opened.
  public convenience init(_ container: ModelContainer) {
    self.init(container, isolation: .unbound)
  }

  convenience init(_ container: ModelContainer, isolation: ContextIsolation) {
    self.init(store: container.store, isolation: isolation)
    owner = container
  }

  init(store: SQLiteStore, isolation: ContextIsolation = .unbound) {
    self.store = store
    link = ContextLink(isolation: isolation, store: store)
    if case .main = isolation { keepsConnection = true } else { keepsConnection = false }
    link.context = self
    store.hub.subscribe(link)
  }

  deinit {
    store.hub.unsubscribe(ObjectIdentifier(link))
    if let ownConnection { store.giveBack(ownConnection) }
    endEditing()
  }

  /// The container that the context belongs to.
  public var container: ModelContainer { owner ?? ModelContainer(store: store) }

  /// Whether there is something to save.
  public var hasChanges: Bool {
    !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty || !batchDeletions.isEmpty
  }

  /// The models to be inserted by the next save, in the order of their insertion.
  public var insertedModelsArray: [any PersistentModel] { inserted.all }

  /// The models to be updated by the next save.
  public var changedModelsArray: [any PersistentModel] { changed.all }

  /// The models to be deleted by the next save.
  public var deletedModelsArray: [any PersistentModel] { deleted.all }

  /// Lends a connection for reading: the main context's own, or one of the store's.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try store.copy?.complete(store)
    // Somebody who is elsewhere must not use the connection beside the main actor.
    guard keepsConnection, !link.isForeign else { return try store.read(body) }
    let connection = try ownConnection ?? store.leaseForMain()
    ownConnection = connection
    return try store.reporting { try store.reading(connection, body) }
  }
}

@available(*, unavailable, message: "A context belongs to one executor; make one for each.")
extension ModelContext: @unchecked Sendable {}
