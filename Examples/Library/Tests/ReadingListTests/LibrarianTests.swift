import Foundation
import ReadingList
import SwiftData
import Testing

@Suite("A librarian")
struct LibrarianTests {
  let container: ModelContainer
  let librarian: Librarian

  init() throws {
    container = try ReadingListStore.inMemory()
    librarian = Librarian(modelContainer: container)
  }

  @Test func booksOfOneAuthorShareTheAuthor() async throws {
    try await librarian.add("Emma", by: "Jane Austen", pages: 474, to: "Next")
    try await librarian.add("Persuasion", by: "Jane Austen", pages: 249, to: "Next")
    #expect(try await librarian.titles(by: "Jane Austen") == ["Emma", "Persuasion"])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
  }

  @Test func aShelfKeepsItsOrder() async throws {
    for title in ["Solaris", "Emma", "Persuasion"] { try await librarian.add(title, by: "", pages: 1, to: "Next") }
    #expect(try await librarian.titles(onShelf: "Next") == ["Solaris", "Emma", "Persuasion"])
  }

  @Test @MainActor func theMainContextSeesWhatTheActorSaved() async throws {
    let id = try await librarian.add("Emma", by: "Jane Austen", pages: 474, to: "Next")
    let book = try #require(container.mainContext.model(for: id) as? Book)
    #expect(book.progress == .waiting)
    try await librarian.finish(id, on: Date(timeIntervalSinceReferenceDate: 0))
    #expect(book.progress == .finished)
    #expect(book.finishedOn == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func anAuthorTakesTheBooksAlong() async throws {
    let id = try await librarian.add("Emma", by: "Jane Austen", pages: 474, to: "Next")
    try await librarian.removeAuthor(named: "Jane Austen")
    #expect(try await librarian.titles(onShelf: "Next") == [])
    await #expect(throws: LibrarianError.noSuchBook) { try await librarian.finish(id, on: .now) }
  }
}
