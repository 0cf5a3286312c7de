extension ModelContext {
  /// Takes note of a model that was inserted.
  func noteInsertion(of model: any PersistentModel) {
    noteUnsavedChange()
    registerUndo(ofInserting: model)
  }

  /// Takes note of a model that is about to be deleted, or forgotten if it was never saved.
  func noteDeletion(of model: any PersistentModel) {
    noteUnsavedChange()
    registerUndo(ofDeleting: model)
  }

  /// Lets the models tell of their changes if somebody has to know.
  func watchChanges() { link.watchesChanges = autosaveEnabled || undoManager != nil || inserted.isIndexed }

  /// Takes note of a change of a property that is about to be made; called for each, not once per save.
  func willChange(_ model: any PersistentModel, slot: Int) {
    inserted.noteChange(of: model)
    noteUnsavedChange()
    registerUndo(ofChanging: model, slot: slot)
  }
}
