import Foundation
import OpenSwiftData
import Testing

@Suite("A store as it is at a moment")
struct StoreSnapshotTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(Books1.self) { $0.insert(Books1.Book("Book 1", pages: 100, subtitle: nil)) }
  }

  private func snapshot(_ version: any VersionedSchema.Type) throws -> ModelContext {
    let schema = Schema(versionedSchema: version)
    return ModelContext(try ModelContainer(for: schema, configurations: .snapshot(of: store.url, schema: schema)))
  }

  @Test func isReadAndLeavesNothingBehind() async throws {
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
    let before = try Data(contentsOf: store.url)
    for _ in 1...3 {
      let context = try snapshot(Books1.self)
      #expect(try context.fetch(FetchDescriptor<Books1.Book>()).map(\.title) == ["Book 1"])
      #expect(try store.files == ["store.sqlite"])
    }
    #expect(try store.files == ["store.sqlite"])
    #expect(try Data(contentsOf: store.url) == before)
  }

  @Test func hasWhatIsOnlyInTheLogOfAnOpenStore() throws {
    let context = ModelContext(try store.open(Books1.self))
    context.insert(Books1.Book("Book 2", pages: 200, subtitle: nil))
    try context.save()
    #expect(try snapshot(Books1.self).fetchCount(FetchDescriptor<Books1.Book>()) == 2)
  }

  @Test func refusesToBeWrittenAndMigrated() async throws {
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
    let before = try Data(contentsOf: store.url)
    let context = try snapshot(Books1.self)
    context.insert(Books1.Book("Book 2", pages: 200, subtitle: nil))
    #expect(throws: (any Error).self) { try context.save() }
    #expect(throws: StoreError.self) { try snapshot(Books2.self) }
    #expect(try Data(contentsOf: store.url) == before)
    #expect(try store.files == ["store.sqlite"])
  }

  @Test func isNotCreated() throws {
    let missing = store.directory.appendingPathComponent("below/missing.sqlite")
    let schema = Schema(versionedSchema: Books1.self)
    #expect(throws: StoreError.self) {
      try ModelContainer(for: schema, configurations: .snapshot(of: missing, schema: schema))
    }
    #expect(!FileManager.default.fileExists(atPath: missing.deletingLastPathComponent().path))
  }
}
