import Foundation
import SwiftData

/// The examples of the guide that are statements.
enum GuideExamples {
  /// Not run: it would write into the user's data folder.
  static func defaultStore() throws -> Book {
    let container = try ModelContainer(for: Author.self, Book.self)
    let context = ModelContext(container)
    let book = Book(title: "Solaris", pages: 204)
    context.insert(book)
    book.author = Author(name: "Stanisław Lem")  // inserted along
    try context.save()
    return book
  }

  static func configurations() -> [ModelConfiguration] {
    let file = ModelConfiguration(url: URL(fileURLWithPath: "/srv/books.store"))
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    return [file, memory]
  }

  static func deleting(in context: ModelContext) throws {
    try context.delete(model: Book.self, where: #Predicate { $0.pages == 0 })
    try context.save()
  }

  static func batches(
    _ lines: [(title: String, pages: Int)], by author: Author, in context: ModelContext
  ) throws -> [String] {
    let new = try context.execute(
      BatchInsert(lines, onConflict: .skip)
        .set(\Book.title) { $0.title }
        .set(\.pages) { $0.pages }
        .set(\.author, to: author.persistentModelID))

    let done = BatchUpdate<Book>(where: #Predicate { $0.pages < 100 })
      .set(\.finishedOn, to: .now)
      .set(\.pages, to: #Expression { $0.pages + 1 })
      .returning(\.title)
    let titles = try context.execute(done).returned(\.title)

    try context.execute(BatchDelete<Book>(new.identifiers))
    return titles
  }

  static func fetching(in context: ModelContext) throws -> ([Book], Int, [PersistentIdentifier]) {
    var descriptor = FetchDescriptor<Book>(
      predicate: #Predicate { $0.pages > 200 }, sortBy: [SortDescriptor(\.title, order: .reverse)])
    descriptor.fetchLimit = 20
    let books = try context.fetch(descriptor)
    let count = try context.fetchCount(descriptor)
    let identifiers = try context.fetchIdentifiers(descriptor)
    return (books, count, identifiers)
  }

  static func joinedPredicate() -> Predicate<Book> {
    let wanted = Predicate<Book>(all: [#Predicate { $0.pages > 200 }, #Predicate { $0.finishedOn == nil }])
    return wanted
  }

  static func aggregates(in context: ModelContext) throws -> (Int, Int?) {
    let pages = try context.fetchAggregate(.sum(\Book.pages))
    let longest = try context.fetchAggregate(.max(\Book.pages), where: #Predicate { $0.finishedOn != nil })
    let byAuthor = try context.fetch(GroupedAggregate(by: \Book.finishedOn, .count, .average(\.pages)))
    for group in byAuthor { print(group.key as Any, group.values.0, group.values.1 as Any) }
    return (pages, longest)
  }

  @MainActor static func finishing(_ book: Book, in container: ModelContainer) async throws {
    try await Librarian(modelContainer: container).finish(book.persistentModelID)
    // `book` shows the new value here: nothing to refresh, nothing to merge.
  }

  static func history(of context: ModelContext) throws {
    context.author = "import"
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "import" })
    for transaction in try context.fetchHistory(descriptor) {
      for change in transaction.changes {
        switch change {
        case .insert, .update: print(change.changedPersistentIdentifier)
        case .delete(let deletion as DefaultHistoryDelete<Book>): print(deletion.tombstone[\.title] as Any)
        case .delete: break
        }
      }
    }
  }

  @MainActor static func observedHistory(of container: ModelContainer) throws -> (HistoryObserver, Int) {
    let imports = try HistoryObserver(observedModels: [Book.self], authors: ["import"], modelContainer: container)
    let seen = withObservationTracking {
      imports.eventCounter
    } onChange: {
      print("something was imported")
    }
    return (imports, seen)
  }

  static func undo(in context: ModelContext) {
    context.undoManager = UndoManager()
  }

  static func errors(in context: ModelContext) throws {
    do {
      try context.save()
    } catch SwiftDataError.uniqueConstraint {
      context.rollback()
    }
  }
}
