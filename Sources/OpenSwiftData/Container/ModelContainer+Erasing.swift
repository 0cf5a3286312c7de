import Foundation

extension ModelContainer {
  /// Deletes all models of the store, without regard to delete rules.
  ///
  /// Registered models of all contexts, of other processes too, become deleted ones. What contexts hold unsaved stays
  /// unsaved: inserted models can be saved afterwards, and saving a changed one says that its row is gone. The container
  /// remains usable.
  ///
  /// A failure is only reported on standard error; call `erase()` to be told.
  ///
  /// Source: SwiftData, `ModelContainer.deleteAllData()`.
  public func deleteAllData() {
    do {
      try store.deleteAllRows(forgetsHistory: false)
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data("OpenSwiftData: nothing was deleted: \(error)\n".utf8))
    }
  }

  /// Deletes all models of the store and its history, and gives the space back.
  ///
  /// The file stays, so the container and its contexts remain usable; for them it is like `deleteAllData()`. Copies that
  /// were kept before migrations stay too.
  ///
  /// - Throws: `StoreError`, or `SwiftDataError.savingNotAllowed`.
  ///
  /// Source: SwiftData, `ModelContainer.erase()`.
  public func erase() throws {
    try store.deleteAllRows(forgetsHistory: true)
    try store.vacuum()
  }
}
