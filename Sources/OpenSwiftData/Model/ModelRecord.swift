import Observation

/// The state of one model instance: its row, its context, what was changed and who observes it.
///
/// `@Model` gives each instance one; it is not meant to be used by hand. Like the model it belongs to the context's
/// executor.
public final class ModelRecord {
  /// Where the model stands between memory and store.
  enum State {
    /// Never inserted into a context.
    case detached
    /// Inserted, not saved yet.
    case inserted
    /// There is a row.
    case saved
    /// Marked for deletion at the next save.
    case deleting
    /// The row is gone; the last values of attributes stay readable, relationships lead to what is still there.
    case deleted
  }

  var state = State.detached
  var link: ContextLink? {
    didSet { unretainedLink = link.map(Unmanaged.passUnretained) }
  }
  // The same as `link`, which keeps it: every read asks it, and retaining costs more than the answer.
  private var unretainedLink: Unmanaged<ContextLink>?
  var entity: EntityIdentity?
  /// The primary key; negative while temporary; 0 as long as nobody asked for an identifier.
  var key: Int64 = 0
  /// Whether the values still have to be read from the store.
  var isFault = false
  /// Whether a fetch left out properties; they are read when the first of them is needed.
  var isPartial = false
  var dirty = PropertySet.empty
  /// The encoded values that the dirty properties had before their first change.
  var originals: [Int: SQLiteValue] = [:]

  /// The changed properties that somebody else has changed since.
  var overtaken = PropertySet.empty

  /// The relationships of a model in a context, by their ordinals; missing ones are unread.
  var relations: [RelationState] = [] {
    didSet { growingList = nil }
  }
  /// What is known of a long list among them.
  var growingList: GrowingList?
  /// The keys that the changed relationships to many had before their first change, by slot.
  var originalLists: [Int: [Int64]] = [:]
  /// What the store says of the lists that show the unsaved changes of their members, by slot.
  var listsBeneath: [Int: [Int64]] = [:]
  /// The models that were fetched together with this one.
  var siblings: FetchedSiblings?
  /// The key that the row is being given by the save that runs.
  var keyInSave: Int64 = 0
  /// Whether the context keeps the model alive because another one leads to it.
  var isHeld = false

  @usableFromInline let registrar = ObservationRegistrar()

  /// Creates the record of a model that belongs to no context.
  public init() {}

  deinit { link?.departures.note() }

  var hasChanges: Bool { state == .inserted || state == .deleting || !dirty.isEmpty }
  var isDeleted: Bool { state == .deleting || state == .deleted }

  /// Takes over the values of backing data.
  public func adopt<Model: PersistentModel>(_ data: any BackingData<Model>, for model: Model) { data.fill(model) }

  // MARK: - Reading and writing a property

  /// Reads a property: faults it in if need be and tells the observation that is running.
  ///
  /// - Parameter keyPath: that of the property, which is only formed if the read is out of the ordinary; to form one, even
  ///   from a literal, takes longer than everything else in here.
  /// - Complexity: about 15 ns for a value in memory that nobody observes.
  @inlinable
  public func read<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, slot: Int,
    _ storage: @autoclosure () -> PersistedValue<Value>
  ) -> Value {
    Model._$properties.keyPaths[slot]._withUnsafeGuaranteedRef {
      // The table has a property's key path at its slot.
      registrar.access(model, keyPath: unsafeDowncast($0, to: KeyPath<Model, Value>.self))
    }
    if needsAttention { return readWithAttention(model, keyPath(), slot) }
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

  func noteAccess<Model: PersistentModel, Value>(to model: Model, keyPath: KeyPath<Model, Value>) {
    registrar.access(model, keyPath: keyPath)
  }

  func withMutation<Model: PersistentModel, Value>(
    of model: Model, keyPath: KeyPath<Model, Value>, _ mutation: () -> Void
  ) {
    registrar.withMutation(of: model, keyPath: keyPath, mutation)
  }

  // MARK: - Slow paths

  /// Whether a read has to do more than to answer.
  @usableFromInline
  var needsAttention: Bool {
    guard let unretainedLink else { return false }
    return isFault || unretainedLink._withUnsafeGuaranteedRef { $0.needsAttention }
  }

  @usableFromInline
  func readWithAttention<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, _ slot: Int
  ) -> Value {
    if let link, link.isForeign, let value = link.readElsewhere(model, keyPath, slot: slot) { return value }
    link?.attend(to: model)
    if case .loaded(let value) = storage(model, slot) as PersistedValue<Value> { return value }
    return placeholder(model, slot)
  }

  /// Whether the model is deleted, after what waits has been merged and a fault was looked for.
  func isDeletedByNow(_ model: some PersistentModel) -> Bool {
    if !isDeleted, let link, !link.isForeign, link.needsAttention || isFault { link.attend(to: model) }
    return isDeleted
  }

  /// The context of a model that is not known to be gone, after what waits has been merged.
  func contextByNow(of model: some PersistentModel) -> ModelContext? {
    guard let link, state != .deleted else { return nil }
    if state == .saved, !link.isForeign, link.needsAttention { link.attend(to: model) }
    return state == .deleted ? nil : link.context
  }

  private func storage<Model: PersistentModel, Value>(_ model: Model, _ slot: Int) -> PersistedValue<Value> {
    Model._$properties.all[slot].storage(of: model) as? PersistedValue<Value> ?? .fault
  }

  /// The value of a property that has none, because the row went away before it was read.
  @usableFromInline
  func placeholder<Model: PersistentModel, Value>(_ model: Model, _ slot: Int) -> Value {
    if isPartial, state != .deleted {
      link?.reader.complete(model)
      if case .loaded(let value) = storage(model, slot) as PersistedValue<Value> { return value }
    }
    let property = Model._$properties.all[slot]
    property.loadPlaceholder(into: model)
    guard case .loaded(let value) = storage(model, slot) as PersistedValue<Value> else {
      // There is nothing of this type to answer with: like reading a Swift property before it was set.
      preconditionFailure(
        "\(Model.self).\(property.name) was read, but it was never set and \(Value.self) has no default value")
    }
    return value
  }

  private func prepareToWrite<Model: PersistentModel, Value>(
    _ model: Model, _ slot: Int, _ old: () -> PersistedValue<Value>
  ) -> PersistedValue<Value> {
    if isPartial { link?.reader.complete(model) }
    guard let link, link.needsAttention || isFault else { return old() }
    attendBeforeChange(of: model, link)
    return storage(model, slot)
  }

  /// Merges what waits and reads a fault, for a change that is about to be made.
  ///
  /// If only that tells that somebody deleted the row, the change is kept for the save to refuse: whoever makes it could
  /// not know.
  func attendBeforeChange(of model: some PersistentModel, _ link: ContextLink) {
    let wasThere = !isDeleted
    link.attend(to: model)
    if wasThere, state == .deleted { link.context?.keepForItsChange(model) }
  }

  /// Writes on the executor of the context if the caller runs on another one.
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
    registrar.withMutation(of: model, keyPath: keyPath) { assign(.loaded(newValue)) }
  }

  /// Keeps the old value of a saved model's property and tells the context, once per property and save.
  func noteChange(of model: any PersistentModel, slot: Int) {
    if let link, link.watchesChanges { link.context?.willChange(model, slot: slot) }
    guard state == .saved, !dirty.contains(slot) else { return }
    let property = type(of: model)._$properties.all[slot]
    if property.isStored || property.destination == nil {
      // What could not be read has no value of the store.
      if !isFault { originals[slot] = try? property.sqliteValue(of: model) }
    } else if let relationship = property as? RelationshipProperty {
      // What members that wait for a save add to it or take away is a change too, that a merge must keep.
      originalLists[slot] = listsBeneath[slot] ?? relation(relationship).keys
    }
    if dirty.isEmpty { link?.context?.noteChanged(model) }
    dirty.insert(slot)
  }
}

extension ModelRecord {
  /// The identifier; a model without a row gets a temporary one when first asked.
  func identifier<Model: PersistentModel>(of _: Model) -> PersistentIdentifier {
    let entity = entity ?? EntityIdentity(store: nil, entity: Model._$properties.tableName)
    if key == 0 { key = TemporaryKeys.next(for: Model.self) }
    self.entity = entity
    return PersistentIdentifier(entity: entity, key: key)
  }

  /// The identifier that was handed out for a model without a row, or nil if nobody asked for one.
  var temporaryIdentifier: PersistentIdentifier? {
    key < 0 ? entity.map { PersistentIdentifier(entity: $0, key: key) } : nil
  }

  /// Gives the model its row's identity after an insert was committed.
  func becomePermanent(entity newEntity: EntityIdentity, key newKey: Int64) {
    entity = newEntity
    key = newKey
  }

  /// Takes note of what the store has now for a property that was changed here.
  func noteStored(_ value: SQLiteValue, slot: Int) {
    if let old = originals.updateValue(value, forKey: slot), old != value { overtaken.insert(slot) }
  }

  /// Forgets what was changed: the store has it.
  func becomeClean() {
    state = .saved
    dirty = .empty
    overtaken = .empty
    originals = [:]
    originalLists = [:]
  }
}
