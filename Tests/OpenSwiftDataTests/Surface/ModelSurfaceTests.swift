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
    #expect(note.modelContext == context)
    try context.save()
    #expect(note.modelContext == nil)
  }

  /// The usual check of whether a model still exists.
  @Test func aModelWhoseRowOthersDeletedHasNoContext() throws {
    let note = Note(title: "one")
    context.insert(note)
    try context.save()
    let other = ModelContext(context.container)
    other.delete(try #require(try other.fetch(FetchDescriptor<Note>()).first))
    try other.save()
    #expect(note.modelContext == nil)
  }

  @Test func aDeletedModelThatComesBackHasItsContextAgain() throws {
    context.undoManager = UndoManager()
    let note = Note(title: "one")
    context.insert(note)
    try context.save()
    context.delete(note)
    try context.save()
    context.undoManager?.undo()
    #expect(note.modelContext == context)
    try context.save()
    #expect(note.modelContext == context)
  }

  /// Calls what `@Model` adds, as a custom store does.
  @Test func aModelIsMadeFromBackingData() {
    struct Given: BackingData {
      var persistentModelID: PersistentIdentifier? { nil }
      func fill(_ model: Badge) { model.code = "filled" }
    }
    #expect(Badge(backingData: Given()).code == "filled")
  }

  @Test func backingDataIsSetBeforeAModelIsMadeFromIt() throws {
    let data: some BackingData<Note> = Note.createBackingData()
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
    let data = note.persistentBackingData
    #expect(data.persistentModelID == note.persistentModelID)
    #expect(data.getValue(forKey: \.title) == "one")
    data.setValue(forKey: \.title, to: "two")
    #expect(note.title == "two")
    #expect(context.changedModelsArray.count == 1)
    #expect(Note(backingData: data).title == "two")
  }

  @Test func backingDataSetsRelationshipsOfEveryKind() throws {
    let context = ModelContext(try memoryContainer(Folder.self))
    let (folder, sheet, padlock) = (Folder("f"), Sheet("s"), Padlock(Folder("other")))
    for model in [folder, sheet, padlock] as [any PersistentModel] { context.insert(model) }
    let data = sheet.persistentBackingData
    data.setValue(forKey: \.folder, to: folder)
    data.setValue(forKey: \.labels, to: [Label("one"), Label("two")])
    padlock.persistentBackingData.setValue(forKey: \.folder, to: folder)
    #expect(folder.sheets == [sheet] && folder.locks == [padlock])
    #expect(sheet.labels.map(\.name) == ["one", "two"])
    data.setValue(forKey: \.folder, to: nil)
    data.setValue(forKey: \.labels, to: [])
    #expect(folder.sheets.isEmpty && sheet.labels.isEmpty)
  }

  /// Custom data that sets relationships, with SwiftData's signatures.
  @Test func backingDataOfOnesOwnIsAskedForRelationships() throws {
    final class Given: BackingData {
      var calls: [String] = []
      var persistentModelID: PersistentIdentifier? { nil }
      func fill(_ model: Sheet) {}
      func setValue<Value>(forKey: KeyPath<Sheet, Value>, to newValue: Value) { calls.append("value") }
      func setValue<Value>(forKey: KeyPath<Sheet, Value?>, to newValue: Value?) where Value: PersistentModel {
        calls.append("optional")
      }
      func setValue<Value>(forKey: KeyPath<Sheet, Value>, to newValue: Value) where Value: RelationshipCollection {
        calls.append("list")
      }
    }
    let given = Given()
    let data: any BackingData<Sheet> = given
    data.setValue(forKey: \.title, to: "t")
    data.setValue(forKey: \.folder, to: nil)
    data.setValue(forKey: \.labels, to: [])
    #expect(given.calls == ["value", "optional", "list"])
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
