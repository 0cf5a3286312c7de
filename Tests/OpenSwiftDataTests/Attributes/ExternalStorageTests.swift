import Foundation
import Testing

@testable import OpenSwiftData

/// A model with data that may be large.
@Model final class Photo {
  var name: String
  @Attribute(.externalStorage) var body: Data
  @Attribute(.externalStorage) var preview: Data?
  var rating = 0.0

  init(_ name: String, body: Data) {
    self.name = name
    self.body = body
  }
}

@Suite("Large data is in files beside the store, as safe as in it")
struct ExternalStorageTests {
  private let store: TemporaryStore
  private let large = Data(repeating: 7, count: ExternalDataSession.threshold)

  init() throws { store = try TemporaryStore() }

  @Test func largeValuesAreFilesAndSmallOnesAreNot() throws {
    let context = ModelContext(try store.container(Photo.self))
    let photo = Photo("one", body: large)
    photo.preview = Data([1, 2])
    context.insert(photo)
    try context.save()
    let name = try #require(try files().first)
    #expect(try files().count == 1)
    #expect(try store.sqlite("select body, typeof(preview), hex(preview) from Photo") == "\(name)|blob|0102")
    #expect(try permissions(folder.url) == 0o700)
    #expect(try permissions(folder.url.appendingPathComponent(name)) == 0o600)
    let other = try #require(try ModelContext(store.container(Photo.self)).fetch(FetchDescriptor<Photo>()).first)
    #expect(other.body == large)
    #expect(other.preview == Data([1, 2]))
  }

  @Test func aSaveThatFailsLeavesNoFile() throws {
    let context = ModelContext(try store.container(Photo.self))
    context.insert(Photo("one", body: large))
    let second = Photo("two", body: large)
    second.rating = .nan
    context.insert(second)
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(try files().isEmpty)
    second.rating = 1
    try context.save()
    #expect(try files().count == 2)
  }

  @Test func filesGoAfterTheRowsThatNamedThem() throws {
    let container = try store.container(Photo.self)
    let context = ModelContext(container)
    let (one, two) = (Photo("one", body: large), Photo("two", body: large))
    context.insert(one)
    context.insert(two)
    try context.save()
    let before = try files()
    let reader = ModelContext(container)
    let held = try reader.fetch(FetchDescriptor<Photo>()).map(\.body)
    one.body = large + [1]
    one.preview = large
    context.delete(two)
    try context.save()
    // Who is just reading the old rows finds their files.
    #expect(Set(try files()).isSuperset(of: before))
    try sweep(container) { try $0.removeReplaced(grace: 0, on: $1) }
    #expect(try files().count == 2)
    #expect(Set(try files()).isDisjoint(with: before))
    #expect(held == [large, large])
    #expect(try store.sqlite("select count(*) from openswiftdata_external_removal") == "0")
    one.preview = nil
    one.name = "renamed"
    try context.save()
    try sweep(container) { try $0.removeReplaced(grace: 0, on: $1) }
    #expect(try files().count == 1)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Photo>()).map(\.body) == [large + [1]])
  }

  @Test func filesOfTransactionsThatNeverEndedAreSwept() throws {
    let container = try store.container(Photo.self)
    let context = ModelContext(container)
    context.insert(Photo("one", body: large))
    try context.save()
    let named = try files()
    _ = try folder.write(large)
    #expect(try files().count == 2)
    try sweep(container) { try $0.removeOrphans(on: $1) }
    #expect(try files().count == 2, "a file of just now may belong to a transaction that runs")
    try sweep(container) { try $0.removeOrphans(grace: 0, on: $1) }
    #expect(try files() == named)
  }

  @Test func aRowThatNamesAForeignFileIsRefused() throws {
    let container = try store.container(Photo.self)
    let context = ModelContext(container)
    context.insert(Photo("one", body: Data()))
    try context.save()
    _ = try store.sqlite("update Photo set body = '../../store.sqlite'")
    #expect(throws: SwiftDataError.self) { try ModelContext(container).fetch(FetchDescriptor<Photo>()) }
  }

  @Test func predicatesSeeTheValue() throws {
    let context = ModelContext(try store.container(Photo.self))
    context.insert(Photo("large", body: large))
    context.insert(Photo("small", body: Data([1])))
    try context.save()
    let large = large
    let found = try context.fetch(FetchDescriptor<Photo>(predicate: #Predicate { $0.body == large }))
    #expect(found.map(\.name) == ["large"])
  }

  @Test func changesRollBackAndMerge() throws {
    let container = try store.container(Photo.self)
    let (here, there) = (ModelContext(container), ModelContext(container))
    let photo = Photo("one", body: large)
    here.insert(photo)
    try here.save()
    let other = try #require(try there.fetch(FetchDescriptor<Photo>()).first)
    other.body = Data([1])
    photo.body = large + [2]
    try here.save()
    there.processPendingChanges()
    #expect(other.body == Data([1]))
    there.rollback()
    #expect(other.body == large + [2])
  }

  @Test func storesInMemoryKeepEverythingInMemory() throws {
    let container = try memoryContainer(Photo.self)
    let context = ModelContext(container)
    context.insert(Photo("one", body: large))
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Photo>()).map(\.body) == [large])
  }

  private var folder: ExternalDataFolder { ExternalDataFolder(store: store.url) }

  private func files() throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.url.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
  }

  private func permissions(_ url: URL) throws -> Int? {
    try (FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber)?.intValue
  }

  private func sweep(
    _ container: ModelContainer, _ body: (ExternalDataSweeper, Connection) throws -> Void
  ) throws {
    let sweeper = try #require(ExternalDataSweeper(container.schema, .file(store.url)))
    try container.store.read { try body(sweeper, $0) }
  }
}
