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

  @Test func isWrittenAgainOnceItIsBack() throws {
    let elsewhere = store.directory.appendingPathComponent("moved.sqlite")
    try FileManager.default.moveItem(at: store.url, to: elsewhere)
    try expectRefusal()
    try FileManager.default.moveItem(at: elsewhere, to: store.url)
    try context.save()
    #expect(try store.sqlite("SELECT count(*) FROM Note") == "2")
  }
}
