import DocketLocking
import Foundation
import Observation
import Testing

@testable import OpenSwiftData

@Suite("Values that can't be read when they are needed")
@MainActor
struct UnreadableFaultTests {
  private let store: TemporaryStore
  private let container: ModelContainer
  private let context: ModelContext
  private let errors = SeenErrors()

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self)
    let filling = ModelContext(container)
    let folder = Folder("a folder")
    filling.insert(folder)
    folder.sheets = [Sheet("one"), Sheet("two")]
    let cover = Cover("red")
    filling.insert(cover)
    cover.sheet = folder.sheets.first
    try filling.save()
    context = container.mainContext
    // Who saves is the test.
    context.autosaveEnabled = false
    context.readErrorHandler = { [errors] in errors.note($0) }
    // Whatever opens connections and looks at what waits.
    _ = try context.fetchCount(FetchDescriptor<Folder>())
  }

  private func fault<Model: PersistentModel>(_: Model.Type) throws -> Model {
    let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Model>()).first)
    return try #require(context.model(for: identifier) as? Model)
  }

  private var kinds: [StoreError.Kind?] { errors.all.map { ($0 as? StoreError)?.kind } }

  @Test func areReportedOnceAndReadAgainByThemselves() async throws {
    let folder = try fault(Folder.self)
    let other = try RecoveringProcess(of: store.url)
    #expect(folder.name == "")
    #expect(kinds == [.busy])
    #expect(folder.name == "", "there is nothing to show yet")
    #expect(kinds == [.busy])
    let fired = Fired()
    withObservationTracking {
      _ = folder.name
    } onChange: {
      fired.note()
    }
    try other.end()
    try await waitUntil("observers are told of the value") { fired.count == 1 }
    #expect(folder.name == "a folder")
    #expect(!context.hasChanges)
    #expect(kinds == [.busy])
  }

  @Test func areReportedAgainTheNextTime() async throws {
    for count in 1...2 {
      let folder = try fault(Folder.self)
      let other = try RecoveringProcess(of: store.url)
      folder._$record.becomeFault()
      _ = folder.name
      #expect(kinds == Array(repeating: .busy, count: count))
      try other.end()
      try await waitUntil("the value is read") { !folder._$record.isFault }
    }
  }

  @Test func ofAListAreReadAgainToo() async throws {
    let folder = try fault(Folder.self)
    #expect(folder.name == "a folder")
    let other = try RecoveringProcess(of: store.url)
    #expect(folder.sheets.isEmpty)
    #expect(kinds == [.busy])
    let fired = Fired()
    withObservationTracking {
      _ = folder.sheets
    } onChange: {
      fired.note()
    }
    try other.end()
    try await waitUntil("observers are told of the list") { fired.count == 1 }
    #expect(folder.sheets.map(\.title) == ["one", "two"])
  }

  @Test func ofTheFarEndOfARelationshipAreReadAgainToo() async throws {
    let cover = try fault(Cover.self)
    #expect(cover.colour == "red")
    let other = try RecoveringProcess(of: store.url)
    #expect(cover.sheet == nil)
    #expect(kinds == [.busy])
    let fired = Fired()
    withObservationTracking {
      _ = cover.sheet
    } onChange: {
      fired.note()
    }
    try other.end()
    try await waitUntil("observers are told of the far end") { fired.count == 1 }
    #expect(cover.sheet?.title == "one")
  }

  /// What is written over a placeholder was changed by nobody else.
  @Test func areNoConflictIfTheyWereWrittenBefore() async throws {
    let folder = try fault(Folder.self)
    let other = try RecoveringProcess(of: store.url)
    folder.name = "renamed"
    #expect(kinds == [.busy])
    try other.end()
    try await waitUntil("the other values are read") { !folder._$record.isFault }
    context.mergePolicy = .error
    try context.save()
    #expect(try store.sqlite("SELECT name FROM Folder") == "renamed")
  }

  @Test func areNotTakenForTheSameWhenARelationshipIsSet() async throws {
    let sheets = try context.fetchIdentifiers(FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)]))
    let sheet = try #require(context.model(for: sheets[1]) as? Sheet)
    let other = try RecoveringProcess(of: store.url)
    sheet.folder = nil
    #expect(kinds == [.busy])
    try other.end()
    try await waitUntil("the other values are read") { !sheet._$record.isFault }
    #expect(sheet.folder == nil)
    try context.save()
    #expect(try store.sqlite("SELECT title FROM Sheet WHERE folder IS NOT NULL") == "one")
  }

  /// Which members it would lose is not known; that it could not be read was reported.
  @Test func ofAListAreNotTakenForNoneWhenItIsSet() async throws {
    let folder = try fault(Folder.self)
    #expect(folder.name == "a folder")
    let other = try RecoveringProcess(of: store.url)
    folder.sheets = []
    #expect(kinds == [.busy])
    try other.end()
    try context.save()
    #expect(folder.sheets.map(\.title) == ["one", "two"])
  }

  /// The inbox is emptied before the first row is read.
  @Test func areMergedLaterIfSomebodyElseChangedThem() async throws {
    let folder = try fault(Folder.self)
    #expect(folder.name == "a folder" && folder.sheets.count == 2)
    let elsewhere = ModelContext(container)
    let saved = try #require(try elsewhere.fetch(FetchDescriptor<Folder>()).first)
    saved.name = "renamed"
    saved.sheets.removeLast()
    try elsewhere.save()
    let other = try RecoveringProcess(of: store.url)
    context.processPendingChanges()
    #expect(folder.name == "a folder")
    try other.end()
    try await waitUntil("both are merged") { folder.name == "renamed" && folder.sheets.map(\.title) == ["one"] }
  }

  /// A disk that failed would be asked for ever.
  @Test func areReadAgainOnlyIfSomebodyHadTheStoreLocked() throws {
    let folder = try fault(Folder.self)
    for kind in [StoreError.Kind.inputOutput, .damaged] {
      context.materializer.noteUnreadable([folder], nil, StoreError(kind: kind, location: "", explanation: ""))
    }
    #expect(!context.materializer.willReadAgain)
    context.materializer.noteUnreadable([folder], nil, StoreError(kind: .busy, location: "", explanation: ""))
    #expect(context.materializer.willReadAgain)
    #expect(kinds == [.inputOutput])
  }

  /// As before, with nothing known of what the store has.
  @Test(arguments: [MergePolicy.error, .storeWins])
  func areNoConflictIfTheyAreSavedBeforeTheyAreReadAgain(policy: MergePolicy) async throws {
    let folder = try fault(Folder.self)
    let other = try RecoveringProcess(of: store.url)
    folder.name = "renamed"
    try other.end()
    context.mergePolicy = policy
    try context.save()
    #expect(try store.sqlite("SELECT name FROM Folder") == "renamed")
  }

  @Test func areWhatTheyWereAfterARollbackAtOnce() async throws {
    let folder = try fault(Folder.self)
    let other = try RecoveringProcess(of: store.url)
    folder.name = "renamed"
    try other.end()
    context.rollback()
    #expect(folder.name == "a folder")
  }

  @Test func areWhatTheyWereAfterARollback() async throws {
    let folder = try fault(Folder.self)
    let other = try RecoveringProcess(of: store.url)
    folder.name = "renamed"
    try other.end()
    try await waitUntil("the other values are read") { !folder._$record.isFault }
    context.rollback()
    #expect(folder.name == "a folder")
  }
}

private final class SeenErrors: Sendable {
  private let errors = Lock<[any Error]>([])

  var all: [any Error] { errors.withLock { $0 } }

  func note(_ error: any Error) { errors.withLock { $0.append(error) } }
}
