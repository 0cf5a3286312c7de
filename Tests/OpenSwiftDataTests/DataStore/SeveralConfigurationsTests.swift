import Foundation
import OpenSwiftData
import Testing

@Suite("A container with several configurations")
struct SeveralConfigurationsTests {
  private let files: TemporaryStore
  private let notes = Schema([Note.self])
  private let tallies = Schema([Tally.self])
  private let both = Schema([Note.self, Tally.self])

  init() throws { files = try TemporaryStore() }

  private var noteURL: URL { files.directory.appendingPathComponent("notes.sqlite") }
  private var tallyURL: URL { files.directory.appendingPathComponent("tallies.sqlite") }

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: both, configurations: ModelConfiguration("notes", schema: notes, url: noteURL),
      ModelConfiguration("tallies", schema: tallies, url: tallyURL))
  }

  private func tally(_ amount: Double) -> Tally { Tally(when: Date(timeIntervalSinceReferenceDate: 0), amount: amount) }

  private func failure(
    _ schema: Schema, _ configurations: any DataStoreConfiguration..., plan: (any SchemaMigrationPlan.Type)? = nil
  ) -> SwiftDataError? {
    #expect(throws: SwiftDataError.self) {
      try ModelContainer(for: schema, migrationPlan: plan, configurations: configurations)
    }
  }

  @Test func keepsEachEntityInItsOwnFile() throws {
    let container = try container()
    let context = ModelContext(container)
    let (note, tally) = (Note(title: "one"), tally(2))
    context.insert(note)
    context.insert(tally)
    try context.save()
    #expect(note.persistentModelID.storeIdentifier == container.storeIdentifier(forConfigurationNamed: "notes"))
    #expect(tally.persistentModelID.storeIdentifier == container.storeIdentifier(forConfigurationNamed: "tallies"))
    #expect(note.persistentModelID.storeIdentifier != tally.persistentModelID.storeIdentifier)

    let alone = ModelContext(
      try ModelContainer(for: notes, configurations: ModelConfiguration(schema: notes, url: noteURL)))
    #expect(try alone.fetch(FetchDescriptor<Note>()).map(\.persistentModelID) == [note.persistentModelID])
    let other = ModelContext(
      try ModelContainer(for: tallies, configurations: ModelConfiguration(schema: tallies, url: tallyURL)))
    #expect(try other.fetch(FetchDescriptor<Tally>()).map(\.amount) == [2])
  }

  @Test func readsChangesAndDeletesInAllOfThem() throws {
    let first = ModelContext(try container())
    for title in ["a", "b", "c"] { first.insert(Note(title: title)) }
    for amount in [1.0, 2, 3] { first.insert(tally(amount)) }
    try first.save()

    let second = ModelContext(try container())
    let found = try second.fetch(
      FetchDescriptor<Note>(predicate: #Predicate { $0.title != "a" }, sortBy: [SortDescriptor(\.title)]))
    #expect(found.map(\.title) == ["b", "c"])
    found[0].title = "B"
    second.delete(try #require(try second.fetch(FetchDescriptor<Tally>(sortBy: [SortDescriptor(\.amount)])).first))
    try second.save()

    let third = ModelContext(try container())
    #expect(try third.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])).map(\.title) == ["a", "B", "c"])
    #expect(try third.fetch(FetchDescriptor<Tally>(sortBy: [SortDescriptor(\.amount)])).map(\.amount) == [2, 3])
    #expect(try third.fetchCount(FetchDescriptor<Tally>(predicate: #Predicate { $0.amount > 2 })) == 1)
  }

  @Test func mixesFilesMemoryAndOtherKindsOfStores() throws {
    let json = JSONStoreConfiguration(schema: tallies, fileURL: files.jsonURL)
    let open = {
      try ModelContainer(
        for: both, configurations: [ModelConfiguration(schema: notes, isStoredInMemoryOnly: true), json])
    }
    let first = ModelContext(try open())
    first.insert(Note(title: "forgotten"))
    first.insert(tally(4))
    try first.save()
    #expect(try first.fetchCount(FetchDescriptor<Note>()) == 1)
    let second = ModelContext(try open())
    #expect(try second.fetchCount(FetchDescriptor<Note>()) == 0)
    #expect(try second.fetch(FetchDescriptor<Tally>()).map(\.amount) == [4])
  }

  @Test func contextsSeeEachOthersSaves() throws {
    let container = try container()
    let (writer, reader) = (ModelContext(container), ModelContext(container))
    let note = Note(title: "before")
    writer.insert(note)
    try writer.save()
    let seen = try #require(try reader.fetch(FetchDescriptor<Note>()).first)
    note.title = "after"
    try writer.save()
    #expect(seen.title == "after")
  }

  @Test func aStoreThatRefusesLeavesTheOthersAsTheyWere() throws {
    _ = try container()
    let container = try ModelContainer(
      for: both, configurations: ModelConfiguration("notes", schema: notes, url: noteURL),
      ModelConfiguration("tallies", schema: tallies, url: tallyURL, allowsSave: false))
    let context = ModelContext(container)
    context.insert(Note(title: "one"))
    let tally = tally(1)
    context.insert(tally)
    #expect(throws: SwiftDataError.savingNotAllowed) { try context.save() }
    #expect(context.insertedModelsArray.count == 2)
    let alone = ModelContext(
      try ModelContainer(for: notes, configurations: ModelConfiguration(schema: notes, url: noteURL)))
    #expect(try alone.fetchCount(FetchDescriptor<Note>()) == 0)

    context.delete(tally)
    try context.save()
    #expect(try alone.fetchCount(FetchDescriptor<Note>()) == 1)
  }

  @Test func aStoreOfAnotherKindThatRefusesLeavesTheFilesAsTheyWere() throws {
    let context = ModelContext(
      try ModelContainer(
        for: both,
        configurations: [
          JSONStoreConfiguration(schema: tallies, fileURL: files.jsonURL, largestCount: 0),
          ModelConfiguration("notes", schema: notes, url: noteURL),
        ]))
    context.insert(Note(title: "one"))
    context.insert(tally(1))
    #expect(throws: JSONStore.IsFull.self) { try context.save() }
    #expect(context.insertedModelsArray.count == 2)
    let alone = ModelContext(
      try ModelContainer(for: notes, configurations: ModelConfiguration(schema: notes, url: noteURL)))
    #expect(try alone.fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test func entitiesInNoConfigurationOrInTwoAreRefused() throws {
    let nowhere = failure(
      Schema([Note.self, Tally.self, Folder.self]), ModelConfiguration("notes", schema: notes, url: noteURL),
      ModelConfiguration("tallies", schema: tallies, url: tallyURL))
    #expect(nowhere == .loadIssueModelContainer)
    #expect(nowhere?.explanation.contains("is in the schema of no configuration") == true)
    let twice = failure(
      both, ModelConfiguration("all", schema: both, url: noteURL),
      ModelConfiguration("tallies", schema: tallies, url: tallyURL))
    #expect(twice == .loadIssueModelContainer)
    #expect(twice?.explanation.contains("Tally belongs to the configurations all and tallies") == true)
    let unknown = failure(
      notes, ModelConfiguration("notes", schema: notes, url: noteURL),
      ModelConfiguration("tallies", schema: tallies, url: tallyURL))
    #expect(unknown == .configurationSchemaNotFoundInContainerSchema)
    #expect(!FileManager.default.fileExists(atPath: noteURL.path))
  }

  @Test func relationshipsFromOneStoreToAnotherAreRefused() throws {
    let error = failure(
      Schema([Team.self, Player.self]), ModelConfiguration("teams", schema: Schema([Team.self]), url: noteURL),
      ModelConfiguration("players", schema: Schema([Player.self]), url: tallyURL))
    #expect(error == .loadIssueModelContainer)
    #expect(error?.explanation.contains("relationship") == true)
  }

  @Test func configurationsOfOneNameOrFileAreRefused() throws {
    #expect(
      failure(
        both, ModelConfiguration("same", schema: notes, url: noteURL),
        ModelConfiguration("same", schema: tallies, url: tallyURL)) == .duplicateConfiguration)
    #expect(
      failure(
        both, ModelConfiguration("one", schema: notes, url: noteURL),
        ModelConfiguration("two", schema: tallies, url: noteURL)) == .duplicateConfiguration)
  }

  @Test func configurationsNeedNamesThatFilesCanHave() {
    #expect(
      failure(notes, ModelConfiguration(String(repeating: "n", count: 300)))
        == .configurationFileNameTooLong)
    #expect(failure(notes, ModelConfiguration("a/b")) == .configurationFileNameContainsInvalidCharacters)
  }

  @Test func configurationsAreValues() {
    let one = ModelConfiguration("one", schema: notes, url: noteURL)
    #expect(one == ModelConfiguration("one", schema: Schema([Note.self]), url: noteURL))
    #expect(one != ModelConfiguration("one", schema: tallies, url: noteURL))
    #expect(one != ModelConfiguration("two", schema: notes, url: noteURL))
    #expect(Set([one, one, ModelConfiguration("two", schema: notes, url: noteURL)]).count == 2)
    #expect(one.id == "one")
    #expect(one.debugDescription == "ModelConfiguration one at \(noteURL.path): Note")
  }
}
