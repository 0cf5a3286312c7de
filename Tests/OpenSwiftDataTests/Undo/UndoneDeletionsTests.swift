import Foundation
import OpenSwiftData
import Testing

@Suite("Rows that come back")
struct UndoneDeletionsTests: UndoSuite {
  let world: UndoWorld

  init() throws { world = try UndoWorld() }

  @Test func aDeletedRowComesBackUnderItsKeyWithItsInstance() throws {
    let note = try context.save(note: "a")
    try context.save(note: "b")
    let id = note.persistentModelID
    note.subtitle = "words"
    note.bytes = Data([1, 2, 3])
    try context.save()
    context.delete(note)
    try context.save()
    #expect(note.isDeleted)
    manager.undo()
    #expect(!note.isDeleted && note.persistentModelID == id)
    let registered: Note? = context.registeredModel(for: id)
    #expect(registered === note)
    #expect(context.insertedModelsArray.count == 1)
    #expect(try context.fetch(FetchDescriptor<Note>(), batchSize: 1).map(\.title).sorted() == ["a", "b"])
    try context.save()
    let fresh = try #require(ModelContext(container).model(for: id) as? Note)
    #expect(fresh.title == "a" && fresh.subtitle == "words" && fresh.bytes == Data([1, 2, 3]))
    try context.save(note: "c")
    #expect(try context.fetchIdentifiers(FetchDescriptor<Note>()).map(\.primaryKey) == [1, 2, 3])
  }

  @Test func theIdentifierOfADeletedRowMayBeLookedUpBeforeItComesBack() throws {
    let note = try context.save(note: "a")
    context.delete(note)
    try context.save()
    let fault = try #require(context.model(for: note.persistentModelID) as? Note)
    manager.undo()
    #expect(fault.isDeleted && fault.title == "")
    let registered: Note? = context.registeredModel(for: note.persistentModelID)
    #expect(registered === note)
  }

  @Test func mergingDoesNotDeleteAModelThatIsComingBack() throws {
    let note = try context.save(note: "a")
    context.delete(note)
    try context.save()
    manager.undo()
    try ModelContext(container).save(note: "b")
    let other = ModelContext(container)
    for note in try other.fetch(FetchDescriptor<Note>()) { note.count += 1 }
    try other.save()
    context.processPendingChanges()
    #expect(!note.isDeleted)
    try context.save()
    #expect(try other.fetch(FetchDescriptor<Note>()).map(\.title).sorted() == ["a", "b"])
  }

  @Test func aRowThatCameBackOnlyForTheContextIsDeletedAgainByARollback() throws {
    let note = try context.save(note: "a")
    context.delete(note)
    try context.save()
    manager.undo()
    context.rollback()
    #expect(note.isDeleted && !context.hasChanges && note.title == "a")
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test func aModelThatWasNeverReadComesBackWithItsValues() throws {
    try ModelContext(container).save(note: "a")
    let id = try #require(try ModelContext(container).fetchIdentifiers(FetchDescriptor<Note>()).first)
    let note = try #require(context.model(for: id) as? Note)
    context.delete(note)
    try context.save()
    manager.undo()
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.title) == ["a"])
  }
}
