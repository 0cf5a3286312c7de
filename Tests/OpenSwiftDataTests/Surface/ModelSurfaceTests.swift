import Foundation
import OpenSwiftData
import Testing

@Suite("What a model and its identifier offer")
struct ModelSurfaceTests {
  private let context: ModelContext

  init() throws { context = ModelContext(try memoryContainer(Note.self)) }

  @Test func valuesAreReadAndSetByKeyPath() throws {
    let note = Note(title: "one")
    note.setValue(forKey: \.title, to: "two")
    note.setValue(forKey: \.weight, to: 1.5)
    #expect(note.getValue(forKey: \.title) == "two")
    context.insert(note)
    try context.save()
    note.setValue(forKey: \.count, to: 3)
    #expect(note.hasChanges)
    try context.save()
    let again = try ModelContext(context.container).fetch(FetchDescriptor<Note>()).first
    #expect(again?.getValue(forKey: \.count) == 3)
    #expect(again?.getValue(forKey: \.weight) == 1.5)
  }

  @Test func genericCodeSetsValuesThroughPlainKeyPaths() {
    let note = Note(title: "one")
    func set<Model: PersistentModel, Value>(_ keyPath: KeyPath<Model, Value>, of model: Model, to value: Value) {
      model.setValue(forKey: keyPath, to: value)
    }
    set(\.title, of: note, to: "two")
    #expect(note.title == "two")
  }

  @Test func aModelKnowsItsContextAndState() throws {
    let note = Note(title: "one")
    #expect(note.modelContext == nil)
    context.insert(note)
    #expect(note.modelContext == context)
    #expect(note.id == note.persistentModelID)
    #expect(note.hasChanges && !note.isDeleted)
    try context.save()
    #expect(!note.hasChanges)
    context.delete(note)
    #expect(note.isDeleted)
  }

  /// What `@Model` adds, called by hand as a custom store does.
  @Test func aModelIsMadeFromBackingData() {
    struct Given: BackingData {
      var persistentModelID: PersistentIdentifier? { nil }
      func fill(_ model: Badge) { model.code = "filled" }
    }
    #expect(Badge(backingData: Given()).code == "filled")
  }

  @Test func backingDataIsSetBeforeAModelIsMadeFromIt() throws {
    var data: some BackingData<Note> = Note.createBackingData()
    #expect(data.persistentModelID == nil)
    data.setValue(forKey: \.title, to: "given")
    data.setValue(forKey: \.place, to: Note.Place(name: "attic", floor: 2))
    #expect(data.getValue(forKey: \.title) == "given")
    let note = Note(backingData: data)
    #expect(note.title == "given")
    #expect(note.place == Note.Place(name: "attic", floor: 2))
    #expect(note.count == Note(title: "").count)
    data.setValue(forKey: \.title, to: "later")
    #expect(note.title == "given")
  }

  @Test func theBackingDataOfAModelIsTheModel() throws {
    let note = Note(title: "one")
    #expect(note.persistentBackingData.persistentModelID == nil)
    context.insert(note)
    try context.save()
    var data = note.persistentBackingData
    #expect(data.persistentModelID == note.persistentModelID)
    #expect(data.getValue(forKey: \.title) == "one")
    data.setValue(forKey: \.title, to: "two")
    #expect(note.title == "two")
    #expect(context.changedModelsArray.count == 1)
    #expect(Note(backingData: data).title == "two")
  }

  @Test func anIdentifierIsMadeFromItsParts() throws {
    let note = Note(title: "one")
    context.insert(note)
    try context.save()
    let id = note.persistentModelID
    let store = try #require(id.storeIdentifier)
    let made = try PersistentIdentifier.identifier(for: store, entityName: "Note", primaryKey: Int64(1))
    #expect(made == id)
    #expect(made.id == id.id)
    #expect(made.entityName == "Note")
    #expect(context.model(for: made) === note)
    let next = try PersistentIdentifier.identifier(for: store, entityName: "Note", primaryKey: 2)
    #expect(made < next)
    #expect(throws: (any Error).self) {
      try PersistentIdentifier.identifier(for: store, entityName: "Note", primaryKey: -1)
    }
  }
}
