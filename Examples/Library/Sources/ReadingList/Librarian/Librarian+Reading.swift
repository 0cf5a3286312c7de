import Foundation
import SwiftData

extension Librarian {
  /// The titles of an author's books, in order of the alphabet.
  public func titles(by author: String) throws -> [String] {
    let books = FetchDescriptor<Book>(
      predicate: #Predicate { $0.author?.name == author }, sortBy: [SortDescriptor(\.title)])
    return try modelContext.fetch(books).map(\.title)
  }

  /// How many books have at least some number of pages; nothing is loaded for it.
  public func countOfBooks(withPagesFrom pages: Int) throws -> Int {
    try modelContext.fetchCount(FetchDescriptor<Book>(predicate: #Predicate { $0.pages >= pages }))
  }

  /// The titles on a shelf, as they stand there.
  public func titles(onShelf name: String) throws -> [String] {
    let shelves = FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == name })
    return try modelContext.fetch(shelves).first?.books.map(\.title) ?? []
  }
}
