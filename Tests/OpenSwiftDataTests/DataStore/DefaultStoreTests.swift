import Foundation
import Testing

@testable import OpenSwiftData

/// A store that forwards every request to the library's own.
private final class WrappedStore: DataStore {
  struct Configuration: DataStoreConfiguration {
    typealias Store = WrappedStore
    var name = "wrapped"
    var schema: Schema?
    var url: URL
  }

  let configuration: Configuration
  private let wrapped: DefaultStore
  var identifier: String { wrapped.identifier }
  var schema: Schema { wrapped.schema }

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    wrapped = try DefaultStore(
      ModelConfiguration(schema: configuration.schema, url: configuration.url), migrationPlan: migrationPlan)
  }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    try wrapped.fetch(request)
  }

  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try wrapped.fetchCount(request)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { try wrapped.save(request) }

  func erase() throws { try wrapped.erase() }
}

@Suite("The library's store, used as a custom store")
struct DefaultStoreTests {
  private let files: TemporaryStore

  init() throws { files = try TemporaryStore() }

  private func wrappedContainer(_ types: any PersistentModel.Type...) throws -> ModelContainer {
    try ModelContainer(for: Schema(types), configurations: [WrappedStore.Configuration(url: files.url)])
  }

  @Test func wrappedItKeepsWhatADirectContainerReads() throws {
    let context = ModelContext(try wrappedContainer(Note.self))
    let (kept, gone) = (Note(title: "kept"), Note(title: "gone"))
    kept.bytes = Data([1, 2, 3])
    kept.place = Note.Place(name: "here", floor: 1)
    context.insert(kept)
    context.insert(gone)
    try context.save()
    kept.big = .max
    context.delete(gone)
    try context.save()

    let direct = ModelContext(try files.container(Note.self))
    let notes = try direct.fetch(FetchDescriptor<Note>())
    #expect(notes.map(\.title) == ["kept"])
    #expect(notes[0].bytes == Data([1, 2, 3]))
    #expect(notes[0].place == Note.Place(name: "here", floor: 1))
    #expect(notes[0].big == .max)
    #expect(notes[0].persistentModelID == kept.persistentModelID)
  }

  @Test func wrappedItFiltersAndSortsByItself() throws {
    let context = ModelContext(try wrappedContainer(Note.self))
    for title in ["b", "a", "c"] { context.insert(Note(title: title)) }
    try context.save()
    var descriptor = FetchDescriptor<Note>(
      predicate: #Predicate { $0.title != "a" }, sortBy: [SortDescriptor(\.title, order: .reverse)])
    #expect(try context.fetch(descriptor).map(\.title) == ["c", "b"])
    descriptor.fetchLimit = 1
    #expect(try context.fetch(descriptor).map(\.title) == ["c"])
    #expect(try context.fetchCount(descriptor) == 1)
  }

  @Test func wrappedItKeepsGraphs() throws {
    let context = ModelContext(try wrappedContainer(Folder.self))
    let folder = Folder("root")
    folder.sheets = [Sheet("b"), Sheet("a")]
    folder.sheets[0].labels = [Label("red"), Label("blue")]
    context.insert(folder)
    try context.save()
    folder.sheets = folder.sheets.reversed()
    folder.sheets[1].labels.removeFirst()
    try context.save()

    let direct = ModelContext(try files.container(Folder.self))
    let read = try #require(try direct.fetch(FetchDescriptor<Folder>()).first)
    #expect(read.sheets.map(\.title) == ["a", "b"])
    #expect(read.sheets[1].labels.map(\.name) == ["blue"])
  }

  @Test func needsASchema() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try DefaultStore(ModelConfiguration(url: files.url), migrationPlan: nil)
    }
    #expect(error == .loadIssueModelContainer)
  }

  private func store(_ types: any PersistentModel.Type...) throws -> DefaultStore {
    try DefaultStore(ModelConfiguration(schema: Schema(types), url: files.url), migrationPlan: nil)
  }

  @Test func deletesByPredicateAndFollowsTheRules() throws {
    let context = ModelContext(try files.container(Folder.self))
    for name in ["kept", "gone"] {
      let folder = Folder(name)
      folder.sheets = [Sheet("in \(name)")]
      context.insert(folder)
    }
    try context.save()
    let deleting = DataStoreBatchDeleteRequest<Folder>(
      editingState: EditingState(id: UUID(), author: "sweeper"), predicate: #Predicate { $0.name == "gone" },
      includeSubclasses: true)
    let store = try store(Folder.self)
    func delete(_ store: some DataStoreBatching) throws { try store.delete(deleting) }
    try delete(store)

    let read = ModelContext(try files.container(Folder.self))
    #expect(try read.fetch(FetchDescriptor<Folder>()).map(\.name) == ["kept"])
    #expect(try read.fetch(FetchDescriptor<Sheet>()).map(\.title) == ["in kept"])
    #expect(try store.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.author == "sweeper")
  }

  @Test func givesSnapshotsOfTheRowsThatThereAre() throws {
    let context = ModelContext(try files.container(Note.self))
    let (kept, gone) = (Note(title: "kept"), Note(title: "gone"))
    context.insert(kept)
    context.insert(gone)
    let temporary = kept.persistentModelID
    try context.save()
    context.delete(gone)
    try context.save()

    let store = try store(Note.self)
    let snapshots = try store.cachedSnapshots(
      for: [temporary, gone.persistentModelID], editingState: EditingState(id: UUID(), author: nil))
    #expect(Array(snapshots.keys) == [kept.persistentModelID])
    let fetched = try store.fetch(
      DataStoreFetchRequest(editingState: EditingState(id: UUID(), author: nil), descriptor: FetchDescriptor<Note>()))
    #expect(snapshots[kept.persistentModelID] == fetched.fetchedSnapshots.first)
  }

  @Test func storesWithoutACacheHaveNoSnapshotsAtHand() throws {
    let store = try WrappedStore(
      WrappedStore.Configuration(schema: Schema([Note.self]), url: files.url), migrationPlan: nil)
    let identifier = try PersistentIdentifier.identifier(for: store.identifier, entityName: "Note", primaryKey: 1)
    #expect(try store.cachedSnapshots(for: [identifier], editingState: EditingState(id: UUID(), author: nil)).isEmpty)
  }

  @Test func givesSnapshotsAndHistory() throws {
    let container = try files.container(Note.self)
    let context = ModelContext(container)
    context.insert(Note(title: "one"))
    try context.save()
    let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Note>()).first)
    let store = try DefaultStore(
      ModelConfiguration(schema: Schema([Note.self]), url: files.url), migrationPlan: nil)
    #expect(store.identifier == identifier.storeIdentifier)
    #expect(try store.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 1)
    #expect(DefaultStore.historyType == DefaultHistoryTransaction.self)
  }
}
