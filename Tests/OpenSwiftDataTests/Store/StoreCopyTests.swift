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

// MARK: - Checking

@Suite("Looking through a store")
struct StoreProblemsTests {
  private let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    let context = ModelContext(try store.container(Memo.self, Binder.self))
    let folder = Binder("folder")
    for number in 0..<50 { context.insert(Memo("memo number \(number)", rank: number, folder: folder)) }
    try context.save()
  }

  private func problems() throws -> [String] { try store.container(Memo.self, Binder.self).storeProblems() }

  @Test func findsNothingWhereAllIsWell() throws {
    #expect(try problems().isEmpty)
    #expect(try memoryContainer(Memo.self, Binder.self).storeProblems().isEmpty)
  }

  @Test func findsAnIndexThatIsNotItsTable() throws {
    let page = try #require(Int(try store.sqlite("SELECT rootpage FROM sqlite_master WHERE name LIKE '%rank%'")))
    let size = try #require(Int(try store.sqlite("PRAGMA page_size")))
    try store.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = try FileHandle(forUpdating: store.url)
    try file.seek(toOffset: UInt64((page - 1) * size + size - 8))
    try file.write(contentsOf: Data(repeating: 0x55, count: 8))
    try file.close()
    #expect(try !problems().isEmpty)
  }

  /// SQLite tells of several in one text, and fails when it needs such a page.
  @Test func tellsOfEachPageThatCannotBeRead() throws {
    let container = try store.container(Memo.self, Binder.self)
    let context = ModelContext(container)
    for number in 0..<2_000 { context.insert(Memo("memo number \(number)", rank: number)) }
    try context.save()
    try store.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    let leaves = try store.sqlite("SELECT pageno FROM dbstat WHERE name LIKE '%rank%' AND pagetype = 'leaf' LIMIT 3")
    let pages = leaves.split(separator: "\n").compactMap { Int($0) }
    try #require(pages.count == 3)
    let size = try #require(Int(try store.sqlite("PRAGMA page_size")))
    let file = try FileHandle(forUpdating: store.url)
    for page in pages {
      try file.seek(toOffset: UInt64((page - 1) * size))
      try file.write(contentsOf: Data(count: size))
    }
    try file.close()
    let found = try problems()
    #expect(found.count >= 3 && found.allSatisfy { !$0.contains("\n") && !$0.contains("***") }, "\(found)")
    for page in pages { #expect(found.contains { $0.localizedCaseInsensitiveContains("page \(page)") }, "\(found)") }
  }

  @Test func findsADamagedFullTextIndex() throws {
    let data = try store.sqlite("SELECT name FROM sqlite_master WHERE name LIKE '%Memo.title_data'")
    try store.sqlite("UPDATE \"\(data)\" SET block = zeroblob(40) WHERE id > 100")
    #expect(try problems() == Self.damage)
  }

  private static let damage = ["the full-text index of Memo.title is damaged"]
  private static let title = "\"openswiftdata_text_Memo.title\""

  /// Whose parts are sound.
  @Test func findsAFullTextIndexThatHasNotTheTextsOfItsRows() throws {
    try store.sqlite(
      """
      INSERT INTO \(Self.title)(\(Self.title), rowid, text) VALUES('delete', 7, 'memo number 6' || char(1, 1));
      INSERT INTO \(Self.title)(rowid, text) VALUES(7, 'memo numbed 6' || char(1, 1));
      """)
    #expect(try problems() == Self.damage)
  }

  @Test func comparesWhatIsIndexedOfRowsThatAnotherProgramChanged() throws {
    let other = "UPDATE Memo SET title = 'other' WHERE id < 9; DELETE FROM Memo WHERE id > 40"
    try store.sqlite("\(other); INSERT INTO Memo(title, rank) VALUES('new', 1)")
    #expect(try problems().isEmpty)
    try store.sqlite("DELETE FROM openswiftdata_unindexed_Memo WHERE id = 7")
    #expect(try problems() == Self.damage)
  }

  /// They are in the index for longer than in the store, see `FullTextUpkeepTests`.
  @Test func takesNoRowThatAnotherProgramReplacedForDamage() throws {
    try store.sqlite("INSERT OR REPLACE INTO Memo(id, title, rank) VALUES(7, 'replaced \u{E9}\u{4E16}\u{1F600}', 1)")
    let context = ModelContext(try store.container(Memo.self, Binder.self))
    context.insert(Binder("any"))
    try context.save()
    #expect(try problems().isEmpty)
    try store.sqlite("INSERT INTO \(Self.title)(\(Self.title), rowid, text) VALUES('delete', 8, 'ber 7' || char(1, 1))")
    #expect(try problems() == Self.damage)
  }

  /// Texts of many different trigrams, under keys with gaps.
  @Test(arguments: [0, 11, 29]) func findsTheOneRowThatASearchWouldMiss(number: Int) throws {
    let letters = (0x4E00..<0x5200).compactMap(Unicode.Scalar.init).map(String.init)
    let titles = (0..<30).map { letters[$0 * 30..<$0 * 30 + 40].joined() }
    let keys = titles.indices.map { $0 == 0 ? -7 : $0 * $0 * 1_000 }
    for (key, title) in zip(keys, titles) {
      try store.sqlite("INSERT INTO Memo(id, title, rank) VALUES(\(key), '\(title)', 1)")
    }
    let context = ModelContext(try store.container(Memo.self, Binder.self))
    context.insert(Binder("any"))
    try context.save()
    // An old text of one, which is no damage.
    try store.sqlite("INSERT INTO \(Self.title)(rowid, text) VALUES(\(keys[number]), 'old' || char(1, 1))")
    #expect(try problems().isEmpty)
    let part = String(titles[number].prefix(3))
    let delete = "INSERT INTO \(Self.title)(\(Self.title), rowid, text)"
    try store.sqlite("\(delete) VALUES('delete', \(keys[number]), '\(part)')")
    #expect(try problems() == Self.damage)
  }

  @Test func leavesNothingBehind() throws {
    let other = ModelContext(try store.container(Memo.self, Binder.self)).store
    let commits = { try other.read { try $0.integer("PRAGMA data_version") } }
    let schema = { try store.sqlite("SELECT group_concat(sql) FROM sqlite_master; PRAGMA schema_version") }
    let (commitsBefore, schemaBefore) = (try commits(), try schema())
    #expect(try problems().isEmpty)
    #expect(try commits() == commitsBefore && schema() == schemaBefore)
    #expect(!schemaBefore.contains("CREATE VIEW"))
  }
}
