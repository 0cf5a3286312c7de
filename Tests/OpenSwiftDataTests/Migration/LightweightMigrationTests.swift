import Foundation
import OpenSwiftData
import Testing

@Suite("Lightweight migration")
struct LightweightMigrationTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(Books1.self) { context in
      for number in 1...5 {
        context.insert(Books1.Book("Book \(number)", pages: number * 100, subtitle: number == 3 ? nil : "s\(number)"))
      }
      context.insert(Books1.Shelf(name: "top"))
    }
  }

  @Test func addedRemovedAndRenamedAttributesAreInferredWithoutAPlan() throws {
    let context = ModelContext(try store.open(Books2.self))
    let books = try context.fetch(FetchDescriptor<Books2.Book>(sortBy: [SortDescriptor(\.pages)]))
    #expect(books.map(\.name) == (1...5).map { "Book \($0)" })
    #expect(books.map(\.pages) == [100, 200, 300, 400, 500])
    #expect(books.map(\.subtitle) == ["s1", "s2", nil, "s4", "s5"])
    #expect(books.allSatisfy { $0.isbn == nil && $0.rating == 3 && $0.language == "de" })
    #expect(books.map(\.persistentModelID.primaryKey) == [1, 2, 3, 4, 5])
    #expect(try store.sqlite("SELECT value FROM openswiftdata_metadata WHERE key = 'schema_version'") == "2.0.0")
  }

  @Test func eachRowGetsADefaultOfItsOwn() throws {
    let context = ModelContext(try store.open(Books2.self))
    #expect(try Set(context.fetch(FetchDescriptor<Books2.Book>()).map(\.uid)).count == 5)
  }

  @Test func entitiesAndIndexesComeAndGo() throws {
    let context = ModelContext(try store.open(Books2.self))
    context.insert(Books2.Reader(name: "Ada"))
    try context.save()
    #expect(try store.sqlite("SELECT name FROM Reader") == "Ada")
    #expect(
      try store.sqlite("SELECT count(*) FROM sqlite_master WHERE tbl_name IN ('Shelf', 'openswiftdata_old_Book')")
        == "0")
    #expect(try store.sqlite("SELECT group_concat(name) FROM pragma_index_info('Book_pages_name')") == "pages,name")
    #expect(try store.sqlite("SELECT count(*) FROM sqlite_master WHERE type = 'index' AND tbl_name = 'Book'") == "1")
  }

  @Test func keysAreNotReusedAfterTheRowsMoved() throws {
    let context = ModelContext(try store.open(Books1.self))
    let last = try #require(
      context.fetch(FetchDescriptor<Books1.Book>(sortBy: [SortDescriptor(\.pages, order: .reverse)])).first)
    context.delete(last)
    try context.save()
    let migrated = ModelContext(try store.open(Books2.self))
    let book = Books2.Book("new")
    migrated.insert(book)
    try migrated.save()
    #expect(book.persistentModelID.primaryKey == 6)
  }

  @Test func columnsAreAlteredInPlaceWhereNoValueChanges() throws {
    let before = try store.sqlite("SELECT rootpage FROM sqlite_master WHERE name = 'Book'")
    let context = ModelContext(try store.open(BooksAltered.self))
    let books = try context.fetch(FetchDescriptor<BooksAltered.Book>(sortBy: [SortDescriptor(\.name)]))
    #expect(books.map(\.name) == (1...5).map { "Book \($0)" })
    #expect(books.allSatisfy { $0.isbn == nil })
    #expect(try store.sqlite("SELECT rootpage FROM sqlite_master WHERE name = 'Book'") == before)
    #expect(
      try store.sqlite("SELECT group_concat(name) FROM pragma_table_info('Book')") == "id,name,pages,subtitle,isbn")
    #expect(try store.sqlite("SELECT group_concat(name) FROM pragma_index_info('Book_name')") == "name")
  }

  @Test func aRequiredAttributeWithoutADefaultIsRefusedByName() async throws {
    let before = try Data(contentsOf: store.url)
    #expect { try store.open(BooksRequiring.self) } throws: {
      isMismatch($0, naming: "Book.isbn", "default value", "migration stage")
    }
    #expect(try Data(contentsOf: store.url) == before)
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
  }

  @Test func nilBecomesTheDefaultWhereAValueIsRequired() throws {
    let context = ModelContext(try store.open(BooksStrict.self))
    let books = try context.fetch(FetchDescriptor<BooksStrict.Book>(sortBy: [SortDescriptor(\.pages)]))
    #expect(books.map(\.subtitle) == ["s1", "s2", "none", "s4", "s5"])
    #expect(books.first?.title == "Book 1")
    books.first?.title = nil
    try context.save()
    #expect(try store.sqlite("SELECT title IS NULL FROM Book WHERE id = 1") == "1")
  }

  @Test func nilWithoutADefaultIsRefusedAndCounted() throws {
    #expect { try store.open(BooksStricter.self) } throws: { isMismatch($0, naming: "Book.subtitle", "1 row has") }
    try store.sqlite("UPDATE Book SET subtitle = 'set' WHERE subtitle IS NULL")
    let context = ModelContext(try store.open(BooksStricter.self))
    #expect(try context.fetchCount(FetchDescriptor<BooksStricter.Book>()) == 5)
  }

  @Test func duplicatesOfANewUniqueAttributeAreCountedByEntity() async throws {
    try store.sqlite("UPDATE Book SET title = 'same' WHERE id IN (1, 2, 3)")
    let before = try store.sqlite("SELECT * FROM Book")
    #expect { try store.open(BooksUnique.self) } throws: { isMismatch($0, naming: "Book.title", "2 more rows") }
    #expect(try store.sqlite("SELECT * FROM Book") == before)
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
    try store.sqlite("UPDATE Book SET title = id")
    _ = try store.open(BooksUnique.self)
    #expect(try store.sqlite("SELECT \"unique\" FROM pragma_index_list('Book')") == "1")
  }

  @Test func aChangeThatIsOnlyRememberedTakesNoCopy() async throws {
    _ = try store.open(BooksMarked.self)
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
    #expect(try store.sqlite("SELECT value FROM openswiftdata_metadata WHERE key = 'schema_version'") == "1.0.1")
  }

  @Test func aChangeWithoutANewVersionNumberIsInferredToo() throws {
    let schema = Schema([Books2.Book.self, Books1.Shelf.self], version: .init(1, 0, 0))
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store.url))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Books2.Book>()) == 5)
  }

  @Test func whoKnowsAPartOfTheModelsRemovesNoOthers() throws {
    _ = try store.container(Books1.Book.self)
    #expect(try store.sqlite("SELECT name FROM Shelf") == "top")
    #expect { try store.container(Books2.Book.self) } throws: { isMismatch($0, naming: "Shelf", "version number") }
    #expect(try ModelContext(store.open(Books1.self)).fetchCount(FetchDescriptor<Books1.Shelf>()) == 1)
  }

  @Test func aStoreThatNeverDescribedItselfIsMigrated() async throws {
    try makeFirstFormat()
    #expect(try ModelContext(store.open(Books1.self)).fetchCount(FetchDescriptor<Books1.Book>()) == 5)
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
    try makeFirstFormat()
    let books = try ModelContext(store.open(Books2.self)).fetch(FetchDescriptor<Books2.Book>())
    #expect(books.map(\.name) == (1...5).map { "Book \($0)" })
    #expect(try store.sqlite("PRAGMA user_version") == "2")
  }

  @Test func aStoreThatCanOnlyBeReadIsNotMigrated() async throws {
    let schema = Schema(versionedSchema: Books2.self)
    let configuration = ModelConfiguration(schema: schema, url: store.url, allowsSave: false)
    #expect { try ModelContainer(for: schema, configurations: configuration) } throws: {
      isMismatch($0, naming: "1.0.0", "2.0.0", kind: .readOnly)
    }
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
  }

  @Test func aNewerStoreIsRefusedUntouched() throws {
    _ = try store.open(Books2.self)
    // Whoever has the store open still may fold the log into it when closing.
    try store.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try Data(contentsOf: store.url)
    #expect { try store.open(Books1.self) } throws: { isMismatch($0, naming: "2.0.0", "1.0.0", kind: .newerSchema) }
    #expect(try Data(contentsOf: store.url) == before)
  }

  /// What stores were like before they described themselves.
  private func makeFirstFormat() throws {
    try store.sqlite(
      """
      DELETE FROM openswiftdata_metadata WHERE key IN ('schema_description', 'schema_fingerprint');
      PRAGMA user_version = 1;
      """)
  }
}
