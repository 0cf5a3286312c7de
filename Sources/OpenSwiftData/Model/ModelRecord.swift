import COpenSwiftDataRuntime
import Observation
import Synchronization

/// The state of one model instance: its row, its context, what was changed and who observes it.
///
/// `@Model` gives each instance one; it is not meant to be used by hand. Like the model it belongs to the context's
/// executor.
public final class ModelRecord {
  enum State {
    /// Never inserted into a context.
    case detached
    /// Inserted, not saved yet.
    case inserted
    /// There is a row.
    case saved
    /// Marked for deletion at the next save.
    case deleting
    /// The row is gone; the last values of attributes stay readable.
    case deleted
  }

  // A context has one of these for each of its models, so what few models need is in `extras`.
  /// Made by the first observed read.
  // Retained by hand, because any thread may be the first that observes.
  private let observers = Atomic<Unmanaged<Observers>?>(nil)
  // Retained by hand, because every read uses it, and retaining it would cost more than the check.
  private var retainedLink: Unmanaged<ContextLink>?
  private var extras: Extras?
  /// Negative while temporary; 0 until the identifier is first asked for.
  ///
  /// Not in a key path: the compiler then checks each access for exclusivity at run time.
  private(set) var key: Int64 = 0
  private var entityOrNone = EntityIdentity.none
  private(set) var state = State.detached
  /// Whether the values have to be read first.
  private(set) var isFault = false
  /// Whether a fetch left out properties, which are read when first needed, or a change could not be read.
  private(set) var isPartial = false
  /// Whether the context keeps the model alive because another one refers to it.
  private(set) var isRetained = false

  /// Creates the record of a model that belongs to no context.
  public init() {}

  deinit {
    observers.load(ordering: .acquiring)?.release()
    guard let retainedLink else { return }
    if key != 0 { retainedLink._withUnsafeGuaranteedRef { $0.identityMap.removeReleased(entity, key) } }
    retainedLink.release()
  }

  private(set) var link: ContextLink? {
    get { retainedLink?.takeUnretainedValue() }
    set {
      let old = retainedLink
      retainedLink = newValue.map(Unmanaged.passRetained)
      old?.release()
    }
  }

  private(set) var entity: EntityIdentity? {
    get { entityOrNone == .none ? nil : entityOrNone }
    set { entityOrNone = newValue ?? .none }
  }

  /// By the ordinals of the relationships; missing ones are unread.
  var relations: [RelationState] { extras?.relations ?? [] }
  var siblings: FetchedSiblings? { extras?.siblings }
  private var unsaved: UnsavedState? { extras?.unsaved }

  var hasChanges: Bool { state == .inserted || state == .deleting || isDirty }
  var isDeleted: Bool { state == .deleting || state == .deleted }

  /// Copies the values of backing data to the model.
  public func adopt<Model: PersistentModel>(_ data: any BackingData<Model>, for model: Model) { data.fill(model) }

  // MARK: - Reading and writing a property

  /// Reads a property: fills a fault if need be, and notes the access for observation.
  ///
  /// - Parameter keyPath: evaluated on the slow path only: forming one, even from a literal, costs more than the read.
  /// - Complexity: about 10 ns for a value in memory that nobody observes.
  @inlinable
  public func read<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, slot: Int,
    _ storage: @autoclosure () -> PersistedValue<Value>
  ) -> Value {
    let (isObserved, needsAttention) = needsOfRead
    if isObserved { noteObservedRead(of: model, slot, Value.self) }
    if needsAttention { return readSlowly(model, keyPath(), slot) }
    if case .loaded(let value) = storage() { return value }
    return placeholder(model, slot)
  }

  /// Writes a property, unless the value is the same to the byte, and tells the observers.
  public func write<Model: PersistentModel, Value: ColumnValue>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, slot: Int, _ newValue: Value,
    old: @autoclosure () -> PersistedValue<Value>, assign: (PersistedValue<Value>) -> Void
  ) {
    if isWrittenElsewhere(model, keyPath, slot, newValue) { return }
    let old = prepareToWrite(model, slot, old)
    if case .loaded(let current) = old, ColumnCodec.areEqual(current, newValue) { return }
    store(model, keyPath, slot, newValue, assign)
  }

  /// Writes a property of any other type, and tells the observers.
  @_disfavoredOverload
  public func write<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, slot: Int, _ newValue: Value,
    old: @autoclosure () -> PersistedValue<Value>, assign: (PersistedValue<Value>) -> Void
  ) {
    if isWrittenElsewhere(model, keyPath, slot, newValue) { return }
    _ = prepareToWrite(model, slot, old)
    store(model, keyPath, slot, newValue, assign)
  }

  /// What a read has to do besides: whether a closure whose reads are observed may run on this thread, and whether the
  /// value may not be in memory yet.
  @usableFromInline
  var needsOfRead: (isObserved: Bool, needsAttention: Bool) { (openswiftdata_may_be_observed(), needsAttention) }

  private var needsAttention: Bool {
    guard let retainedLink else { return false }
    if isFault { return true }
    return retainedLink._withUnsafeGuaranteedRef { $0.needsAttention }
  }

  /// The observers to be told of the read of one property, made now if need be; nil where all properties are observed at
  /// once.
  @usableFromInline
  var observersOfProperty: Unmanaged<Observers>? {
    let observers = observers.load(ordering: .acquiring) ?? makeObservers()
    let areAllObserved = observers._withUnsafeGuaranteedRef { $0.observeAllProperties() }
    return areAllObserved ? nil : observers
  }

  private func makeObservers() -> Unmanaged<Observers> {
    let made = Unmanaged.passRetained(Observers())
    let (isFirst, first) = observers.compareExchange(expected: nil, desired: made, ordering: .acquiringAndReleasing)
    if !isFirst { made.release() }
    return first ?? made
  }

  // Not inlined, so that a read can be; inlinable, so that the model's module has it for its types.
  @inlinable @inline(never)
  func noteObservedRead<Model: PersistentModel, Value>(of model: Model, _ slot: Int, _: Value.Type) {
    observersOfProperty?._withUnsafeGuaranteedRef { observers in
      Model._$properties.keyPaths[slot]._withUnsafeGuaranteedRef {
        // The table has a property's key path at its slot.
        observers.registrar.access(model, keyPath: unsafeDowncast($0, to: KeyPath<Model, Value>.self))
      }
    }
  }

  func noteAccess<Model: PersistentModel, Value>(to model: Model, keyPath: KeyPath<Model, Value>) {
    guard openswiftdata_may_be_observed() else { return }
    observersOfProperty?._withUnsafeGuaranteedRef { $0.registrar.access(model, keyPath: keyPath) }
  }

  func withMutation<Model: PersistentModel, Value>(
    of model: Model, keyPath: KeyPath<Model, Value>, _ mutation: () -> Void
  ) {
    guard let observers = observers.load(ordering: .acquiring)?.takeUnretainedValue() else { return mutation() }
    observers.withMutation(of: model, keyPath: keyPath, mutation)
  }

  // MARK: - Slow paths

  @usableFromInline
  func readSlowly<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, _ slot: Int
  ) -> Value {
    if let link, link.isForeign, let value = link.readElsewhere(model, keyPath, slot: slot) { return value }
    link?.prepareForAccess(to: model)
    if case .loaded(let value) = storage(model, slot) as PersistedValue<Value> { return value }
    return placeholder(model, slot)
  }

  /// Merges pending changes and reads a fault first.
  func isDeletedAfterMerging(_ model: some PersistentModel) -> Bool {
    if !isDeleted, let link, !link.isForeign, link.needsAttention || isFault { link.prepareForAccess(to: model) }
    return isDeleted
  }

  /// Nil if the model is deleted; merges pending changes and reads a fault first.
  func contextAfterMerging(of model: some PersistentModel) -> ModelContext? {
    guard let link, state != .deleted else { return nil }
    if state == .saved, !link.isForeign, link.needsAttention { link.prepareForAccess(to: model) }
    return state == .deleted ? nil : link.context
  }

  private func storage<Model: PersistentModel, Value>(_ model: Model, _ slot: Int) -> PersistedValue<Value> {
    Model._$properties.all[slot].storage(of: model) as? PersistedValue<Value> ?? .fault
  }

  /// A value for a property that has none, because the row was deleted before it was read.
  @usableFromInline
  func placeholder<Model: PersistentModel, Value>(_ model: Model, _ slot: Int) -> Value {
    if isPartial, state != .deleted {
      link?.reader.materializer.complete(model)
      if case .loaded(let value) = storage(model, slot) as PersistedValue<Value> { return value }
    }
    let property = Model._$properties.all[slot]
    property.loadPlaceholder(into: model)
    guard case .loaded(let value) = storage(model, slot) as PersistedValue<Value> else {
      preconditionFailure(
        "\(Model.self).\(property.name) was read, but it was never set and \(Value.self) has no default value")
    }
    return value
  }

  private func prepareToWrite<Model: PersistentModel, Value>(
    _ model: Model, _ slot: Int, _ old: () -> PersistedValue<Value>
  ) -> PersistedValue<Value> {
    if isPartial { link?.reader.materializer.complete(model) }
    guard let link, link.needsAttention || isFault else { return old() }
    prepareForChange(of: model, link)
    return storage(model, slot)
  }

  /// Merges pending changes and reads a fault before a change.
  ///
  /// If that shows that the row was deleted elsewhere, the change is kept, so that the save refuses it.
  func prepareForChange(of model: some PersistentModel, _ link: ContextLink) {
    let wasThere = !isDeleted
    link.prepareForAccess(to: model)
    if wasThere, state == .deleted { link.context?.materializer.keepChanged(model) }
  }

  /// Writes on the context's executor if the caller runs elsewhere.
  func isWrittenElsewhere<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, _ slot: Int, _ newValue: Value
  ) -> Bool {
    guard let link, link.isForeign else { return false }
    return link.writeElsewhere(model, keyPath, slot: slot, newValue)
  }

  private func store<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, _ slot: Int, _ newValue: Value,
    _ assign: (PersistedValue<Value>) -> Void
  ) {
    noteChange(of: model, slot: slot)
    withMutation(of: model, keyPath: keyPath) { assign(.loaded(newValue)) }
  }

  /// Keeps the old value of a saved model's property, and tells the context once per property and save.
  func noteChange(of model: any PersistentModel, slot: Int) {
    if let link, link.watchesChanges { link.context?.tracker.noteChange(of: model, slot: slot) }
    guard state == .saved, !isDirty(slot) else { return }
    let unsaved = madeUnsavedState()
    let property = type(of: model)._$properties.all[slot]
    if property.isStored || property.destination == nil {
      if !isFault { unsaved.originals[slot] = try? property.sqliteValue(of: model) }
    } else if let relationship = property as? RelationshipProperty {
      // What unsaved members add or remove is a change too, which a merge must keep.
      unsaved.originalLists[slot] = unsaved.storedLists[slot] ?? relation(relationship).keys
    }
    if unsaved.dirty.isEmpty { link?.context?.pending.insertChanged(model) }
    unsaved.dirty.insert(slot)
  }

  /// A model without a row gets a temporary identifier when first asked.
  func identifier<Model: PersistentModel>(of _: Model) -> PersistentIdentifier {
    let entity = entity ?? EntityIdentity(store: nil, entity: Model._$properties.tableName)
    giveTemporaryKey(Model.self)
    self.entity = entity
    return PersistentIdentifier(entity: entity, key: key)
  }

  func giveTemporaryKey(_ type: any PersistentModel.Type) {
    if key == 0 { key = TemporaryKeys.next(for: type) }
  }

  /// The identifier issued for a model without a row, or nil.
  var temporaryIdentifier: PersistentIdentifier? {
    key < 0 ? entity.map { PersistentIdentifier(entity: $0, key: key) } : nil
  }

  func becomePermanent(entity newEntity: EntityIdentity, key newKey: Int64) {
    entity = newEntity
    key = newKey
  }

  // MARK: - Between memory and store

  func enter(_ newLink: ContextLink) {
    // A former row may have another instance by now; the next save decides.
    if key > 0 { key = 0 }
    link = newLink
    state = .inserted
  }

  /// Joins a context as the model of a row.
  func enter(_ newLink: ContextLink, asRow newKey: Int64, of newEntity: EntityIdentity) {
    retainedLink?.release()
    retainedLink = .passRetained(newLink)
    state = .saved
    entityOrNone = newEntity
    key = newKey
  }

  func leaveContext() {
    setRelations([])
    state = .detached
    link = nil
  }

  func markDeleted() { state = .deleting }
  func unmarkDeleted() { state = .saved }

  func becomeDeleted() {
    becomeClean()
    state = .deleted
    isFault = false
  }

  /// For a model whose row is gone and is inserted again by the next save.
  func becomeInsertedAgain() {
    becomeClean()
    state = .inserted
  }

  func setRetained(_ newValue: Bool) { isRetained = newValue }
  func join(_ newSiblings: FetchedSiblings) { madeExtras().siblings = newSiblings }
  func becomeFault() { isFault = true }
  func becomeRead() { isFault = false }
  func setPartial(_ newValue: Bool) { isPartial = newValue }

  // MARK: - What was changed

  var isDirty: Bool { unsaved?.dirty.isEmpty == false }

  func isDirty(_ slot: Int) -> Bool { unsaved?.dirty.contains(slot) ?? false }

  /// Whether others have changed a changed property since.
  func isStale(_ slot: Int) -> Bool { unsaved?.stale.contains(slot) ?? false }

  /// The stored value of a changed property.
  func original(_ slot: Int) -> SQLiteValue? { unsaved?.originals[slot] }

  /// The stored keys of a changed list; nil for any other.
  func originalList(_ slot: Int) -> [Int64]? { unsaved?.originalLists[slot] }

  func noteStored(_ value: SQLiteValue, slot: Int) {
    guard let unsaved else { return }
    if let old = unsaved.originals.updateValue(value, forKey: slot), old != value { unsaved.stale.insert(slot) }
  }

  func noteStoredList(_ keys: [Int64], slot: Int) { unsaved?.originalLists[slot] = keys }

  /// Forgets the changes once they are saved.
  func becomeClean() {
    state = .saved
    guard let unsaved else { return }
    if unsaved.isOnlyOfChanges { extras?.unsaved = nil } else { unsaved.removeChanges() }
  }

  /// Forgets the changes.
  ///
  /// - Returns: the stored values of the changed properties, and the slots of the changed lists.
  func takeChanges() -> (originals: [Int: SQLiteValue], lists: [Int]) {
    let (originals, lists) = (unsaved?.originals ?? [:], unsaved.map { Array($0.originalLists.keys) } ?? [])
    becomeClean()
    return (originals, lists)
  }

  private func madeUnsavedState() -> UnsavedState {
    if let unsaved { return unsaved }
    let made = UnsavedState()
    madeExtras().unsaved = made
    return made
  }

  private func madeExtras() -> Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }

  // MARK: - Relationships

  func relation(_ property: RelationshipProperty) -> RelationState {
    guard let extras, property.ordinal < extras.relations.count else { return .unread }
    return extras.relations[property.ordinal]
  }

  func setRelation(_ state: RelationState, _ property: RelationshipProperty) {
    let extras = madeExtras()
    extras.relations.set(state, at: property.ordinal)
    extras.unsaved?.growingList = nil
  }

  func setRelations(_ states: [RelationState]) {
    guard extras != nil || !states.isEmpty else { return }
    madeExtras().relations = states
    unsaved?.growingList = nil
  }

  func isRead(_ property: RelationshipProperty) -> Bool { relation(property) != .unread }

  /// The stored keys of a list that shows the unsaved changes of its members; nil for any other list.
  func storedList(_ slot: Int) -> [Int64]? { unsaved?.storedLists[slot] }

  func setStoredList(_ keys: [Int64]?, slot: Int) {
    if let keys { madeUnsavedState().storedLists[slot] = keys } else { unsaved?.storedLists[slot] = nil }
  }

  /// The keys of a long list that grows; any other change of a relationship removes it.
  var growingList: GrowingList? { unsaved?.growingList }

  func setGrowingList(_ list: GrowingList?) {
    if let list { madeUnsavedState().growingList = list } else { unsaved?.growingList = nil }
  }
}

/// The check of what tells whether reads are observed.
enum ObservedReads {
  /// Done once, with the first model type.
  static let check: Void = {
    guard openswiftdata_knows_observation() else { return }
    var isSeen = false
    withObservationTracking {
      isSeen = openswiftdata_may_be_observed()
    } onChange: {
    }
    RuntimeLayout.require(isSeen, "observation")
  }()
}

/// What only a model needs that has relationships or was changed.
private final class Extras {
  var relations: [RelationState] = []
  var siblings: FetchedSiblings?
  /// Made with the first change.
  var unsaved: UnsavedState?
}

extension [RelationState] {
  /// Most models have no more relationships; to grow the array one by one takes longer than to fill it.
  private static let usualCount = 4

  fileprivate mutating func set(_ state: RelationState, at ordinal: Int) {
    if isEmpty { reserveCapacity(Self.usualCount) }
    while count <= ordinal { append(.unread) }
    self[ordinal] = state
  }
}

/// The state that only a changed model needs, or one with lists that grow or show unsaved changes.
private final class UnsavedState {
  var dirty = PropertySet.empty
  /// Changed properties that others have changed since.
  var stale = PropertySet.empty
  /// The encoded values before the first change, by slot.
  var originals: [Int: SQLiteValue] = [:]
  /// The keys of changed lists before the first change, by slot.
  var originalLists: [Int: [Int64]] = [:]
  /// The stored keys of the lists that show the unsaved changes of their members, by slot.
  var storedLists: [Int: [Int64]] = [:]
  var growingList: GrowingList?

  /// Whether saving makes it superfluous.
  var isOnlyOfChanges: Bool { storedLists.isEmpty && growingList == nil }

  func removeChanges() {
    (dirty, stale) = (.empty, .empty)
    originals = [:]
    originalLists = [:]
  }
}
