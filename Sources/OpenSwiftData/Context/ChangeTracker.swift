/// Announces each change of a context's models before it is made: to the indexes of pending models, autosave and undo.
final class ChangeTracker {
  private let link: ContextLink
  private let pending: PendingChanges
  private let autosave: Autosave
  /// Stays once there was an undo manager: what it recorded may be undone later.
  private(set) var recorder: (any ChangeRecorder)?

  init(_ link: ContextLink, _ pending: PendingChanges, _ autosave: Autosave) {
    self.link = link
    self.pending = pending
    self.autosave = autosave
  }

  var hasRecorder: Bool { recorder?.isAttached ?? false }

  func use(_ newRecorder: any ChangeRecorder) {
    recorder = newRecorder
    watchChanges()
  }

  /// Makes models report their changes while something in the context listens.
  func watchChanges() { link.watchesChanges = autosave.isEnabled || hasRecorder || pending.isIndexed }

  func noteUnsavedChange() { autosave.noteChange() }

  /// Called for each change of a property, not once per save.
  func noteChange(of model: any PersistentModel, slot: Int) {
    pending.noteChange(of: model)
    autosave.noteChange()
    recorder?.recordChange(of: model, slot: slot)
  }

  func noteChange(
    of property: RelationshipProperty, of model: any PersistentModel, from old: RelationState, to new: RelationState
  ) {
    recorder?.recordChange(of: property, of: model, from: old, to: new)
  }

  func noteInsertion(of model: any PersistentModel) {
    autosave.noteChange()
    recorder?.recordInsertion(of: model)
  }

  func noteDeletion(of model: any PersistentModel) {
    autosave.noteChange()
    recorder?.recordDeletion(of: model)
  }

  /// Called before a relationship is set that may gain `keys`.
  func prepareChange(of model: any PersistentModel, _ relation: Relation, adding keys: [Int64]) {
    recorder?.prepareChange(of: model, relation, adding: keys)
  }

  func prepareDeletion(of model: any PersistentModel) { recorder?.prepareDeletion(of: model) }

  func group(_ body: () -> Void) {
    if let recorder { recorder.group(body) } else { body() }
  }
}

protocol ChangeRecorder: AnyObject {
  /// Whether it records for an undo manager, even a disabled one.
  var isAttached: Bool { get }

  func recordInsertion(of model: any PersistentModel)
  func recordDeletion(of model: any PersistentModel)
  func recordChange(of model: any PersistentModel, slot: Int)
  func recordChange(
    of property: RelationshipProperty, of model: any PersistentModel, from old: RelationState, to new: RelationState)
  /// Reads what undoing a change of a relationship will need.
  func prepareChange(of model: any PersistentModel, _ relation: Relation, adding keys: [Int64])
  /// Reads what a deleted model can no longer answer.
  func prepareDeletion(of model: any PersistentModel)
  func group(_ body: () -> Void)

  /// A context without an executor has no turns that end a group.
  func endTurn()
  func noteSave(_ outcome: SaveOutcome)
  func noteRollback()
}
