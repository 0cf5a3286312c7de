import OpenSwiftData

/// A model with one property of every scalar kind.
@Model
final class Note {
  enum Mood: String, Codable, CaseIterable { case calm, busy }
  struct Place: Codable, Equatable { var name: String, floor: Int }

  #Index<Note>([\.date])

  var title: String
  var date: Date
  var count = 0
  var isDone = false
  var weight: Double?
  var subtitle: String?
  var mood = Mood.calm
  var optionalMood: Mood?
  var place = Place(name: "", floor: 0)
  var words: [String] = []
  var big: UInt64 = 0
  var amount: Decimal = 0
  var uid = UUID()
  var link: URL?
  var bytes = Data()
  @Transient var scratch = 0

  init(title: String, date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    self.title = title
    self.date = date
  }
}

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
