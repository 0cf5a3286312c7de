import Foundation
import Testing

@testable import OpenSwiftData

@Suite("A copy of a store")
struct StoreCopyTests {
  @Model final class Picture {
    var name: String
    @Attribute(.externalStorage) var pixels: Data

    init(_ name: String, _ pixels: Data) { (self.name, self.pixels) = (name, pixels) }
  }

  private let store: TemporaryStore
  private let other: TemporaryStore
  private let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    other = try TemporaryStore()
    container = try store.container(Picture.self)
  }

  private func add(_ names: [String], bytes: Int = 10) throws {
    let context = ModelContext(container)
    for name in names { context.insert(Picture(name, Data(repeating: 7, count: bytes))) }
    try context.save()
  }

  private func names(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Picture>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }

  @Test func isAStoreWithWhatWasSaved() throws {
    try add(["a", "b"])
    let unsaved = ModelContext(container)
    unsaved.insert(Picture("unsaved", Data()))
    try container.copyStore(to: other.url)
    try add(["later"])
    #expect(try names(other.container(Picture.self)) == ["a", "b"])
    #expect(try names(container) == ["a", "b", "later"])
    #expect(try other.sqlite("PRAGMA integrity_check") == "ok")
  }

  @Test func holdsLargeValuesByItself() throws {
    try add(["large"], bytes: 1 << 20)
    try container.copyStore(to: other.url)
    let context = ModelContext(container)
    try context.delete(model: Picture.self)
    try context.save()
    let copy = ModelContext(try other.container(Picture.self))
    #expect(try copy.fetch(FetchDescriptor<Picture>()).map(\.pixels.count) == [1 << 20])
  }

  @Test func isPrivate() throws {
    let before = umask(0)
    defer { umask(before) }
    try container.copyStore(to: other.url)
    let attributes = try FileManager.default.attributesOfItem(atPath: other.url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try other.files == ["store.sqlite"])
  }

  @Test func neverTakesThePlaceOfAFile() throws {
    try Data("mine".utf8).write(to: other.url)
    #expect(throws: StoreError.self) { try container.copyStore(to: other.url) }
    #expect(try Data(contentsOf: other.url) == Data("mine".utf8))
    #expect(try other.files == ["store.sqlite"])
  }

  @Test func saysWhyItCantBeMade() throws {
    let nowhere = other.directory.appendingPathComponent("missing/copy.sqlite")
    let error = #expect(throws: StoreError.self) { try container.copyStore(to: nowhere) }
    #expect(error?.location == nowhere.path)
    #expect(error?.explanation == "The copy could not be made: no such file or directory.")
  }

  @Test func canBeMadeOfAStoreInMemory() throws {
    let memory = try memoryContainer(Picture.self)
    let context = ModelContext(memory)
    context.insert(Picture("only here", Data()))
    try context.save()
    try memory.copyStore(to: other.url)
    #expect(try names(other.container(Picture.self)) == ["only here"])
  }

  @Test func holdsTogetherWhileOthersSave() async throws {
    let saving = Task.detached { for number in 0..<200 { try add(["\(number)", "\(number)"]) } }
    for number in 0..<5 {
      let url = other.directory.appendingPathComponent("\(number).sqlite")
      try container.copyStore(to: url)
      let count = try other.sqlite("SELECT count(*) FROM Picture", file: url)
      #expect(try #require(Int(count)).isMultiple(of: 2))
    }
    try await saving.value
  }
}
