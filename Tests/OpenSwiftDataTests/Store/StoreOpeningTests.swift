import Foundation
import OpenSwiftData
import Testing

@Suite("Opening a store")
struct StoreOpeningTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
  }

  @Test(arguments: [
    "just text", "", "SQLite format 3\0 but not really, and long enough to be looked at as a header by the check",
  ])
  func filesOfOthersStayAsTheyWere(_ content: String) throws {
    guard !content.isEmpty else { return try emptyFileBecomesAStore() }
    try Data(content.utf8).write(to: store.url)
    #expect { try store.container(Note.self) } throws: { ($0 as? StoreError)?.kind == .notAStore }
    #expect(try Data(contentsOf: store.url) == Data(content.utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.directory.path) == ["store.sqlite"])
  }

  private func emptyFileBecomesAStore() throws {
    try Data().write(to: store.url)
    _ = try store.container(Note.self)
  }

  @Test func anotherProgramsDatabaseIsRefused() throws {
    try sqlite("create table other(x)")
    let before = try Data(contentsOf: store.url)
    #expect { try store.container(Note.self) } throws: { ($0 as? StoreError)?.kind == .notAStore }
    #expect(try Data(contentsOf: store.url) == before)
  }

  @Test func aDirectoryIsRefused() throws {
    try FileManager.default.createDirectory(at: store.url, withIntermediateDirectories: true)
    #expect { try store.container(Note.self) } throws: { ($0 as? StoreError)?.kind == .notAStore }
  }

  @Test func aNewerSchemaIsRefusedAndBothVersionsAreNamed() throws {
    _ = try store.container(Note.self, version: .init(2, 0, 0))
    #expect {
      try store.container(Note.self)
    } throws: { error in
      guard let error = error as? StoreError else { return false }
      return error.kind == .newerSchema && error.explanation.contains("2.0.0") && error.explanation.contains("1.0.0")
    }
  }

  @Test func aMissingParentFolderIsCreatedAndPrivate() throws {
    let url = store.directory.appendingPathComponent("a/b/c.sqlite")
    let schema = Schema(Note.self)
    _ = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
    #expect(try permissions(url) == 0o600)
    #expect(try permissions(url.deletingLastPathComponent()) == 0o700)
  }

  /// SQLite gives the files beside a store its permissions when it makes them.
  @Test(arguments: ["-wal", "-shm"]) func filesBesideAStoreMayBeWrittenIfItMay(ending: String) throws {
    let first = try store.container(Note.self)
    let beside = URL(fileURLWithPath: store.url.path + ending)
    chmod(beside.path, 0o444)
    _ = try store.container(Note.self)
    #expect(try permissions(beside).map { $0 & 0o200 } == 0o200)
    withExtendedLifetime(first) {}
  }

  @Test func leftoversOfADeletedStoreAreNotTakenForTheNewOnes() throws {
    do {
      let context = ModelContext(try store.container(Note.self))
      context.insert(Note(title: "old"))
      try context.save()
      try FileManager.default.copyItem(atPath: store.url.path + "-wal", toPath: store.url.path + "-kept")
    }
    try FileManager.default.removeItem(at: store.url)
    try? FileManager.default.removeItem(atPath: store.url.path + "-wal")
    try FileManager.default.moveItem(atPath: store.url.path + "-kept", toPath: store.url.path + "-wal")
    let context = ModelContext(try store.container(Note.self))
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test func containersInMemoryShareNothing() throws {
    let first = ModelContext(try memoryContainer(Note.self))
    let second = ModelContext(try memoryContainer(Note.self))
    first.insert(Note(title: "mine"))
    try first.save()
    #expect(try second.fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test func historyThatMakesNoSenseIsPassedOver() async throws {
    let container = try store.container(Note.self)
    let id = try await NoteHandler(modelContainer: container).add("before")
    let note = try await MainActor.run {
      try #require(container.mainContext.fetch(FetchDescriptor<Note>()).first).title
    }
    #expect(note == "before")
    try sqlite(
      """
      insert into openswiftdata_transaction(timestamp, writer) values(0, 1);
      insert into openswiftdata_change values(last_insert_rowid(), 'Note', 1, 0, 9223372036854775807, 'title');
      insert into openswiftdata_change values(last_insert_rowid(), 'Note', 1, 1, 1, 'title');
      update Note set title = 'after' where id = 1;
      """)
    try await waitUntil("the change that makes sense is merged") {
      (container.mainContext.model(for: id) as? Note)?.title == "after"
    }
  }

  @Test func anotherConnectionsCommitArrivesByItself() async throws {
    let container = try store.container(Note.self)
    let other = try store.container(Note.self)
    let id = try await NoteHandler(modelContainer: container).add("before")
    let note = try await MainActor.run {
      try #require(container.mainContext.fetch(FetchDescriptor<Note>()).first).title
    }
    #expect(note == "before")
    let twin = try other.identifier(of: Note.self, primaryKey: try #require(id.primaryKey))
    try await NoteHandler(modelContainer: other).rename(twin, to: "after")
    try await waitUntil("the other container's commit is merged") {
      let held: Note? = container.mainContext.registeredModel(for: id)
      return try (held ?? container.mainContext.fetch(FetchDescriptor<Note>()).first)?.title == "after"
    }
  }

  /// A process that closes a store as the last one removes its log: what is written into that later is lost.
  @Test func aSecondTimeInOneProcessLeavesTheLocksOfTheFirst() throws {
    let first = ModelContext(try store.container(Note.self))
    try first.save(note: "before")
    let second = try store.container(Note.self)
    #expect(try store.sqlite("SELECT count(*) FROM Note") == "1")
    try first.save(note: "after")
    #expect(try store.sqlite("SELECT count(*) FROM Note") == "2")
    #expect(try ModelContext(second).fetchCount(FetchDescriptor<Note>()) == 2)
  }

  private func permissions(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  private func sqlite(_ sql: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", store.url.path, sql]
    try process.run()
    process.waitUntilExit()
  }
}
