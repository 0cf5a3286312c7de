import OpenSwiftData
import Testing

@Suite("A model whose row somebody deletes")
struct VanishedModelTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let note: Note

  init() throws {
    container = try memoryContainer(Note.self)
    context = ModelContext(container)
    note = Note(title: "here")
    context.insert(note)
    try context.save()
  }

  private func deleteElsewhere() throws {
    let other = ModelContext(container)
    try other.delete(model: Note.self)
    try other.save()
  }

  @Test func saysSoBeforeAnythingElseIsAsked() throws {
    try deleteElsewhere()
    #expect(note.isDeleted)
    #expect(note.title == "here")
  }

  @Test func saysSoIfItWasNeverRead() throws {
    let reader = ModelContext(container)
    let fault = reader.model(for: note.persistentModelID)
    try deleteElsewhere()
    #expect(fault.isDeleted)
  }

  @MainActor @Test func saysSoOnTheMainActorToo() throws {
    let fault = container.mainContext.model(for: note.persistentModelID)
    try deleteElsewhere()
    #expect(fault.isDeleted)
  }

  @Test func saysSoAfterARollback() throws {
    note.count = 8
    try deleteElsewhere()
    #expect(throws: SwiftDataError.rowGone) { try context.save() }
    context.rollback()
    #expect(note.isDeleted)
    #expect(!context.hasChanges)
    try context.save()
  }

  @Test func losesNoChangeInSilence() throws {
    try deleteElsewhere()
    note.count = 9
    #expect(context.hasChanges)
    #expect(throws: SwiftDataError.rowGone) { try context.save() }
    context.rollback()
    #expect(note.isDeleted)
  }

  @Test func losesNoChangeIfItWasNeverRead() throws {
    let writer = ModelContext(container)
    let fault = try #require(writer.model(for: note.persistentModelID) as? Note)
    try deleteElsewhere()
    fault.count = 9
    #expect(throws: SwiftDataError.rowGone) { try writer.save() }
  }

  @Test func comesBackIfTheObjectWins() throws {
    context.mergePolicy = .objectWins
    try deleteElsewhere()
    note.count = 9
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Note>())
    #expect(stored.map(\.count) == [9])
    #expect(stored.map(\.title) == ["here"])
  }

  @Test func staysAwayIfTheStoreWins() throws {
    context.mergePolicy = .storeWins
    try deleteElsewhere()
    note.count = 9
    try context.save()
    #expect(note.isDeleted)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 0)
  }
}
