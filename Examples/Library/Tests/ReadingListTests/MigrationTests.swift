import Foundation
import ReadingList
import SwiftData
import Testing

@Suite("An old reading list")
struct MigrationTests {
  @Test func namesBecomeAuthors() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let url = directory.appendingPathComponent("list.store")
    defer { try? FileManager.default.removeItem(at: directory) }
    try write([("Solaris", "Lem"), ("Emma", "Austen"), ("Fiasco", "Lem")], to: url)

    let context = ModelContext(try ReadingListStore.open(at: url))
    let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(authors.map(\.name) == ["Austen", "Lem"])
    #expect(Set(authors.last?.books.map(\.title) ?? []) == ["Solaris", "Fiasco"])
  }

  private func write(_ books: [(title: String, author: String)], to url: URL) throws {
    let schema = Schema(versionedSchema: ReadingListV1.self)
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
    let context = ModelContext(container)
    for book in books { context.insert(ReadingListV1.Book(title: book.title, author: book.author)) }
    try context.save()
  }
}
