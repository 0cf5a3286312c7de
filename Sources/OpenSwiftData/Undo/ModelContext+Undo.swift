extension ModelContext {
  /// Whether changes are registered with an undo manager.
  var recordsUndo: Bool { undoManager?.isUndoRegistrationEnabled ?? false }

  func undoManagerDidChange() {
    watchChanges()
    guard undoManager != nil, !undoState.isInUse else { return }
    undoState.isInUse = true
    undoState.settle()
  }

  func registerUndo(_ handler: @escaping (ModelContext) -> Void) {
    undoManager?.registerUndo(withTarget: self) { context in
      context.undoState.hasUndone = true
      handler(context)
    }
  }

  /// What the body changes is undone at once, whoever else groups or does not.
  func groupUndo(_ body: () -> Void) {
    guard recordsUndo, let manager = undoManager else { return body() }
    manager.beginUndoGrouping()
    body()
    manager.endUndoGrouping()
  }

  /// A context that has no turns ends its groups itself.
  func endUndoEventIfUnbound() {
    if !link.hasExecutor { undoManager?.endEvent() }
  }

  /// Notes which keys the new models are getting.
  func noteSavedForUndo(_ saved: SaveTransaction) {
    guard undoState.isInUse else { return }
    for (model, _, key) in saved.insertedKeys { undoState.noteSaved(model._$record.key, as: key) }
    for upsert in saved.upserts { undoState.noteSaved(upsert.model._$record.key, as: upsert.key) }
    if undoManager?.hasActions != true { undoState.forgetSavedKeys() }
    undoState.settle()
  }

  /// Forgets the actions whose changes were rolled back; all of them, if some had been undone.
  func forgetUndoOfRolledBack() {
    guard undoState.isInUse else { return }
    let last = undoState.hasUndone ? 0 : undoState.lastSettled
    undoManager?.removeActions { $0.isOf(self) && $0.number > last }
    undoState.settle()
  }
}
