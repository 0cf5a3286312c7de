import OpenSwiftData

@ModelActor
actor NoteHandler {
  /// A model that stays registered between calls.
  var held: Note?

  @MainActor
  init(modelContainer: ModelContainer, mainActor _: Bool) {
    modelExecutor = DefaultSerialModelExecutor(modelContext: modelContainer.mainContext)
    self.modelContainer = modelContainer
  }

  @discardableResult
  func add(_ title: String, date: Date = Date(timeIntervalSinceReferenceDate: 0)) throws -> PersistentIdentifier {
    let note = Note(title: title, date: date)
    modelContext.insert(note)
    try modelContext.save()
    return note.persistentModelID
  }

  func rename(_ id: PersistentIdentifier, to title: String) throws {
    self[id, as: Note.self]?.title = title
    try modelContext.save()
  }

  func redate(_ id: PersistentIdentifier, to date: Date) throws {
    self[id, as: Note.self]?.date = date
    try modelContext.save()
  }

  func delete(_ id: PersistentIdentifier) throws {
    guard let note = self[id, as: Note.self] else { return }
    modelContext.delete(note)
    try modelContext.save()
  }

  func titles() throws -> [String] {
    try modelContext.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.date)])).map(\.title)
  }
}
