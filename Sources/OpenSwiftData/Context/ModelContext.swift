import Foundation

/// A set of models in memory and the changes made to them, saved together.
///
/// A context belongs to one executor: `mainContext` to the main actor, that of a model actor to the actor. A context
/// made by `init(_:)` belongs to whoever made it, until a `DefaultSerialModelExecutor` binds it to a queue.
///
/// Source: SwiftData, `ModelContext`.
public final class ModelContext {
  /// Whether the context saves by itself some time after a change: true for `mainContext`, otherwise false at first.
  ///
  /// The save comes 0.5 s after the last change, but at most 2 s after the first, on the context's executor: that of
  /// `mainContext` runs on the main actor, which waits for the disk meanwhile. There is a timer only while something
  /// waits to be saved. A context without an executor has nobody to wake it: it saves in `processPendingChanges()`. A
  /// context that goes away saves nothing.
  ///
  /// Source: SwiftData, `ModelContext.autosaveEnabled`.
  public var autosaveEnabled = false {
    didSet { autosaveEnabledDidChange() }
  }

  /// Receives the error of an autosave that failed, on the context's executor; by default it is a line on standard
  /// error.
  ///
  /// The changes stay unsaved. The next change leads to the next attempt.
  public var autosaveErrorHandler: (any Error) -> Void = ModelContext.writeToStandardError(autosaveError:)

  /// Receives the error of a value that could not be read when it was needed, on the context's executor; by default it is
  /// a line on standard error.
  ///
  /// Until the store can be read the value is a placeholder, and a relationship empty. A context with an executor reads
  /// again by itself soon, and tells the observers; any other one reads at the next access. Further values that can't be
  /// read meanwhile are not reported.
  public var readErrorHandler: (any Error) -> Void = ModelContext.writeToStandardError(readError:)

  /// What the changes of the context's models are registered with, to be undone and redone; nil at first.
  ///
  /// Property changes, relationship changes, insertions and deletions can be undone, before they are saved and after;
  /// undoing makes new unsaved changes. Use it on the context's executor. While there is one, the models that it could
  /// change are kept in memory.
  ///
  /// - What was changed before the undo manager was set, or by other contexts, is not undone. Undoing a property
  ///   restores that property only; undoing a list takes out and puts back only the members that were put in and taken
  ///   out here.
  /// - A deleted model comes back as the same instance, with its values, its relationships and its identifier: if the
  ///   deletion was saved, the next save inserts the row again under its old key.
  /// - `rollback()` removes what it discards. If something was undone or redone since the last save, it removes all of
  ///   the context's actions.
  /// - Changes are grouped by turns of the context's executor. A context without an executor ends a group in `save()`
  ///   and `processPendingChanges()`.
  ///
  /// Source: SwiftData, `ModelContext.undoManager`.
  public var undoManager: UndoManager? {
    didSet { undoManagerDidChange() }
  }

  /// Who is noted in the history as the author of this context's saves.
  public var author: String?

  /// What a save does where others changed the same values since they were read.
  public var mergePolicy = MergePolicy.byProperty

  let store: SQLiteStore
  let link: ContextLink
  let subscription: ContextSubscription
  var identityMap: IdentityMap
  var held = HeldModels()
  var inserted = PendingModels()
  var changed = PendingModels()
  var deleted = PendingModels()
  var batchDeletions = BatchDeletions()
  var overlaidLists: [OverlaidList] = []
  var listAtHand: ListAtHand?
  var autosave = Autosave(clock: DispatchAutosaveClock())
  var undoState = UndoState()
  /// What could not be read when it was needed.
  var unreadable = UnreadableValues()
  /// Whether a save runs.
  var isSaving = false
  /// The transactions that run, one inside of the other.
  var transactions = NestedTransactions()
  /// The transaction that runs and holds the store's write lock.
  var exclusive: ExclusiveTransaction?

  /// What a custom store knows the context by, once it was asked for something.
  var editingIdentifier: UUID?

  // The container keeps its main context, so that one must not keep the container.
  private weak var owner: ModelContainer?
  private var keptOwner: ModelContainer?
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
    if case .main = isolation { return }
    keptOwner = container
  }

  init(store: SQLiteStore, isolation: ContextIsolation = .unbound) {
    self.store = store
    link = ContextLink(isolation: isolation, store: store)
    subscription = ContextSubscription(link)
    identityMap = IdentityMap(departures: link.departures)
    if case .main = isolation { keepsConnection = true } else { keepsConnection = false }
    link.context = self
    store.hub.subscribe(subscription)
  }

  deinit {
    store.hub.unsubscribe(ObjectIdentifier(subscription))
    if let ownConnection { store.giveBack(ownConnection) }
    endEditing()
  }

  /// The container that the context belongs to; every context but `mainContext` keeps it.
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
    if let exclusive { return try store.reporting { try body(exclusive.connection) } }
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
