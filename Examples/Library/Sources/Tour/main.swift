import Foundation
import ReadingList
import SwiftData

let directory = FileManager.default.temporaryDirectory.appendingPathComponent("reading-list-\(UUID().uuidString)")
let url = directory.appendingPathComponent("list.store")
defer { try? FileManager.default.removeItem(at: directory) }

try writeOldList(at: url)
let container = try ReadingListStore.open(at: url)
let librarian = Librarian(modelContainer: container)

print("Migrated:", try await librarian.titles(by: "Stanisław Lem").joined(separator: ", "))

let emma = try await librarian.add("Emma", by: "Jane Austen", pages: 474, to: "Next")
try await librarian.add("Persuasion", by: "Jane Austen", pages: 249, to: "Next")
try await librarian.finish(emma, on: Date(timeIntervalSinceReferenceDate: 0))

// The actor saved in the background; the main context has the news without a fetch or a merge.
let book = container.mainContext.model(for: emma) as? Book
print("Seen on the main actor:", book?.title ?? "nothing", "is", book?.progress.rawValue ?? "nowhere")
print("On the shelf:", try await librarian.titles(onShelf: "Next").joined(separator: ", "))
print("Long books:", try await librarian.countOfBooks(withPagesFrom: 300))

try await librarian.removeAuthor(named: "Jane Austen")
print("After Jane Austen left:", try container.mainContext.fetchCount(FetchDescriptor<Book>()), "books")

/// Writes a list as the first version of the program did.
func writeOldList(at url: URL) throws {
  let schema = Schema(versionedSchema: ReadingListV1.self)
  let container = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
  let context = ModelContext(container)
  context.insert(ReadingListV1.Book(title: "Solaris", author: "Stanisław Lem"))
  context.insert(ReadingListV1.Book(title: "The Cyberiad", author: "Stanisław Lem"))
  try context.save()
}
