import Foundation
import SwiftData
import Testing

/// The examples of the guide do what it says.
@MainActor
@Suite("The guide's examples")
struct GuideExampleTests {
  private let container: ModelContainer
  private var context: ModelContext { container.mainContext }

  init() throws {
    container = try ModelContainer(
      for: Author.self, Book.self, Memo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context.autosaveEnabled = false
    let author = Author(name: "Stanisław Lem")
    context.insert(author)
    author.books = [Book(title: "Solaris", pages: 204), Book(title: "Eden", pages: 270), Book(title: "Blank")]
    try context.save()
  }

  private func book(_ title: String) throws -> Book {
    try #require(try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == title })).first)
  }

  @Test func fetchingFiltersSortsAndCounts() throws {
    let (books, count, identifiers) = try GuideExamples.fetching(in: context)
    #expect(books.map(\.title) == ["Solaris", "Eden"])
    #expect(count == 2)
    #expect(identifiers == books.map(\.persistentModelID))
  }

  @Test func deletingByPredicateLeavesTheRest() throws {
    try GuideExamples.deleting(in: context)
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 2)
  }

  @Test func batchesWriteRowsThatModelsFollow() throws {
    let blank = try book("Blank")
    let author = try #require(blank.author)
    let titles = try GuideExamples.batches([("Fiasco", 320), ("Note", 5)], by: author, in: context)
    #expect(titles == ["Blank", "Note"])
    #expect(blank.pages == 1 && blank.finishedOn != nil)
    #expect(Set(author.books.map(\.title)) == ["Solaris", "Eden", "Blank"])
  }

  @Test func finishingInAnActorShowsHere() async throws {
    let solaris = try book("Solaris")
    try await GuideExamples.finishing(solaris, in: container)
    #expect(solaris.finishedOn != nil)
    let wanted = FetchDescriptor(predicate: GuideExamples.joinedPredicate())
    #expect(try context.fetch(wanted).map(\.title) == ["Eden"])
    let (pages, longest) = try GuideExamples.aggregates(in: context)
    #expect(pages == 474)
    #expect(longest == 204)
  }

  @Test func refusedValuesAreRolledBack() throws {
    let other = Author(name: "Other")
    context.insert(other)
    try context.save()
    other.name = "Stanisław Lem"
    try GuideExamples.errors(in: context)
    #expect(!context.hasChanges)
    #expect(other.name == "Other")
  }

  @Test func undoTakesTheLastChangeBack() throws {
    GuideExamples.undo(in: context)
    let eden = try book("Eden")
    eden.title = "Eden II"
    context.processPendingChanges()
    context.undoManager?.undo()
    #expect(eden.title == "Eden")
  }

  @Test func historyIsReadByAuthor() throws {
    try GuideExamples.history(of: context)
    #expect(context.author == "import")
    #expect(GuideExamples.configurations().map(\.isStoredInMemoryOnly) == [false, true])
  }

  @Test func importsAreCounted() async throws {
    let (imports, seen) = try GuideExamples.observedHistory(of: container)
    #expect(seen == 0)
    context.author = "import"
    context.insert(Book(title: "Fiasco"))
    try context.save()
    let deadline = ContinuousClock.now + .seconds(300)
    while imports.eventCounter == 0, .now < deadline { try await Task.sleep(for: .milliseconds(1)) }
    #expect(imports.eventCounter == 1)
  }

  @Test func theObserverListsTitles() async throws {
    let list = try BookList(container)
    let deadline = ContinuousClock.now + .seconds(300)
    while !list.observer.isComplete, .now < deadline { try await Task.sleep(for: .milliseconds(1)) }
    #expect(list.titles == ["Eden", "Solaris"])
  }

  @Test func theMigrationSeesBothVersions() throws {
    let directory = FileManager.default.temporaryDirectory.appending(component: "guide-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    let configuration = ModelConfiguration(url: directory.appending(component: "reading.store"))
    do {
      let old = ModelContext(
        try ModelContainer(for: Schema(versionedSchema: ReadingV1.self), configurations: configuration))
      old.insert(ReadingV1.Book(title: "Solaris"))
      try old.save()
    }
    let new = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: ReadingV2.self), migrationPlan: ReadingPlan.self, configurations: configuration))
    #expect(try new.fetch(FetchDescriptor<ReadingV2.Book>()).map(\.title) == ["SOLARIS"])
  }
}
