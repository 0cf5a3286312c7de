import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

@Suite("The history of several files")
struct SeveralFilesHistoryTests {
  private let files: TwoFiles

  init() throws { files = try TwoFiles() }

  /// Saves a note, then a tally, then both.
  private func save(into container: ModelContainer) throws {
    let context = ModelContext(container)
    context.author = "first"
    context.insert(Note(title: "one"))
    try context.save()
    context.author = "second"
    context.insert(files.tally(1))
    try context.save()
    context.insert(Note(title: "two"))
    context.insert(files.tally(2))
    try context.save()
  }

  private func transactions(
    _ predicate: Predicate<DefaultHistoryTransaction>? = nil, limit: UInt64 = 0
  ) throws -> [DefaultHistoryTransaction] {
    var descriptor = HistoryDescriptor(predicate: predicate)
    descriptor.fetchLimit = limit
    return try ModelContext(files.container()).fetchHistory(descriptor)
  }

  @Test func outlivesTheContainerWithAuthorsAndChanges() throws {
    try save(into: files.container())
    let all = try transactions()
    #expect(all.map(\.author) == ["first", "second", "second", "second"])
    #expect(Set(all.map(\.storeIdentifier)).count == 2)
    let names = all.map { $0.changes.map { $0.changedPersistentIdentifier.entityName } }
    #expect(names.prefix(2) == [["Note"], ["Tally"]])
    #expect(Set(names.suffix(2)) == [["Note"], ["Tally"]])
    #expect(try transactions(#Predicate { $0.author == "first" }).count == 1)
    #expect(try transactions(limit: 2).map(\.token) == all.prefix(2).map(\.token))
    let identifiers = all[0].changes.map(\.changedPersistentIdentifier)
    let notes = try files.withNotesAlone { try $0.fetchIdentifiers(FetchDescriptor<Note>()) }
    #expect(identifiers == [notes[0]])
  }

  @Test func isAskedByTheTokensOfEachFile() throws {
    try save(into: files.container())
    let first = try #require(try transactions().first?.token)
    let later = try transactions(#Predicate { $0.token > first })
    #expect(later.map(\.storeIdentifier) == [first.storeIdentifier])
    let foreign = DefaultHistoryToken(storeIdentifier: "elsewhere", transaction: 1)
    #expect(throws: SwiftDataError.historyTokenExpired) { try transactions(#Predicate { $0.token > foreign }) }
  }

  @Test func isDeletedInTheFiles() throws {
    let container = try files.container()
    try save(into: container)
    let context = ModelContext(container)
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "first" }))
    #expect(try transactions().map(\.author) == ["second", "second", "second"])
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try transactions().isEmpty)
  }

  @Test func ofAStoreThatKeepsNoneIsAnError() throws {
    let context = ModelContext(try files.files.jsonContainer(Note.self))
    context.insert(Note(title: "one"))
    try context.save()
    let all = HistoryDescriptor<DefaultHistoryTransaction>()
    #expect(throws: DataStoreError.unsupportedFeature) { try context.fetchHistory(all) }
    #expect(throws: DataStoreError.unsupportedFeature) { try context.deleteHistory(all) }
  }

  @Test func observersCountButHaveNoTokens() throws {
    let container = try files.container()
    let observer = try HistoryObserver(modelContainer: container)
    #expect(observer.historyTokens.isEmpty)
    let token = DefaultHistoryToken(storeIdentifier: "any", transaction: 1)
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(historyTokens: ["any": token], modelContainer: container)
    }
  }

  // MARK: - Other processes

  @Test @MainActor func commitsOfOthersReachModelsAndLiveResults() async throws {
    let container = try files.container()
    let context = container.mainContext
    let (note, tally) = (Note(title: "before"), files.tally(1))
    context.insert(note)
    context.insert(tally)
    try context.save()
    let results = try ResultsObserver<Note, Never>(sortBy: [SortDescriptor(\.title)], modelContext: context)
    let history = try HistoryObserver(modelContainer: container)
    try await waitUntil("the result is read") { results.isComplete }
    try files.changeNoteAlone { $0.title = "after" }
    try await waitUntil("the model follows") { note.title == "after" }
    try files.withNotesAlone { $0.insert(Note(title: "another")) }
    try await waitUntil("the list follows") { results.results.map(\.title) == ["after", "another"] }
    try await waitUntil("the history is followed") { history.eventCounter > 0 }
    try files.withNotesAlone { context in
      for note in try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == "after" })) {
        context.delete(note)
      }
    }
    try await waitUntil("the model is gone") { note.isDeleted }
    #expect(!tally.isDeleted && tally.amount == 1)
  }

  @Test func commitsOfOthersAreAnnouncedWithTheTokenOfTheirFile() async throws {
    let container = try files.container()
    let told = Lock<DefaultHistoryToken?>(nil)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContainer.remoteChange, object: container, queue: nil
    ) { notification in
      let token = notification.userInfo?[ModelContext.NotificationKey.historyTokens] as? DefaultHistoryToken
      told.withLock { $0 = token }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try files.withNotesAlone { $0.insert(Note(title: "one")) }
    try await waitUntil("the change is announced") { told.withLock { $0 } != nil }
    let token = try #require(told.withLock { $0 })
    #expect(token.storeIdentifier == container.storeIdentifier(forConfigurationNamed: "notes"))
    #expect(try transactions().last?.token == token)
  }
}
