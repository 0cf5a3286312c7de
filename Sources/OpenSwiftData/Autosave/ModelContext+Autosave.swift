import Foundation

extension ModelContext {
  /// Takes note of a change that is about to be made.
  func noteUnsavedChange() {
    // What an observer of `willSave` changes is saved along.
    guard autosaveEnabled, !isSaving, link.hasExecutor else { return }
    autosave.noteChange(of: link)
  }

  /// Saves if it is time to.
  func wakeForAutosave() {
    guard autosaveEnabled, autosave.wakeUp(of: link) else { return }
    saveByItself()
  }

  /// Saves, and delivers what goes wrong; the changes then wait for the next change or save.
  func saveByItself() {
    do {
      try save()
    } catch {
      autosaveErrorHandler(error)
    }
  }

  /// Begins to wait for what was changed before the context saved by itself, or ends to.
  func autosaveEnabledDidChange() {
    watchChanges()
    if autosaveEnabled, hasChanges { noteUnsavedChange() }
    if !autosaveEnabled { autosave.settle() }
  }

  static func writeToStandardError(autosaveError error: any Error) {
    let message = "OpenSwiftData: an autosave failed, the changes are still unsaved: \(error)\n"
    try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
  }

  static func writeToStandardError(readError error: any Error) {
    let message = "OpenSwiftData: values can't be read, and will be read again: \(error)\n"
    try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
  }
}
