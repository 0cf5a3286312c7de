import Foundation
import OpenSwiftData
import Testing

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

  @Test func isWrittenAgainOnceItIsBack() throws {
    let elsewhere = store.directory.appendingPathComponent("moved.sqlite")
    try FileManager.default.moveItem(at: store.url, to: elsewhere)
    try expectRefusal()
    try FileManager.default.moveItem(at: elsewhere, to: store.url)
    try context.save()
    #expect(try store.sqlite("SELECT count(*) FROM Note") == "2")
  }
}
