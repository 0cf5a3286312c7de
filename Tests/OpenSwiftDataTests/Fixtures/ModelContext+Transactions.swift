import OpenSwiftData

extension ModelContext {
  /// The history after a token, or all of it.
  func transactions(after token: DefaultHistoryToken? = nil) throws -> [DefaultHistoryTransaction] {
    guard let token else { return try fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) }
    return try fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
  }

  /// Inserts a note and saves.
  @discardableResult
  func save(note title: String) throws -> Note {
    let note = Note(title: title)
    insert(note)
    try save()
    return note
  }
}
