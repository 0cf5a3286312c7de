import Foundation
import SwiftData

// The examples of Documentation/OpenSwiftData.md, word for word: `GuideTests` compares them.

@Model final class Author {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

  init(name: String) { self.name = name }
}

@Model final class Book {
  #Index<Book>([\.title])

  var title: String
  var pages = 0
  var finishedOn: Date?
  var author: Author?
  @Transient var isSelected = false

  init(title: String, pages: Int = 0) {
    self.title = title
    self.pages = pages
  }
}

@Model final class Memo {
  #FullTextIndex<Memo>(\.title, \.notes)

  var title: String
  var notes: String?
  init(title: String) { self.title = title }
}

@MainActor final class BookList {
  let observer: ResultsObserver<Book, Never>

  init(_ container: ModelContainer) throws {
    observer = try ResultsObserver(
      filterBy: #Predicate { $0.pages > 0 }, sortBy: [SortDescriptor(\.title)], modelContext: container.mainContext)
  }

  var titles: [String] { observer.results.map(\.title) }
}

@ModelActor actor Librarian {
  func finish(_ id: PersistentIdentifier) throws {
    guard let book = self[id, as: Book.self] else { return }
    book.finishedOn = .now
    try modelContext.save()
  }
}
