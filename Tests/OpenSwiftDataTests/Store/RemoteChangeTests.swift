import DocketLocking
import Foundation
import Synchronization
import Testing

@testable import OpenSwiftData

@Suite("Commits of other processes")
@MainActor
struct RemoteChangeTests {
  let store: TemporaryStore
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Note.self)
    context = ModelContext(container)
  }

  /// Collects the tokens of the container's notifications.
  private final class Listener: Sendable {
    let tokens = Lock<[DefaultHistoryToken]>([])
    // Sound: set once, before anybody else knows the object.
    private nonisolated(unsafe) var observer: (any NSObjectProtocol)?

    init(_ container: ModelContainer) {
      observer = NotificationCenter.default.addObserver(
        forName: ModelContainer.remoteChange, object: container, queue: nil
      ) { [weak self] notification in
        let token = notification.userInfo?[ModelContext.NotificationKey.historyTokens] as? DefaultHistoryToken
        guard let token else { return }
        self?.tokens.withLock { $0.append(token) }
      }
    }

    deinit { observer.map { NotificationCenter.default.removeObserver($0) } }

    var last: DefaultHistoryToken? { tokens.withLock { $0.last } }
  }

  /// A commit of the `sqlite3` program: a process of its own.
  private func renameInAnotherProcess(to title: String) throws {
    try SQLiteProgram.run(
      """
      begin immediate;
      update Note set title = '\(title)' where id = 1;
      insert into openswiftdata_transaction(timestamp, writer, author) values(0, 1, 'sqlite3');
      insert into openswiftdata_change values(last_insert_rowid(), 'Note', 1, 1, 1, 'title');
      commit;
      """, on: store.url)
  }

  @Test func areAnnounced() async throws {
    try context.save(note: "before")
    let listener = Listener(container)
    try renameInAnotherProcess(to: "after")
    try await waitUntil("the commit is announced") { listener.last != nil }
    let transaction = try #require(try context.transactions().last)
    #expect(transaction.author == "sqlite3")
    #expect(listener.last == transaction.token)
  }

  @Test func ofAnotherContainerOfThisProcessAreAnnouncedToo() async throws {
    try context.save(note: "before")
    let other = try store.container(Note.self)
    let (listener, otherListener) = (Listener(container), Listener(other))
    try ModelContext(other).save(note: "theirs")
    try await waitUntil("the commit is announced") { listener.last != nil }
    #expect(otherListener.last == nil)
  }

  @Test func ofThisContainerAreNot() async throws {
    let listener = Listener(container)
    try context.save(note: "mine")
    try renameInAnotherProcess(to: "theirs")
    try await waitUntil("the other's commit is announced") { listener.last != nil }
    #expect(listener.tokens.withLock { $0 } == [try #require(try context.transactions().last?.token)])
  }

  @Test func inAContainerOpenedLaterAreAnnounced() async throws {
    try context.save(note: "before")
    _ = ModelContainer.remoteChange
    let later = try store.container(Note.self)
    let listener = Listener(later)
    try renameInAnotherProcess(to: "after")
    try await waitUntil("the commit is announced") { listener.last != nil }
  }

  /// The log is beside the file, not beside the link.
  @Test func throughASymbolicLinkAreAnnounced() async throws {
    try context.save(note: "before")
    let link = store.directory.appendingPathComponent("elsewhere/link.sqlite")
    try FileManager.default.createDirectory(at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: store.url)
    let schema = Schema(Note.self)
    let linked = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: link))
    let listener = Listener(linked)
    try renameInAnotherProcess(to: "after")
    try await waitUntil("the commit is announced") { listener.last != nil }
  }

  @Test func updateModelsAndObserversSoThatNoQueryIsBlindToThem() async throws {
    try context.save(note: "before")
    let note = try #require(try container.mainContext.fetch(FetchDescriptor<Note>()).first)
    let observer = try ResultsObserver<Note, Never>(
      filterBy: #Predicate { $0.title == "after" }, modelContext: container.mainContext)
    let fired = Atomic<Bool>(false)
    withObservationTracking {
      _ = note.title
    } onChange: {
      fired.store(true, ordering: .relaxed)
    }
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.isEmpty)
    try renameInAnotherProcess(to: "after")
    try await waitUntil("the row is told of") { fired.load(ordering: .relaxed) }
    #expect(note.title == "after")
    try await waitUntil("the row is in the result") { observer.results.map(\.title) == ["after"] }
  }

  /// More runs of changes than anybody wants to read one by one.
  @Test func ofAnySizeAreMerged() async throws {
    for title in ["before", "doomed"] { try context.save(note: title) }
    let notes = try container.mainContext.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.persistentModelID)]))
    let observer = try ResultsObserver<Note, Never>(modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    try SQLiteProgram.run(
      """
      begin immediate;
      with recursive n(i) as (select 10 union all select i + 2 from n where i < 60000)
        insert into Note(id, title, date, count, isDone, mood, "place.name", "place.floor", words, big, amount, uid, bytes)
        select i, 'new', 0, 0, 0, 'calm', "place.name", "place.floor", words, big, amount, uid, bytes from n, Note where Note.id = 1;
      update Note set title = 'after' where id = 1;
      delete from Note where id = 2;
      insert into openswiftdata_transaction(timestamp, writer) values(0, 1);
      insert into openswiftdata_change
        select max(t.id), 'Note', 0, n.id, n.id, '' from openswiftdata_transaction t, Note n where n.id >= 10
        group by n.id;
      insert into openswiftdata_change select max(id), 'Note', 1, 1, 1, 'title' from openswiftdata_transaction;
      insert into openswiftdata_change select max(id), 'Note', 2, 2, 2, '' from openswiftdata_transaction;
      commit;
      """, on: store.url)
    try await waitUntil("all rows are in the result") { observer.results.count == 29_997 }
    try await waitUntil("the change is merged") { notes[0].title == "after" }
    #expect(notes[1].isDeleted)
  }
}
