import Foundation
import OpenSwiftData
import Testing

@Suite("The surface of a context")
struct ContextSurfaceTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Note.self)
    context = ModelContext(container)
  }

  @Test func contextsAreEqualIfTheyAreTheSame() {
    let (one, other) = (context, ModelContext(container))
    #expect(one == context)
    #expect(one != other)
    #expect(one.container === container)
  }

  @Test func theDebugDescriptionCountsWhatIsUnsaved() throws {
    let (changed, deleted) = (try context.save(note: "a"), try context.save(note: "b"))
    changed.title = "c"
    context.delete(deleted)
    for title in ["d", "e", "f"] { context.insert(Note(title: title)) }
    #expect(context.debugDescription.contains("3 inserted, 1 changed, 1 deleted"))
  }

  @Test func changingAValueBackIsStillAChange() throws {
    let note = try context.save(note: "a")
    note.title = "b"
    note.title = "a"
    #expect(note.hasChanges && context.hasChanges)
    #expect(context.changedModelsArray.first === note)
    try context.save()
    #expect(!note.hasChanges && !context.hasChanges)
  }

  @Test func writingTheSameValueIsNoChange() throws {
    let note = try context.save(note: "a")
    note.title = "a"
    #expect(!note.hasChanges && !context.hasChanges)
  }

  @Test func insertingAndDeletingAgainLeavesNothingToSave() {
    let note = Note(title: "a")
    context.insert(note)
    #expect(context.insertedModelsArray.count == 1)
    context.delete(note)
    #expect(!context.hasChanges)
    #expect(context.insertedModelsArray.isEmpty && context.deletedModelsArray.isEmpty)
  }

  @Test func theArraysSayWhatTheNextSaveDoes() throws {
    let (changed, deleted) = (try context.save(note: "a"), try context.save(note: "b"))
    changed.count = 1
    deleted.count = 1
    context.delete(deleted)
    let new = Note(title: "c")
    context.insert(new)
    #expect(context.insertedModelsArray.map { $0.persistentModelID } == [new.persistentModelID])
    #expect(context.changedModelsArray.map { $0.persistentModelID } == [changed.persistentModelID])
    #expect(context.deletedModelsArray.map { $0.persistentModelID } == [deleted.persistentModelID])
  }

  @Test func processingPendingChangesMergesWhatOthersSaved() throws {
    let note = try context.save(note: "a")
    let other = ModelContext(container)
    try #require(try other.fetch(FetchDescriptor<Note>()).first).title = "b"
    try other.save()
    context.processPendingChanges()
    #expect(note.title == "b")
  }

  /// Spelled out with types, so that a signature that differs from SwiftData's does not compile.
  @Test func theSignaturesAreThoseOfSwiftData() throws {
    let note = try context.save(note: "a")
    let id = note.persistentModelID
    let descriptor = FetchDescriptor<Note>()
    let models: [Note] = try context.fetch(descriptor)
    let batched: FetchResultsCollection<Note> = try context.fetch(descriptor, batchSize: 10)
    let count: Int = try context.fetchCount(descriptor)
    let identifiers: [PersistentIdentifier] = try context.fetchIdentifiers(descriptor)
    let keys: FetchResultsCollection<PersistentIdentifier> = try context.fetchIdentifiers(descriptor, batchSize: 10)
    let any: any PersistentModel = context.model(for: id)
    let registered: Note? = context.registeredModel(for: id)
    try context.enumerate(descriptor) { #expect($0 === note) }
    try context.enumerate(descriptor, batchSize: 1, allowEscapingMutations: true) { $0.count += 1 }
    context.author = "somebody"
    context.autosaveEnabled = false
    context.undoManager = UndoManager()
    let manager: UndoManager? = context.undoManager
    #expect(models == [note] && batched.map(\.title) == ["a"] && count == 1 && identifiers == [id])
    #expect(Array(keys) == [id] && any === note && registered === note && manager != nil)
    #expect(context.author == "somebody" && note.count == 1)
  }
}
