import Foundation
import OpenSwiftData
import Testing

@Suite("A context at its edges")
struct ContextEdgeTests {
  @Test func keepsItsContainer() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    let container = context.container
    #expect(context.container === container)
    let kept = ObjectIdentifier(container)
    #expect(ObjectIdentifier(context.container) == kept)
    #expect(ModelContext(context.container).container === context.container)
  }

  @Test @MainActor func theMainContextIsLetGoWithItsContainer() throws {
    weak var container: ModelContainer?
    do {
      let made = try memoryContainer(Note.self)
      made.mainContext.insert(Note(title: "a"))
      container = made
    }
    #expect(container == nil)
  }

  @Test(arguments: [(-1, nil), (nil, -1), (-1, -1), (.max, 1), (0, nil), (1, .max)] as [(Int?, Int?)])
  func limitAndOffsetOfAnySizeMeanTheSameWithUnsavedModels(_ limit: Int?, _ offset: Int?) throws {
    let context = ModelContext(try memoryContainer(Note.self))
    for title in ["a", "b", "c"] { context.insert(Note(title: title)) }
    var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])
    (descriptor.fetchLimit, descriptor.fetchOffset) = (limit, offset)
    let unsaved = try context.fetch(descriptor).map(\.title)
    try context.save()
    #expect(try context.fetch(descriptor).map(\.title) == unsaved)
    #expect(try context.fetchCount(descriptor) == unsaved.count)
  }

  @Test func aDeletedModelHasNoChanges() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    let note = Note(title: "a")
    context.insert(note)
    try context.save()
    note.title = "b"
    context.delete(note)
    try context.save()
    #expect(!note.hasChanges)
    #expect(note.isDeleted)
  }

  @Test func anIdentifierOfAnUnknownEntityIsThatOfADeletedModel() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    let foreign = try PersistentIdentifier.identifier(for: "elsewhere", entityName: "Nobody", primaryKey: 1)
    let model = context.model(for: foreign)
    #expect(model.isDeleted)
    #expect(model.persistentModelID == foreign)
  }

  @Test func anUnreadableRowHidesNoOtherOne() throws {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(Outer.self))
      let outer = Outer()
      context.insert(outer)
      outer.inner = ["a", "b", "c"].map { Inner($0) }
      try context.save()
    }
    try store.sqlite("UPDATE Inner SET mood = 'nonsense' WHERE title = 'a'")
    let context = ModelContext(try store.container(Outer.self))
    let outer = try #require(try context.fetch(FetchDescriptor<Outer>()).first)
    let inner = outer.inner
    #expect(inner.count == 3)
    #expect(inner[2].title == "c")
    #expect(inner[1].title == "b")
    #expect(!inner[0].isDeleted)
  }

  @Model final class Outer {
    @Relationship(inverse: \Inner.outer) var inner: [Inner] = []
    init() {}
  }

  @Model final class Inner {
    enum Mood: String, Codable { case calm, busy }

    var title: String
    var mood = Mood.calm
    var outer: Outer?

    init(_ title: String) { self.title = title }
  }

  @Test func aCollectionKnowsThePositionOfAModelThatWasSavedSince() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    let notes = ["a", "b"].map { Note(title: $0) }
    for note in notes { context.insert(note) }
    let temporary = notes[1].persistentModelID
    let descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])
    let collection = try context.fetch(descriptor, batchSize: 10)
    try context.save()
    #expect(collection.position(of: notes[1].persistentModelID) == 1)
    #expect(collection.position(of: temporary) == 1)
    #expect(collection.identifier(at: 1) == notes[1].persistentModelID)
  }
}
