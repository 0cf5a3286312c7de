import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Large values when the schema changes, or is known in part")
struct ExternalMigrationTests {
  private let store: TemporaryStore
  private let picture = Data(repeating: 1, count: ExternalDataSession.threshold)
  private let sound = Data(repeating: 2, count: ExternalDataSession.threshold + 1)

  init() throws {
    store = try TemporaryStore()
    let (picture, sound) = (picture, sound)
    try store.fill(Albums1.self) { context in
      context.insert(Albums1.Picture(picture))
      context.insert(Albums1.Picture(Data([7])))
      context.insert(Albums1.Sound(sound))
      context.insert(Albums1.Sound(nil))
    }
  }

  @Test func whoKnowsAPartOfTheModelsRemovesNoFileOfTheOthers() throws {
    let container = try store.container(Albums1.Picture.self)
    _ = try folder.write(Data([1]))
    try removeOrphans(container)
    #expect(try files().count == 2)
    let context = ModelContext(try store.open(Albums1.self))
    #expect(try context.fetch(FetchDescriptor<Albums1.Sound>()).map(\.body) == [sound, nil])
  }

  @Test func filesOfAnEntityThatWasRemovedAreSwept() throws {
    let schema = Schema([Albums1.Sound.self], version: .init(2, 0, 0))
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store.url))
    try removeOrphans(container)
    #expect(try files().count == 1)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Albums1.Sound>()).map(\.body) == [sound, nil])
  }

  @Test func valuesMoveIntoTheStoreWhenTheOptionGoes() throws {
    let container = try store.open(Albums2.self)
    #expect(try pictures(container) == [picture, Data([7])])
    #expect(try store.sqlite("SELECT group_concat(typeof(body)) FROM Picture") == "blob,blob")
    let sweeper = try #require(ExternalDataSweeper(container.schema, .file(store.url)))
    try container.store.read { try sweeper.removeReplaced(grace: 0, on: $0) }
    #expect(try files().count == 1)
  }

  @Test func valuesStayWhereTheyAreWhenTheOptionComes() throws {
    _ = try store.open(Albums2.self)
    let container = try store.open(Albums3.self)
    let context = ModelContext(container)
    let all = try context.fetch(FetchDescriptor<Albums3.Picture>())
    #expect(all.map(\.body) == [picture, Data([7])])
    all[1].body = picture
    try context.save()
    #expect(try store.sqlite("SELECT group_concat(typeof(body)) FROM Picture") == "blob,text")
  }

  @Test func theCopyBeforeAMigrationHasTheLargeValuesToo() throws {
    _ = try store.open(Albums2.self)
    try FileManager.default.removeItem(at: folder.url)
    let schema = Schema(versionedSchema: Albums1.self)
    let copy = store.backup("1.0.0")
    let old = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: copy))
    #expect(try ModelContext(old).fetch(FetchDescriptor<Albums1.Picture>()).map(\.body) == [picture, Data([7])])
    #expect(try ModelContext(old).fetch(FetchDescriptor<Albums1.Sound>()).map(\.body) == [sound, nil])
    let attributes = try FileManager.default.attributesOfItem(atPath: ExternalDataFolder(store: copy).url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func aMigrationThatFailsLeavesNoCopiesOfLargeValues() async throws {
    try store.sqlite("UPDATE Picture SET body = '\(UUID().uuidString)' WHERE id = 1")
    #expect { try store.open(Albums2.self) } throws: { isMismatch($0, naming: "Picture.body", "row 1") }
    try await waitUntil("no copy is left") { try store.files == [".store.sqlite_SUPPORT", "store.sqlite"] }
  }

  @Test func codeOfALaterStageReadsTheLargeValuesOfBothSides() throws {
    try store.sqlite("DELETE FROM Sound WHERE body IS NULL")
    let context = ModelContext(try store.open(Albums3.self, plan: AlbumsPlan.self))
    let all = try context.fetch(FetchDescriptor<Albums3.Picture>())
    #expect(all.map(\.size) == [sound.count, sound.count])
    #expect(all.map(\.body) == [picture, Data([7])])
  }

  private var folder: ExternalDataFolder { ExternalDataFolder(store: store.url) }

  private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) }

  private func pictures(_ container: ModelContainer) throws -> [Data] {
    try ModelContext(container).fetch(FetchDescriptor<Albums2.Picture>()).map(\.body)
  }

  private func removeOrphans(_ container: ModelContainer) throws {
    let sweeper = try #require(ExternalDataSweeper(container.schema, .file(store.url)))
    try container.store.read { try sweeper.removeOrphans(grace: 0, on: $0) }
  }
}
