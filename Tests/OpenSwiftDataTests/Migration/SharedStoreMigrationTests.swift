import Foundation
import OpenSwiftData
import Testing

@Suite("Migration of a store that others have open")
struct SharedStoreMigrationTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(Books1.self) { context in
      for number in 1...200 { context.insert(Books1.Book("Book \(number)", pages: number)) }
    }
  }

  @Test func whoStillHasTheOldSchemaIsToldInsteadOfWritingOldRows() throws {
    let context = ModelContext(try store.open(Books1.self))
    let book = try #require(context.fetch(FetchDescriptor<Books1.Book>(sortBy: [SortDescriptor(\.pages)])).first)
    _ = try store.open(Books2.self)
    let rows = try store.sqlite("SELECT * FROM Book")
    book.pages = 7
    context.insert(Books1.Book("of the old shape"))
    #expect { try context.save() } throws: { isMismatch($0, naming: "2.0.0", "open it again") }
    #expect { try context.fetch(FetchDescriptor<Books1.Shelf>()) } throws: { isMismatch($0, naming: "2.0.0") }
    #expect { try context.fetchCount(FetchDescriptor<Books1.Book>()) } throws: { isMismatch($0, naming: "2.0.0") }
    #expect(try store.sqlite("SELECT * FROM Book") == rows)
    context.rollback()
    #expect(!context.hasChanges)
  }

  @MainActor @Test func theMainContextIsToldToo() throws {
    let container = try store.open(Books1.self)
    #expect(try container.mainContext.fetchCount(FetchDescriptor<Books1.Book>()) == 200)
    _ = try store.open(Books2.self)
    #expect { try container.mainContext.fetch(FetchDescriptor<Books1.Book>()) } throws: {
      isMismatch($0, naming: "2.0.0")
    }
  }

  @Test func aNewIndexOrStatisticsOfSomebodyElseDoNotMatter() throws {
    let context = ModelContext(try store.open(Books1.self))
    try store.sqlite("CREATE INDEX by_hand ON Book(note); ANALYZE")
    context.insert(Books1.Book("after"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Books1.Book>()) == 201)
  }

  @Test func whoeverComesSecondFindsTheStoreMigrated() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...8 {
        group.addTask {
          try ModelContext(store.open(Books2.self)).fetchCount(FetchDescriptor<Books2.Book>())
        }
      }
      for try await count in group { #expect(count == 200) }
    }
    #expect(try store.files.filter { $0.contains("backup") } == ["store.sqlite.backup-1.0.0"])
  }
}
