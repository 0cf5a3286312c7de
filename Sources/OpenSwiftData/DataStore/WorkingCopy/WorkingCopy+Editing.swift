extension WorkingCopy {
  /// Tells the store of a context that is about to ask for something.
  func begin(_ state: EditingState, _ store: SQLiteStore) {
    // Nothing can be done about a failure, and the store learns of the context by its requests.
    try? store.withWriter { _ in backend.begin(state) }
  }

  /// Tells the store that a context will not ask for anything any more.
  func end(_ state: EditingState, _ store: SQLiteStore) {
    try? store.withWriter { _ in backend.end(state) }
  }
}
