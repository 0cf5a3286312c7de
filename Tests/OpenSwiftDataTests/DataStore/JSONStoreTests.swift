import Foundation
import OpenSwiftData
import Testing

@Suite("A custom store that keeps models in a JSON file")
struct JSONStoreTests {
  private let files: TemporaryStore

  init() throws { files = try TemporaryStore() }

  private func day(_ days: Double) -> Date { Date(timeIntervalSinceReferenceDate: days * 86_400.1) }

  /// Contexts retain their containers; these tests release them to reopen the file.
  private func titles(
    _ descriptor: FetchDescriptor<Note> = FetchDescriptor(sortBy: [SortDescriptor(\.title)])
  ) throws
    -> [String]
  {
    try ModelContext(try files.jsonContainer(Note.self)).fetch(descriptor).map(\.title)
  }

  @Test func keepsEveryKindOfValueFromOneOpeningToTheNext() throws {
    let note = Note(title: "a \u{1F600} \"quoted\"", date: Date(timeIntervalSinceReferenceDate: 0.1 + 0.2))
    note.count = .min
    note.weight = -0.0
    note.mood = .busy
    note.place = Note.Place(name: "attic", floor: 3)
    note.words = ["x", "y"]
    note.big = .max
    note.amount = Decimal(string: "12345678901234567890.123")!
    note.link = URL(string: "https://example.org/a?b=c")
    note.bytes = Data([0, 255, 10])
    let uid = note.uid
    let first = ModelContext(try files.jsonContainer(Note.self))
    first.insert(note)
    try first.save()

    let read = try #require(try ModelContext(try files.jsonContainer(Note.self)).fetch(FetchDescriptor<Note>()).first)
    #expect(read.title == "a \u{1F600} \"quoted\"")
    #expect(read.date == Date(timeIntervalSinceReferenceDate: 0.1 + 0.2))
    #expect(read.count == .min)
    // SQLite, which the copy is, knows one zero only.
    #expect(read.weight == 0)
    #expect(read.mood == .busy)
    #expect(read.optionalMood == nil)
    #expect(read.place == Note.Place(name: "attic", floor: 3))
    #expect(read.words == ["x", "y"])
    #expect(read.big == .max)
    #expect(read.amount == note.amount)
    #expect(read.link == note.link)
    #expect(read.bytes == Data([0, 255, 10]))
    #expect(read.uid == uid)
    #expect(read.persistentModelID == note.persistentModelID)
  }

  @Test func fetchesWithPredicateOrderLimitAndOffset() throws {
    let context = ModelContext(try files.jsonContainer(Note.self))
    for number in 1...9 {
      let note = Note(title: "note \(number)", date: day(Double(10 - number)))
      note.count = number
      context.insert(note)
    }
    try context.save()
    var descriptor = FetchDescriptor<Note>(
      predicate: #Predicate { $0.count > 3 }, sortBy: [SortDescriptor(\.date)])
    #expect(try titles(descriptor) == (4...9).reversed().map { "note \($0)" })
    descriptor.fetchLimit = 2
    descriptor.fetchOffset = 1
    #expect(try titles(descriptor) == ["note 8", "note 7"])
    descriptor.predicate = nil
    #expect(try titles(descriptor) == ["note 8", "note 7"])
    descriptor.sortBy = [SortDescriptor(\.title, comparator: .localizedStandard, order: .reverse)]
    #expect(try titles(descriptor) == ["note 8", "note 7"])
    let other = ModelContext(try files.jsonContainer(Note.self))
    #expect(try other.fetchCount(FetchDescriptor<Note>(predicate: #Predicate { $0.count < 3 })) == 2)
    #expect(try other.fetchCount(FetchDescriptor<Note>()) == 9)
    #expect(try other.fetchIdentifiers(FetchDescriptor<Note>(predicate: #Predicate { $0.count == 5 })).count == 1)
  }

  @Test func updatesAndDeletes() throws {
    let context = ModelContext(try files.jsonContainer(Note.self))
    let (kept, gone) = (Note(title: "kept"), Note(title: "gone"))
    context.insert(kept)
    context.insert(gone)
    try context.save()
    kept.title = "changed"
    context.delete(gone)
    try context.save()
    #expect(try titles() == ["changed"])
    #expect(gone.isDeleted)
    #expect(!context.hasChanges)
  }

  @Test func temporaryIdentifiersBecomeThoseThatTheStoreGives() throws {
    let context = ModelContext(try files.jsonContainer(Note.self))
    let note = Note(title: "one")
    context.insert(note)
    let temporary = note.persistentModelID
    #expect(temporary.storeIdentifier == nil)
    let held: Set = [temporary]
    try context.save()
    let permanent = note.persistentModelID
    #expect(permanent.storeIdentifier == "models.json")
    #expect(temporary == permanent)
    #expect(held.contains(permanent))
    let registered: Note? = context.registeredModel(for: temporary)
    #expect(registered === note)

    let encoded = try JSONEncoder().encode(permanent)
    let key = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])["primaryKey"]
    #expect(UUID(uuidString: key as? String ?? "") != nil)
    #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: encoded) == permanent)
    #expect(String(describing: permanent) == "Note \(key as? String ?? "")")
  }

  @Test func contextsSeeWhatOthersSave() throws {
    let container = try files.jsonContainer(Note.self)
    let (writer, reader) = (ModelContext(container), ModelContext(container))
    let note = Note(title: "before")
    writer.insert(note)
    try writer.save()
    let seen = try #require(try reader.fetch(FetchDescriptor<Note>()).first)
    #expect(seen !== note)
    note.title = "after"
    try writer.save()
    #expect(seen.title == "after")
    writer.delete(note)
    try writer.save()
    #expect(try reader.fetch(FetchDescriptor<Note>()).isEmpty)
    #expect(seen.isDeleted)
  }

  @Test func fetchesSeeWhatSomebodyElseWroteIntoTheFile() throws {
    let (mine, theirs) = (try files.jsonContainer(Note.self), try files.jsonContainer(Note.self))
    let (here, there) = (ModelContext(mine), ModelContext(theirs))
    let (changed, gone) = (Note(title: "old"), Note(title: "gone"))
    here.insert(changed)
    here.insert(gone)
    try here.save()
    let copies = try there.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
    there.delete(copies[0])
    copies[1].title = "new"
    there.insert(Note(title: "added"))
    try there.save()
    #expect(changed.title == "old")
    #expect(try here.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])).map(\.title) == ["added", "new"])
    #expect(changed.title == "new")
    #expect(gone.isDeleted)
  }

  @Test func failedSavesLeaveContextAndFileAsTheyWere() throws {
    let context = ModelContext(try files.jsonContainer(Note.self, largestCount: 1))
    let first = Note(title: "first")
    context.insert(first)
    try context.save()
    let second = Note(title: "second")
    context.insert(second)
    first.title = "renamed"
    #expect(throws: JSONStore.IsFull.self) { try context.save() }
    #expect(context.insertedModelsArray.count == 1)
    #expect(context.changedModelsArray.count == 1)
    #expect(second.persistentModelID.storeIdentifier == nil)
    #expect(try titles() == ["first"])
    #expect(
      try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])).map(\.title) == ["renamed", "second"])

    context.delete(second)
    try context.save()
    #expect(try titles() == ["renamed"])
  }

  @Test func modelActorsWorkOnIt() async throws {
    let container = try files.jsonContainer(Note.self)
    let handler = NoteHandler(modelContainer: container)
    let one = try await handler.add("one", date: day(1))
    try await handler.add("two", date: day(2))
    try await handler.rename(one, to: "uno")
    #expect(try await NoteHandler(modelContainer: container).titles() == ["uno", "two"])
    try await handler.delete(one)
    #expect(try await handler.titles() == ["two"])
    #expect(try titles() == ["two"])
  }

  @Test @MainActor func mainContextIsToldOfSavesByActors() async throws {
    let container = try files.jsonContainer(Note.self)
    let handler = NoteHandler(modelContainer: container)
    let identifier = try await handler.add("before")
    let note = try #require(try container.mainContext.fetch(FetchDescriptor<Note>()).first)
    try await handler.rename(identifier, to: "after")
    try await waitUntil("the main context merges") { note.title == "after" }
  }

  @Test func relationshipsOfEveryKindComeBack() throws {
    let context = ModelContext(try files.jsonContainer(Folder.self))
    let folder = Folder("root")
    let sheets = ["c", "a", "b"].map { Sheet($0) }
    let label = Label("red")
    folder.sheets = sheets
    folder.children = [Folder("child")]
    label.sheets = [sheets[1], sheets[0]]
    sheets[0].cover = Cover("blue")
    sheets[2].sources = [Cover("x"), Cover("y")]
    context.insert(folder)
    context.insert(label)
    try context.save()

    let read = ModelContext(try files.jsonContainer(Folder.self))
    let root = try #require(try read.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "root" })).first)
    #expect(root.sheets.map(\.title) == ["c", "a", "b"])
    #expect(root.children.map(\.name) == ["child"])
    #expect(root.children.first?.parent === root)
    #expect(root.sheets[0].labels.map(\.name) == ["red"])
    #expect(root.sheets[0].labels[0].sheets.map(\.title) == ["a", "c"])
    #expect(root.sheets[0].cover?.colour == "blue")
    #expect(root.sheets[0].cover?.sheet === root.sheets[0])
    #expect(root.sheets[2].sources.map(\.colour) == ["x", "y"])
    let inRoot = FetchDescriptor<Sheet>(
      predicate: #Predicate { $0.folder?.name == "root" }, sortBy: [SortDescriptor(\.title)])
    #expect(try read.fetch(inRoot).map(\.title) == ["a", "b", "c"])
  }

  @Test func deleteRulesReachTheFile() throws {
    let context = ModelContext(try files.jsonContainer(Folder.self))
    let folder = Folder("root")
    folder.sheets = [Sheet("inside")]
    folder.sheets[0].cover = Cover("kept")
    context.insert(folder)
    try context.save()

    let other = ModelContext(try files.jsonContainer(Folder.self))
    other.delete(try #require(try other.fetch(FetchDescriptor<Folder>()).first))
    try other.save()
    let read = ModelContext(try files.jsonContainer(Folder.self))
    #expect(try read.fetchCount(FetchDescriptor<Folder>()) == 0)
    #expect(try read.fetchCount(FetchDescriptor<Sheet>()) == 0)
    let cover = try #require(try read.fetch(FetchDescriptor<Cover>()).first)
    #expect(cover.sheet == nil)
  }

  @Test func erasingEmptiesTheFile() throws {
    let container = try files.jsonContainer(Note.self)
    let context = ModelContext(container)
    let note = Note(title: "one")
    context.insert(note)
    try context.save()
    try container.erase()
    #expect(try titles().isEmpty)
    #expect(try context.fetch(FetchDescriptor<Note>()).isEmpty)
    #expect(note.isDeleted)
  }

  @Test func unreadableFilesAreReported() throws {
    try Data("{".utf8).write(to: files.jsonURL)
    let context = ModelContext(try files.jsonContainer(Note.self))
    #expect(throws: DecodingError.self) { try context.fetch(FetchDescriptor<Note>()) }
    context.insert(Note(title: "one"))
    #expect(throws: DecodingError.self) { try context.save() }
    #expect(try Data(contentsOf: files.jsonURL) == Data("{".utf8))
  }
}
