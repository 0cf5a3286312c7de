import OpenSwiftData

/// What the workers of the stress tests do, each call in a transaction of its own.
@ModelActor
actor StressHandler {
  func add(_ values: RowValues) throws -> PersistentIdentifier {
    let note = Note(title: values.title)
    modelContext.insert(note)
    note.isDone = values.isDone
    try modelContext.save()
    return note.persistentModelID
  }

  func change(_ id: PersistentIdentifier, _ values: RowValues) throws {
    let note = self[id, as: Note.self]
    note?.title = values.title
    note?.isDone = values.isDone
    try modelContext.save()
  }

  func delete(_ id: PersistentIdentifier) throws {
    guard let note = self[id, as: Note.self] else { return }
    modelContext.delete(note)
    try modelContext.save()
  }

  func values(_ id: PersistentIdentifier) -> RowValues? { self[id, as: Note.self].map { RowValues($0) } }

  /// Writes one property of a row that other workers write other properties of.
  func set<Value>(
    _ property: sending ReferenceWritableKeyPath<Note, Value>, of id: PersistentIdentifier, to value: sending Value
  ) throws {
    self[id, as: Note.self]?[keyPath: property] = value
    try modelContext.save()
  }
}
