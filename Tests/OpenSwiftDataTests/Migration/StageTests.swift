import Foundation
import OpenSwiftData
import Testing

@Suite("Stages of a migration")
struct StageTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private func fillPeople() throws {
    try store.fill(People1.self) { context in
      context.insert(People1.Person("Ada Lovelace", age: "36"))
      context.insert(People1.Person("Alan Turing", age: "41"))
      context.insert(People1.Person("Grace Hopper", age: "old"))
    }
  }

  @Test func bothOldAndNewModelsAreReachableInOneStage() throws {
    try fillPeople()
    let context = ModelContext(try store.open(People2.self, plan: PeoplePlan.self))
    let people = try context.fetch(FetchDescriptor<People2.Person>(sortBy: [SortDescriptor(\.first)]))
    #expect(people.map(\.first) == ["Ada", "Alan", "Grace"])
    #expect(people.map(\.address) == ["Ada@Lovelace", "Alan@Turing", "Grace@Hopper"])
    #expect(try store.sqlite("SELECT count(*) FROM pragma_index_list('Person') WHERE \"unique\"") == "1")
  }

  @Test func severalStagesRunInOneTransaction() throws {
    try fillPeople()
    let context = ModelContext(try store.open(People3.self, plan: PeoplePlan.self))
    let people = try context.fetch(FetchDescriptor<People3.Person>(sortBy: [SortDescriptor(\.label)]))
    #expect(people.map(\.label) == ["Hopper, Grace", "Lovelace, Ada", "Turing, Alan"])
    #expect(people.map(\.age) == [-1, 36, 41])
    #expect(people.map(\.persistentModelID.primaryKey) == [3, 1, 2])
    #expect(try store.files.filter { $0.contains("backup") } == ["store.sqlite.backup-1.0.0"])
  }

  @Test func aStageLeadsBackToAnOlderVersion() throws {
    try store.fill(People3.self) { $0.insert(People3.Person(label: "Lovelace, Ada", age: 36)) }
    let context = ModelContext(try store.open(People1.self, plan: PeoplePlan.self))
    #expect(try context.fetch(FetchDescriptor<People1.Person>()).map(\.name) == ["person 36"])
    #expect(try store.sqlite("SELECT value FROM openswiftdata_metadata WHERE key = 'schema_version'") == "1.0.0")
    #expect(FileManager.default.fileExists(atPath: store.backup("3.0.0").path))
  }

  @Test func withoutAWayBackANewerStoreIsRefusedUntouched() async throws {
    try store.fill(People2.self) { $0.insert(People2.Person(first: "Ada", last: "Lovelace")) }
    // Whoever has the store open still may fold the log into it when closing.
    try store.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try Data(contentsOf: store.url)
    #expect { try store.open(People1.self, plan: PeoplePlan.self) } throws: {
      isMismatch($0, naming: "2.0.0", "1.0.0", kind: .newerSchema)
    }
    #expect(try Data(contentsOf: store.url) == before)
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
  }

  @Test func aVersionThatThePlanDoesNotKnowIsNamed() throws {
    let schema = Schema([Books1.Book.self, Books1.Shelf.self], version: .init(0, 9, 0))
    _ = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store.url))
    #expect { try store.open(Books2.self, plan: LightweightPlan.self) } throws: {
      isMismatch($0, naming: "0.9.0", "2.0.0", "add a stage")
    }
  }

  @Test func duplicatesAreRemovedBeforeAConstraintIsAdded() throws {
    try store.fill(Books1.self) { context in
      for number in 1...6 { context.insert(Books1.Book("Book \(number % 3)", pages: number)) }
    }
    let context = ModelContext(try store.open(BooksUnique.self, plan: PeopleDeduplicating.self))
    let books = try context.fetch(FetchDescriptor<BooksUnique.Book>(sortBy: [SortDescriptor(\.pages)]))
    #expect(books.map(\.title) == ["Book 1", "Book 2", "Book 0"])
  }

  @Test func codeThatFailsLeavesTheStoreAsItWas() async throws {
    try store.fill(Books1.self) { $0.insert(Books1.Book("kept")) }
    let before = try Data(contentsOf: store.url)
    #expect(throws: FailingPlan.Refusal.self) { try store.open(Books2.self, plan: FailingPlan.self) }
    #expect(try Data(contentsOf: store.url) == before)
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
    #expect(try ModelContext(store.open(Books1.self)).fetch(FetchDescriptor<Books1.Book>()).map(\.title) == ["kept"])
  }

  @Test func modelTypesGetTheVersionThatThePlanGivesThem() throws {
    try store.fill(Books1.self) { $0.insert(Books1.Book("one")) }
    let container = try ModelContainer(
      for: Books2.Book.self, Books2.Reader.self, migrationPlan: LightweightPlan.self,
      configurations: ModelConfiguration(url: store.url))
    #expect(container.schema.version == .init(2, 0, 0))
    #expect(container.migrationPlan == LightweightPlan.self)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Books2.Book>()).map(\.name) == ["one"])
    #expect(throws: Never.self) { try store.open(Books2.self) }
  }

  @Test func modelsThatThePlanDoesNotListAreNamed() {
    #expect {
      try ModelContainer(
        for: BooksUnique.Book.self, migrationPlan: LightweightPlan.self,
        configurations: ModelConfiguration(url: store.url))
    } throws: {
      isMismatch($0, naming: "LightweightPlan", "Book.note", "2.0.0")
    }
  }

  @Test func aNewStoreNeedsNoStage() throws {
    let context = ModelContext(try store.open(Books2.self, plan: FailingPlan.self))
    #expect(try context.fetchCount(FetchDescriptor<Books2.Book>()) == 0)
    let memory = try ModelContainer(
      for: Books2.Book.self, Books2.Reader.self, migrationPlan: FailingPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(try ModelContext(memory).fetchCount(FetchDescriptor<Books2.Book>()) == 0)
  }

  @Test func modelsChangedWithoutANewNumberAreMendedBeforeTheFirstStage() throws {
    let schema = Schema([EarlyPeople.Person.self], version: .init(1, 0, 0))
    do {
      let context = ModelContext(
        try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store.url)))
      context.insert(EarlyPeople.Person("Ada Lovelace"))
      try context.save()
    }
    let people = try ModelContext(store.open(People2.self, plan: PeoplePlan.self))
      .fetch(FetchDescriptor<People2.Person>())
    #expect(people.map(\.last) == ["Lovelace"])
  }
}
