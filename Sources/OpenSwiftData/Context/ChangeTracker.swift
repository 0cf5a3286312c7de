/// Tells of every change of a context's models before it is made: the indexes of pending models, autosave, and whoever
/// records changes to undo them.
final class ChangeTracker {
  private let link: ContextLink
  private let pending: PendingChanges
  private let autosave: Autosave
  /// What records the changes; it stays once there was one, as what it recorded may be undone later.
  private(set) var recorder: (any ChangeRecorder)?

  init(_ link: ContextLink, _ pending: PendingChanges, _ autosave: Autosave) {
    self.link = link
    self.pending = pending
    self.autosave = autosave
  }

  /// Whether changes may have to be recorded for undo.
  var hasRecorder: Bool { recorder?.isAttached ?? false }

  func use(_ newRecorder: any ChangeRecorder) {
    recorder = newRecorder
    watchChanges()
  }

  /// Has models report their changes if the context needs to know.
  func watchChanges() { link.watchesChanges = autosave.isEnabled || hasRecorder || pending.isIndexed }

  // MARK: - Changes

  /// Something is about to be changed.
  func noteUnsavedChange() { autosave.noteChange() }

  /// A property is about to be changed; called for each change, not once per save.
  func noteChange(of model: any PersistentModel, slot: Int) {
    pending.noteChange(of: model)
    autosave.noteChange()
    recorder?.recordChange(of: model, slot: slot)
  }

  /// One end of a relationship is about to be changed.
  func noteChange(
    of property: RelationshipProperty, of model: any PersistentModel, from old: RelationState, to new: RelationState
  ) {
    recorder?.recordChange(of: property, of: model, from: old, to: new)
  }

  /// A model was inserted.
  func noteInsertion(of model: any PersistentModel) {
    autosave.noteChange()
    recorder?.recordInsertion(of: model)
  }

  /// A model is about to be deleted, or forgotten if it was never saved.
  func noteDeletion(of model: any PersistentModel) {
    autosave.noteChange()
    recorder?.recordDeletion(of: model)
  }

  /// A relationship is about to be set; `keys` may come to it.
  func prepareChange(of model: any PersistentModel, _ relation: Relation, adding keys: [Int64]) {
    recorder?.prepareChange(of: model, relation, adding: keys)
  }

  /// A model is about to be deleted with what its rules take along.
  func prepareDeletion(of model: any PersistentModel) { recorder?.prepareDeletion(of: model) }

  /// What the body changes is undone at once.
  func group(_ body: () -> Void) {
    if let recorder { recorder.group(body) } else { body() }
  }
}

/// Records the changes of a context's models, so that they can be undone.
protocol ChangeRecorder: AnyObject {
  /// Whether it records for an undo manager, even if that is disabled at the moment.
  var isAttached: Bool { get }

  func recordInsertion(of model: any PersistentModel)
  func recordDeletion(of model: any PersistentModel)
  func recordChange(of model: any PersistentModel, slot: Int)
  func recordChange(
    of property: RelationshipProperty, of model: any PersistentModel, from old: RelationState, to new: RelationState)
  /// Reads what has to be known before a relationship is set.
  func prepareChange(of model: any PersistentModel, _ relation: Relation, adding keys: [Int64])
  /// Reads what a deleted model can't be asked for later.
  func prepareDeletion(of model: any PersistentModel)
  /// Records what the body changes as one thing.
  func group(_ body: () -> Void)

  /// A context without an executor has no turns that end a group.
  func endTurn()
  func noteSave(_ outcome: SaveOutcome)
  func noteRollback()
}
