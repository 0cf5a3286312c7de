import Foundation
import OpenSwiftData
import Testing

@Suite("A context")
struct ContextTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Note.self)
    context = ModelContext(container)
  }

  @Test func rowsHaveOneInstance() throws {
    context.insert(Note(title: "one"))
    try context.save()
    let first = try #require(try context.fetch(FetchDescriptor<Note>()).first)
    let second = try #require(try context.fetch(FetchDescriptor<Note>()).first)
    #expect(first === second)
    let registered: Note? = context.registeredModel(for: first.persistentModelID)
    #expect(registered === first)
    #expect(context.model(for: first.persistentModelID) === first)
  }

  @Test func registrationsAreWeak() throws {
    context.insert(Note(title: "one"))
    try context.save()
    weak var weakNote: Note?
    var identifier: PersistentIdentifier?
    do {
      let note = try context.fetch(FetchDescriptor<Note>()).first
      weakNote = note
      identifier = note?.persistentModelID
    }
    #expect(weakNote == nil)
    let registered: Note? = context.registeredModel(for: try #require(identifier))
    #expect(registered == nil)
  }

  @Test func aTemporaryIdentifierStandsForTheRowOnceSaved() throws {
    let note = Note(title: "one")
    context.insert(note)
    let temporary = note.persistentModelID
    let held: Set = [temporary]
    #expect(temporary.storeIdentifier == nil)
    try context.save()
    let permanent = note.persistentModelID
    #expect(temporary == permanent)
    #expect(held.contains(permanent))
    #expect(permanent.storeIdentifier != nil)
    #expect(permanent.primaryKey == 1)
    #expect(temporary.primaryKey == 1)
    let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(temporary))
    #expect(decoded == permanent)
    #expect(MemoryLayout<PersistentIdentifier>.size <= 16)
  }

  @Test func rollbackRestoresValuesAndStates() throws {
    let kept = Note(title: "kept")
    let deleted = Note(title: "deleted")
    context.insert(kept)
    context.insert(deleted)
    try context.save()
    kept.title = "changed"
    kept.place.floor = 9
    context.delete(deleted)
    let new = Note(title: "new")
    context.insert(new)
    #expect(context.hasChanges)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(kept.title == "kept")
    #expect(kept.place.floor == 0)
    #expect(!deleted.isDeleted)
    #expect(new.modelContext == nil)
    try context.save()
    #expect(
      try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])).map(\.title) == ["deleted", "kept"])
  }

  @Test func fetchSeesPendingChanges() throws {
    let first = Note(title: "a")
    let second = Note(title: "b")
    context.insert(first)
    context.insert(second)
    try context.save()
    first.title = "z"
    context.delete(second)
    context.insert(Note(title: "m"))
    let all = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])
    #expect(try context.fetch(all).map(\.title) == ["m", "z"])
    #expect(try context.fetchCount(all) == 2)
    var limited = all
    limited.fetchOffset = 1
    limited.fetchLimit = 1
    #expect(try context.fetch(limited).map(\.title) == ["z"])
    var saved = all
    saved.includePendingChanges = false
    #expect(try context.fetchCount(saved) == 2)
    #expect(context.insertedModelsArray.count == 1)
    #expect(context.changedModelsArray.count == 1)
    #expect(context.deletedModelsArray.count == 1)
  }

  @Test func aFailedSaveLeavesTheContextUsable() throws {
    let unique = try memoryContainer(Badge.self)
    let context = ModelContext(unique)
    context.insert(Badge(code: "x"))
    let twin = Badge(code: "z")
    context.insert(twin)
    try context.save()
    twin.code = "x"
    #expect(throws: SwiftDataError.uniqueConstraint) { try context.save() }
    #expect(context.hasChanges)
    twin.code = "y"
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Badge>()) == 2)
  }

  @Test func aDeletedModelKeepsItsLastValues() throws {
    let note = Note(title: "last words")
    context.insert(note)
    try context.save()
    context.delete(note)
    try context.save()
    #expect(note.isDeleted)
    #expect(note.title == "last words")
    let gone = context.model(for: note.persistentModelID) as? Note
    #expect(gone?.title == "")
    #expect(gone?.isDeleted == true)
    #expect(gone?.place == Note.Place(name: "", floor: 0))
    #expect(gone?.words == [])
    #expect(gone?.mood == .calm)
  }

  @Test(arguments: [true, false]) func aModelThatIsReadAfterItsDeletionStaysDeleted(isPartial: Bool) throws {
    let note = Note(title: "one")
    context.insert(note)
    try context.save()
    let other = ModelContext(container)
    var descriptor = FetchDescriptor<Note>()
    descriptor.propertiesToFetch = [\.date]
    let same = isPartial ? try other.fetch(descriptor).first : other.model(for: note.persistentModelID) as? Note
    let doomed = try #require(same)
    other.delete(doomed)
    #expect(doomed.title == "one")
    #expect(try other.fetchCount(FetchDescriptor<Note>()) == 0)
    try other.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test func deletingAnUnsavedModelForgetsItSoThatItCanBeInsertedAgain() throws {
    let note = Note(title: "twice")
    context.insert(note)
    context.delete(note)
    context.insert(note)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
  }

  @Test func anotherStoresIdentifierIsNoRowOfThisOne() throws {
    let other = ModelContext(try memoryContainer(Note.self))
    other.insert(Note(title: "theirs"))
    context.insert(Note(title: "mine"))
    try other.save()
    try context.save()
    let theirs = try #require(try other.fetchIdentifiers(FetchDescriptor<Note>()).first)
    let note = context.model(for: theirs)
    #expect(note.isDeleted)
    #expect((note as? Note)?.title == "")
  }

  @Test func textsThatOnlyLookAlikeAreWritten() throws {
    let note = Note(title: "caf\u{e9}")
    context.insert(note)
    try context.save()
    note.title = "cafe\u{301}"
    try context.save()
    let fresh = try #require(try ModelContext(container).fetch(FetchDescriptor<Note>()).first)
    #expect(Array(fresh.title.utf8) == Array("cafe\u{301}".utf8))
  }

  @Test func pagesWithPendingChangesAreThoseOfASave() throws {
    for number in 1...9 { context.insert(Note(title: "t\(number)")) }
    try context.save()
    let changed = try #require(context.model(for: try context.fetchIdentifiers(FetchDescriptor<Note>())[0]) as? Note)
    changed.count = 5
    for order in [SortOrder.forward, .reverse] {
      var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.date, order: order)])
      descriptor.fetchLimit = 3
      let pending = try context.fetch(descriptor).map(\.title)
      #expect(pending == (order == .forward ? ["t1", "t2", "t3"] : ["t9", "t8", "t7"]))
      descriptor.fetchLimit = .max
      #expect(try context.fetch(descriptor).count == 9)
    }
  }

  @Test func theUsualConfigurationsCompile() throws {
    _ = ModelConfiguration(isStoredInMemoryOnly: true)
    _ = ModelConfiguration()
    _ = ModelConfiguration("name")
    _ = ModelConfiguration(for: Note.self, Badge.self, isStoredInMemoryOnly: true)
    _ = try ModelContainer(for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    _ = try ModelContainer(for: Schema([Note.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
  }

  @Test func primaryKeysAreNeverReused() throws {
    for number in 1...3 {
      let note = Note(title: "\(number)")
      context.insert(note)
      try context.save()
      #expect(note.persistentModelID.primaryKey == Int64(number))
      context.delete(note)
      try context.save()
    }
  }

  @Test func changingARowThatIsGoneIsAnErrorThatSaysSo() throws {
    let note = Note(title: "shared")
    context.insert(note)
    try context.save()
    let other = ModelContext(container)
    let twin = try #require(try other.fetch(FetchDescriptor<Note>()).first)
    twin.title = "too late"
    context.delete(note)
    try context.save()
    #expect(throws: SwiftDataError.rowGone) { try other.save() }
  }
}

@Model
final class Badge {
  @Attribute(.unique) var code: String

  init(code: String) { self.code = code }
}
