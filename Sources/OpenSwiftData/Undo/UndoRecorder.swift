/// Registers the changes of a context with its undo manager, and undoes them.
///
/// It outlives the undo manager's use by the context: what was registered may be undone later.
final class UndoRecorder: ChangeRecorder {
  private let link: ContextLink
  private(set) var manager: UndoManager?
  /// The action that was registered last when the context was last saved or rolled back.
  private var lastSettled = UndoAction.latest
  /// Whether something was undone or redone since then.
  private var hasUndone = false
  private var savedKeys = SavedKeys()

  init(_ link: ContextLink) { self.link = link }

  func use(_ newManager: UndoManager?) { manager = newManager }

  var isAttached: Bool { manager != nil }

  /// The context, if changes are registered.
  private var recordedContext: ModelContext? {
    manager?.isUndoRegistrationEnabled == true ? link.context : nil
  }

  /// - Parameter undo: must not keep the recorder, which keeps the manager.
  private func register(_ context: ModelContext, _ undo: @escaping (ModelContext) -> Void) {
    manager?.registerUndo(withTarget: context) { [weak self] context in
      self?.hasUndone = true
      undo(context)
    }
  }

  func group(_ body: () -> Void) {
    guard let manager, manager.isUndoRegistrationEnabled else { return body() }
    manager.beginUndoGrouping()
    body()
    manager.endUndoGrouping()
  }

  func endTurn() { manager?.endEvent() }

  /// Notes which keys the new models are getting.
  func noteSave(_ outcome: SaveOutcome) {
    for row in outcome.insertions { savedKeys.note(row.model._$record.key, as: row.key) }
    for upsert in outcome.upserts { savedKeys.note(upsert.model._$record.key, as: upsert.key) }
    // Only sound while there is nothing to undo or redo.
    if manager?.hasActions != true { savedKeys = SavedKeys() }
    settle()
  }

  /// Removes the actions whose changes were rolled back; all of them, if some had been undone.
  func noteRollback() {
    let last = hasUndone ? 0 : lastSettled
    if let context = link.context { manager?.removeActions { $0.isOf(context) && $0.number > last } }
    settle()
  }

  private func settle() {
    lastSettled = UndoAction.latest
    hasUndone = false
  }

  // MARK: - Changes

  /// Registers how to restore a property, before it changes.
  func recordChange(of model: any PersistentModel, slot: Int) {
    guard let context = recordedContext else { return }
    let property = type(of: model)._$properties.all[slot]
    guard !model._$record.isDeleted, !(property is RelationshipProperty) else { return }
    let restore = property.restoration(of: model)
    register(context) { context in
      guard Self.isUsable(model, in: context) else { return }
      model._$record.noteChange(of: model, slot: property.slot)
      restore()
    }
  }

  /// Whether a model is in the context and not deleted, here or by others.
  private static func isUsable(_ model: any PersistentModel, in context: ModelContext) -> Bool {
    let record = model._$record
    guard record.link === context.link else { return false }
    if record.isFault { context.materializer.fill(model) }
    return !record.isDeleted
  }

  /// Registers how to undo the change of one end of a relationship; each end by itself, because each list has an order.
  func recordChange(
    of property: RelationshipProperty, of model: any PersistentModel, from old: RelationState, to new: RelationState
  ) {
    guard let context = recordedContext, !model._$record.isDeleted else { return }
    register(context) { [weak self] in self?.restore(property, of: model, from: new, to: old, in: $0) }
  }

  private func restore(
    _ property: RelationshipProperty, of model: any PersistentModel, from new: RelationState, to old: RelationState,
    in context: ModelContext
  ) {
    let relationships = context.relationships
    guard Self.isUsable(model, in: context), let relation = relationships.relation(of: model, slot: property.slot)
    else { return }
    _ = relationships.related(to: model, relation)
    let current = model._$record.relation(property).keys
    let after = savedKeys.relation(now: new).keys
    let before = savedKeys.relation(now: old).keys
      .filter { current.contains($0) || Self.isThere($0, property, in: context) }
    let wanted = relation.isToMany ? current.undoing(from: before, to: after) : before
    context.graph.relate(model, relation, to: wanted)
  }

  private static func isThere(_ key: Int64, _ property: RelationshipProperty, in context: ModelContext) -> Bool {
    guard let table = try? context.store.table(for: property.target) else { return false }
    return context.identityMap.model(table.identity, key) != nil
      || key > 0 && !context.materializer.models([key], table).isEmpty
  }

  /// Reads the lists at the other end, so that undoing can restore their order.
  func prepareChange(of model: any PersistentModel, _ relation: Relation, adding keys: [Int64]) {
    guard let context = recordedContext, let inverse = relation.inverse, inverse.isToMany,
      let table = try? context.store.table(for: relation.property.target)
    else { return }
    let relationships = context.relationships
    _ = relationships.related(to: model, relation)
    for key in Set(model._$record.relation(relation.property).keys + keys) {
      guard let target = relationships.target(key, table) else { continue }
      _ = relationships.related(to: target, slot: inverse.slot)
    }
  }

  // MARK: - Insertions and deletions

  func recordInsertion(of model: any PersistentModel) {
    guard let context = recordedContext else { return }
    register(context) { $0.graph.deleteGraph(model) }
  }

  func recordDeletion(of model: any PersistentModel) {
    guard let context = recordedContext else { return }
    let relations = model._$record.relations
    register(context) { [weak self] in self?.revive(model, relations, in: $0) }
  }

  /// Reads what a deleted model can no longer provide, and removes it from relationships without an inverse.
  func prepareDeletion(of model: any PersistentModel) {
    guard let context = recordedContext, Self.isUsable(model, in: context),
      let table = try? context.store.table(for: type(of: model))
    else { return }
    for relation in table.relations {
      _ = context.relationships.related(to: model, relation)
      prepareChange(of: model, relation, adding: [])
    }
    for relation in table.incoming where relation.property.allowsNone {
      Self.disconnect(relation, leadingTo: model, in: context)
    }
  }

  private static func disconnect(
    _ relation: Relation, leadingTo model: any PersistentModel, in context: ModelContext
  ) {
    let key = model._$record.key
    for owner in owners(of: relation, leadingTo: key, in: context) where isUsable(owner, in: context) {
      _ = context.relationships.related(to: owner, relation)
      let keys = owner._$record.relation(relation.property).keys
      if keys.contains(key) { context.graph.relate(owner, relation, to: keys.filter { $0 != key }) }
    }
  }

  /// The models of a relationship without an inverse that refer to a row, saved or not.
  private static func owners(
    of relation: Relation, leadingTo key: Int64, in context: ModelContext
  ) -> [any PersistentModel] {
    guard let table = try? context.store.table(for: relation.owner.modelType) else { return [] }
    let pending = (context.pending.inserted.all + context.pending.changed.all).filter {
      type(of: $0)._$properties.contains(relation.property)
        && $0._$record.relation(relation.property).keys.contains(key)
    }
    let keys = key > 0 ? try? context.connection.read { try relation.owners(leadingTo: key...key, on: $0) } : nil
    return pending + (keys ?? []).compactMap { context.relationships.target($0, table) }
  }

  private func revive(_ model: any PersistentModel, _ relations: [RelationState], in context: ModelContext) {
    let record = model._$record
    switch record.state {
    case .deleting where record.link === context.link:
      context.pending.undelete(model)
      context.tracker.noteInsertion(of: model)
    case .detached:
      context.graph.attach(model)
      for property in type(of: model)._$properties.relationships { property.release(in: model) }
      record.setRelations(relations.map { savedKeys.relation(now: $0) })
    case .deleted where record.link === context.link:
      context.graph.insertAgain(model)
      record.setRelations(relations.map { savedKeys.relation(now: $0) })
      context.materializer.notifyFarEnds(of: model)
    default:
      return
    }
    context.graph.relink(model)
  }
}

/// The keys that temporary ones were replaced by, so that what was recorded before a save can be undone after it.
private struct SavedKeys {
  private var keys: [Int64: Int64] = [:]

  mutating func note(_ temporary: Int64, as key: Int64) {
    if temporary < 0 { keys[temporary] = key }
  }

  func relation(now state: RelationState) -> RelationState {
    switch state {
    case .unread: .unread
    case .one(let key): .one(self.key(now: key))
    case .many(let keys): .many(keys.map { self.key(now: $0) })
    }
  }

  private func key(now key: Int64) -> Int64 { key < 0 ? keys[key] ?? key : key }
}

extension [Int64] {
  /// These keys without what a change added and with what it removed, in the old order as far as possible.
  fileprivate func undoing(from before: [Int64], to after: [Int64]) -> [Int64] {
    let (old, new, current) = (Set(before), Set(after), Set(self))
    let kept = before.filter { current.contains($0) || !new.contains($0) }
    return kept + filter { !old.contains($0) && !new.contains($0) }
  }
}
