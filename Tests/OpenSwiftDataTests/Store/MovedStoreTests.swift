import Foundation
import Testing

@testable import OpenSwiftData

@Suite("A store whose file goes away while it is open")
struct MovedStoreTests {
  private let store: TemporaryStore
  private let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    context = ModelContext(try store.container(Note.self))
    context.insert(Note(title: "first"))
    try context.save()
  }

  private func expectRefusal() throws {
    context.insert(Note(title: "second"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.explanation.contains("moved, replaced or deleted") == true)
    #expect(context.hasChanges)
  }

  @Test func isNotWrittenAfterItWasDeleted() throws {
    try FileManager.default.removeItem(at: store.url)
    try expectRefusal()
    #expect(!FileManager.default.fileExists(atPath: store.url.path))
  }

  @Test func isCalledOverwrittenOnlyIfItsBytesSaySo() throws {
    #expect(!StoreFile(url: store.url).isKnownAsSomethingElse)
    #expect(!StoreFile(url: store.directory.appendingPathComponent("nothing")).isKnownAsSomethingElse)
    for bytes in ["short", String(repeating: "long", count: 100)] {
      let file = store.directory.appendingPathComponent("other")
      try Data(bytes.utf8).write(to: file)
      #expect(StoreFile(url: file).isKnownAsSomethingElse)
    }
  }

  @Test func isNotWrittenAfterItWasMoved() throws {
    let elsewhere = store.directory.appendingPathComponent("moved.sqlite")
    try FileManager.default.moveItem(at: store.url, to: elsewhere)
    try expectRefusal()
  }

  @Test func isNotWrittenAfterAnotherFileTookItsPlace() throws {
    try Data("another".utf8).write(to: store.url, options: .atomic)
    try expectRefusal()
    #expect(try Data(contentsOf: store.url) == Data("another".utf8))
  }

  /// Whoever needs a further connection would get one to the other store.
  @Test func isNeitherReadNorWrittenInAnotherStoreThatTookItsPlace() throws {
    let connections = try (0..<8).map { _ in try context.container.store.leaseForMain() }
    let other = try TemporaryStore()
    try other.fill(Books1.self) { $0.insert(Books1.Book("a book")) }
    let before = try Data(contentsOf: other.url)
    #expect(rename(other.url.path, store.url.path) == 0)
    try expectRefusal()
    #expect(throws: StoreError.self) { try ModelContext(context.container).fetch(FetchDescriptor<Note>()) }
    #expect(try Data(contentsOf: store.url) == before)
    connections.forEach(context.container.store.giveBack)
  }

  /// SQLite reads the log of the new store with the pages of the old one, and speaks of whatever comes of it.
  @Test func isNotCalledADiskThatFailedIfANewStoreTakesItsName() throws {
    try FileManager.default.removeItem(at: store.url)
    // Whatever becomes of the new one: it takes the log of the old one.
    let other = (try? store.container(Note.self)).map { ModelContext($0) }
    other?.insert(Note(title: "of the new store"))
    try? other?.save()
    // A connection that was open may still read what it had.
    var errors: [StoreError] = []
    do {
      _ = try ModelContext(context.container).fetch(FetchDescriptor<Note>())
    } catch let error as StoreError {
      errors.append(error)
    }
    let refusal = #expect(throws: StoreError.self) {
      context.insert(Note(title: "second"))
      try context.save()
    }
    errors.append(try #require(refusal))
    for error in errors {
      #expect(error.kind == .cannotOpen)
      #expect(error.explanation.contains("moved, replaced or deleted"))
    }
  }

  /// SQLite would take the log of the old store over, and end the process by cutting the shared memory of both short.
  @Test(arguments: [false, true]) func leavesItsNameToANewStoreWithALogOfItsOwn(isReplaced: Bool) throws {
    let memory = store.url.path + "-shm"
    let number = try FileManager.default.attributesOfItem(atPath: memory)[.systemFileNumber] as? Int
    let kept = context.container.store
    try FileManager.default.removeItem(at: store.url)
    if isReplaced {
      let other = try TemporaryStore()
      try ModelContext(other.container(Note.self)).save()
      try FileManager.default.copyItem(at: other.url, to: store.url)
    }
    let new = ModelContext(try store.container(Note.self))
    #expect(try FileManager.default.attributesOfItem(atPath: memory)[.systemFileNumber] as? Int != number)
    #expect(try new.fetchCount(FetchDescriptor<Note>()) == 0)
    new.insert(Note(title: "of the new store"))
    try new.save()
    try expectRefusal()
    #expect(try store.sqlite("SELECT title FROM Note; PRAGMA integrity_check") == "of the new store\nok")
    withExtendedLifetime(kept) {}
  }

  @Test(arguments: [0, 3, 20_000])
  func isNotCalledADiskThatFailedIfItIsOverwritten(bytes: Int) throws {
    try store.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = try FileHandle(forWritingTo: store.url)
    try file.write(contentsOf: Data(repeating: 65, count: bytes))
    try file.truncate(atOffset: UInt64(bytes))
    let errors: [StoreError?] = [
      #expect(throws: StoreError.self) { try ModelContext(context.container).fetch(FetchDescriptor<Note>()) },
      #expect(throws: StoreError.self) {
        context.insert(Note(title: "second"))
        try context.save()
      },
    ]
    for error in errors {
      #expect(error?.kind == .notAStore)
      #expect(error?.explanation.contains("overwritten while it was open") == true)
    }
    #expect(context.hasChanges)
  }

  /// What was saved last stands in the log; SQLite speaks of a disk that failed, or of a file that is no database.
  @Test(arguments: ["delete", "empty"])
  func isNotCalledADiskThatFailedIfItsLogIsGone(how: String) throws {
    let log = store.url.path + "-wal"
    #expect(try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? 0 > 0)
    if how == "delete" { try FileManager.default.removeItem(atPath: log) } else { #expect(truncate(log, 0) == 0) }
    // Those that are open may have what they need of it; further ones don't.
    let connections = try (0..<8).map { _ in try context.container.store.leaseForMain() }
    defer { connections.forEach(context.container.store.giveBack) }
    let error = #expect(throws: StoreError.self) {
      for _ in 0..<8 { _ = try ModelContext(context.container).fetch(FetchDescriptor<Note>()) }
    }
    #expect(error?.kind == .other)
    let explanation = error?.explanation ?? ""
    #expect(explanation.contains("ends in -wal was deleted or cut short"), "\(explanation)")
  }

  @Test func isWrittenAgainOnceItIsBack() throws {
    let elsewhere = store.directory.appendingPathComponent("moved.sqlite")
    try FileManager.default.moveItem(at: store.url, to: elsewhere)
    try expectRefusal()
    try FileManager.default.moveItem(at: elsewhere, to: store.url)
    try context.save()
    #expect(try store.sqlite("SELECT count(*) FROM Note") == "2")
  }
}
