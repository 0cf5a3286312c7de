import Foundation
import SwiftData

/// Works on a reading list away from the main actor, in a context of its own.
@ModelActor public actor Librarian {}

/// What a librarian can't do.
public enum LibrarianError: Error {
  /// The book was deleted, or is in another list.
  case noSuchBook
}

// MARK: - Changing

extension Librarian {
  /// Adds a book, and its author and shelf if they are new.
  ///
  /// - Returns: the book's identifier, with which any other context finds it.
  @discardableResult
  public func add(_ title: String, by author: String, pages: Int, to shelf: String) throws -> PersistentIdentifier {
    let book = Book(title: title, pages: pages)
    modelContext.insert(book)
    book.author = try self.author(named: author)
    try self.shelf(named: shelf).books.append(book)
    try modelContext.save()
    return book.persistentModelID
  }

  /// Notes that a book was read.
  public func finish(_ book: PersistentIdentifier, on date: Date) throws {
    guard let book = self[book, as: Book.self] else { throw LibrarianError.noSuchBook }
    book.progress = .finished
    book.finishedOn = date
    try modelContext.save()
  }

  /// Deletes an author, and thereby the author's books.
  public func removeAuthor(named name: String) throws {
    modelContext.delete(try author(named: name))
    try modelContext.save()
  }

  /// The author of the name: the one that is there, or a new one.
  private func author(named name: String) throws -> Author {
    let found = try modelContext.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == name })).first
    if let found { return found }
    let author = Author(name: name)
    modelContext.insert(author)
    return author
  }

  /// The shelf of the name: the one that is there, or a new one.
  private func shelf(named name: String) throws -> Shelf {
    let found = try modelContext.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == name })).first
    if let found { return found }
    let shelf = Shelf(name: name)
    modelContext.insert(shelf)
    return shelf
  }
}

// MARK: - Reading

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
