import Foundation

/// A set of models in memory and the changes made to them, saved together.
///
/// A context belongs to one executor: `mainContext` to the main actor, that of a model actor to the actor. A context
/// made by `init(_:)` belongs to whoever made it, until a `DefaultSerialModelExecutor` binds it to a queue.
///
/// Source: SwiftData, `ModelContext`.
public final class ModelContext {
  // The parts of a context, each with its own state; each depends only on those above it.
  let store: SQLiteStore
  let link: ContextLink
  let subscription: ContextSubscription
  let connection: ContextConnection
  let identityMap: IdentityMap
  let pending = PendingChanges()
  let materializer: RowMaterializer
  // Made when first used: a handler's context lives for one operation, and may only read.
  private(set) lazy var autosave = Autosave(link)
  private(set) lazy var tracker = ChangeTracker(link, pending, autosave)
  private(set) lazy var relationships = RelationshipReader(store, connection, identityMap, pending, materializer)
  private(set) lazy var merger = ContextMerger(
    store, link, connection, identityMap, pending, materializer, relationships)
  private(set) lazy var finder = ModelFinder(link: link, materializer: materializer)
  private(set) lazy var graph = RelationshipGraph(
    link, identityMap, pending, finder, materializer, relationships, tracker)
  private(set) lazy var saver = ContextSaver()
  private(set) lazy var transactions = NestedTransactions()
  /// Nil over a store of the library.
  let customStore: (any CustomStoreSession)?

  // Weak for the main context, which the container retains.
  private weak var owner: ModelContainer?
  private var keptOwner: ModelContainer?
  private var undoRecorder: UndoRecorder?

  /// Who is noted in the history as the author of this context's saves.
  public var author: String?
  /// What a save does where others changed the same values since they were read.
  public var mergePolicy = MergePolicy.byProperty

  /// Creates a context of a container; never the main one.
  ///
  /// - Complexity: no connection is opened.
  public convenience init(_ container: ModelContainer) {
    self.init(container, isolation: .unbound)
  }

  convenience init(_ container: ModelContainer, isolation: ContextIsolation) {
    self.init(store: container.store, isolation: isolation)
    owner = container
    if !isolation.isMain { keptOwner = container }
  }

  init(store: SQLiteStore, isolation: ContextIsolation = .unbound) {
    self.store = store
    link = ContextLink(isolation: isolation, store: store)
    subscription = ContextSubscription(link)
    connection = ContextConnection(store, link, keepsConnection: isolation.isMain)
    identityMap = link.identityMap
    materializer = RowMaterializer(store, link, connection, identityMap, pending)
    customStore = store.original?.makeSession(store)
    link.context = self
    store.hub.subscribe(subscription)
  }

  deinit {
    store.hub.unsubscribe(ObjectIdentifier(subscription))
    customStore?.end(author: author)
  }

  /// The container that the context belongs to; every context but `mainContext` retains it.
  public var container: ModelContainer { owner ?? ModelContainer(store: store) }

  // MARK: - Options

  /// Whether the context saves by itself some time after a change: true for `mainContext`, otherwise false at first.
  ///
  /// The save comes 0.5 s after the last change, but at most 2 s after the first, on the context's executor, which
  /// waits for the disk. There is a timer only while something is unsaved. A context without an executor saves in
  /// `processPendingChanges()`. A context that is released saves nothing.
  ///
  /// Source: SwiftData, `ModelContext.autosaveEnabled`.
  public var autosaveEnabled: Bool {
    get { autosave.isEnabled }
    set {
      autosave.setEnabled(newValue, hasChanges: hasChanges)
      tracker.watchChanges()
    }
  }

  /// Receives the error of a failed autosave, on the context's executor; by default it is a line on standard error.
  ///
  /// The changes stay unsaved until the next attempt, after the next change.
  public var autosaveErrorHandler: (any Error) -> Void {
    get { autosave.errorHandler }
    set { autosave.errorHandler = newValue }
  }

  /// Receives the error of a value that can't be read, on the context's executor; by default a line on standard error.
  ///
  /// Until the store can be read the value is a placeholder, and a relationship empty. A context with an executor reads
  /// again by itself soon and tells the observers, any other one at the next access. Further values that can't be read
  /// meanwhile are not reported.
  public var readErrorHandler: (any Error) -> Void {
    get { materializer.readErrorHandler }
    set { materializer.readErrorHandler = newValue }
  }

  /// The undo manager that the changes of the context's models are registered with; nil at first.
  ///
  /// Property changes, relationship changes, insertions and deletions can be undone, before they are saved and after;
  /// undoing makes new unsaved changes. Use it on the context's executor. It retains the models that it could change.
  ///
  /// - What was changed before the undo manager was set, or by other contexts, is not undone. Undoing a property
  ///   restores that property only; undoing a list removes and adds only the members that were added and removed here.
  /// - A deleted model comes back as the same instance, with its values, its relationships and its identifier: if the
  ///   deletion was saved, the next save inserts the row again under its old key.
  /// - `rollback()` removes what it discards. If something was undone or redone since the last save, it removes all of
  ///   the context's actions.
  /// - Changes are grouped by turns of the context's executor. A context without an executor ends a group in `save()`
  ///   and `processPendingChanges()`.
  ///
  /// Source: SwiftData, `ModelContext.undoManager`.
  public var undoManager: UndoManager? {
    get { undoRecorder?.manager }
    set {
      guard newValue != nil || undoRecorder != nil else { return }
      let recorder = undoRecorder ?? UndoRecorder(link)
      undoRecorder = recorder
      recorder.use(newValue)
      tracker.use(recorder)
    }
  }

  /// Whether there is something to save.
  public var hasChanges: Bool { !pending.isEmpty }
  /// The models to be inserted by the next save, in the order of their insertion.
  public var insertedModelsArray: [any PersistentModel] { pending.inserted.all }
  /// The models to be updated by the next save.
  public var changedModelsArray: [any PersistentModel] { pending.changed.all }
  /// The models to be deleted by the next save.
  public var deletedModelsArray: [any PersistentModel] { pending.deleted.all }

  /// The model of an identifier if this context holds it, otherwise nil; the store is not asked.
  public func registeredModel<Model: PersistentModel>(for identifier: PersistentIdentifier) -> Model? {
    finder.registeredModel(for: identifier) as? Model
  }

  /// The model of an identifier, without looking whether there is a row.
  ///
  /// Its values are read when they are first needed. If the row is gone, `isDeleted` is true and the values are
  /// placeholders; so it is for an identifier of an entity that the container does not have.
  public func model(for identifier: PersistentIdentifier) -> any PersistentModel { finder.model(for: identifier) }

  /// The model of an identifier: registered here, or fetched, or nil if there is no such row.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  public func fetchModel<Model: PersistentModel>(for identifier: PersistentIdentifier) throws -> Model? {
    try finder.fetchModel(for: identifier)
  }

  // MARK: - Inserting and deleting

  /// Adds a model and the models that it refers to, to be inserted by the next save.
  ///
  /// A model that is in this context already stays as it is; so does one of another context, and one whose row is gone.
  public func insert<Model: PersistentModel>(_ model: Model) {
    link.mergeIfUnbound()
    let record = model._$record
    switch record.state {
    case .detached:
      tracker.group { graph.insertGraph(model) }
    case .deleting where record.link === link:
      tracker.group { insertDeleted(model) }
    case .inserted, .saved, .deleting, .deleted:
      break
    }
  }

  /// Adds a model as the row that an identifier stood for before it was deleted: the next save gives it that key again.
  ///
  /// A model that is in a context already stays as it is.
  ///
  /// - Parameters:
  ///   - model: a new model with the values that the row had.
  ///   - identifier: the identifier that the row had; a temporary one, or one of another entity or store, is ignored.
  ///
  /// The save throws `SwiftDataError.uniqueConstraint` if there is such a row.
  public func insert<Model: PersistentModel>(_ model: Model, as identifier: PersistentIdentifier) {
    let identifier = identifier.resolved
    guard !identifier.isTemporary, identifier.entity == store.identity(of: Model.self) else { return insert(model) }
    guard model._$record.state == .detached else { return }
    // A fault may have been made for the identifier meanwhile; it becomes a deleted model.
    if let other = identityMap.model(identifier.entity, identifier.key) { materializer.fill(other) }
    tracker.group { graph.insertGraph(model, key: identifier.key) }
  }

  /// Marks a model for deletion by the next save; one that was never saved is removed.
  ///
  /// The delete rules of its relationships are followed at once for the models in memory, and again by the save for all
  /// rows. A model of another context is left alone: it has to be deleted there, or looked up here by its identifier.
  public func delete<Model: PersistentModel>(_ model: Model) {
    guard model._$record.link === link else { return }
    link.mergeIfUnbound()
    tracker.group { graph.deleteGraph(model) }
  }

  private func insertDeleted(_ model: any PersistentModel) {
    pending.undelete(model)
    tracker.noteInsertion(of: model)
    graph.relink(model)
  }

  // MARK: - Saving and rolling back

  /// Writes all changes in one transaction: after it returns they are on disk, and if it throws none of them is.
  ///
  /// A failed save keeps the changes, to be saved again or rolled back. In an observer of `willSave` it does nothing:
  /// the running save writes everything.
  ///
  /// - Throws: `StoreError` for trouble with the store, `SwiftDataError` for values that break a rule or rows that are
  ///   gone, `MergeConflict` if `mergePolicy` is `.error` and others changed the same.
  public func save() throws { try saver.save(self) }

  /// Discards unsaved changes: the models get back the values and states that the last save left.
  public func rollback() {
    pending.appendedList.forget()
    for model in pending.deleted.all { bringBack(model) }
    for model in pending.changed.all { restore(model) }
    for model in pending.inserted.all { graph.remove(model) }
    relationships.forgetOverlaidLists()
    pending.removeAll()
    tracker.watchChanges()
    autosave.settle()
    tracker.recorder?.noteRollback()
  }

  /// Undoes a deletion, and what the other ends changed since.
  private func bringBack(_ model: any PersistentModel) {
    pending.undelete(model)
    for property in type(of: model)._$properties.relationships where property.isToMany {
      relationships.forgetList(property, of: model)
    }
    model._$record.becomeFault()
  }

  private func restore(_ model: any PersistentModel) {
    let properties = type(of: model)._$properties.all
    let (originals, lists) = model._$record.takeChanges()
    for slot in lists {
      guard let property = properties[slot] as? RelationshipProperty else { continue }
      relationships.forgetList(property, of: model)
    }
    for (slot, value) in originals {
      // Sound: the property encoded the value itself.
      try? properties[slot].restore(value, in: model)
    }
    // Read again at the next access: the row may be gone.
    model._$record.becomeFault()
  }

  /// Merges the changes that other contexts and processes committed.
  ///
  /// In a context without an executor it also ends the undo group, and saves if `autosaveEnabled`.
  public func processPendingChanges() {
    link.mergeCommits()
    guard !link.hasExecutor else { return }
    tracker.recorder?.endTurn()
    if autosaveEnabled, !transactions.isRunning { autosave.save(self) }
  }
}

extension ModelContext: Equatable {
  /// Two contexts are equal if they are the same instance.
  public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }
}

extension ModelContext: CustomDebugStringConvertible {
  /// The store and the number of unsaved changes, for a person.
  public var debugDescription: String {
    let (inserted, changed, deleted) = (pending.inserted.count, pending.changed.count, pending.deleted.count)
    let counts = "\(inserted) inserted, \(changed) changed, \(deleted) deleted"
    return "ModelContext(\(store.location.name): \(counts))"
  }
}

@available(*, unavailable, message: "A context belongs to one executor; make one for each.")
extension ModelContext: @unchecked Sendable {}
