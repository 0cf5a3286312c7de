import Foundation
import Testing

@testable import OpenSwiftData

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
    try addMany()
    let pages = try Array(leaves(of: "LIKE '%rank%'").prefix(3))
    try #require(pages.count == 3)
    let size = try pageSize
    for page in pages { try writePage(page, Data(count: size)) }
    let found = try problems()
    #expect(found.allSatisfy { !$0.contains("\n") && !$0.contains("***") }, "\(found)")
    let numbers = Set(found.flatMap { $0.split { !$0.isNumber } })
    #expect(numbers.isSuperset(of: pages.map { Substring("\($0)") }), "\(found)")
    #expect(found.contains { $0.hasPrefix("not all could be checked: ") }, "\(found)")
  }

  /// As after a write to a wrong place: SQLite reads on in a table in which keys stand twice and out of order.
  @Test func tellsOfRowsThatStandTwice() throws {
    try addMany()
    let pages = try leaves(of: "= 'Memo'")
    let (first, last) = (try #require(pages.first), try #require(pages.last))
    let file = try FileHandle(forReadingFrom: store.url)
    try file.seek(toOffset: UInt64((first - 1) * (try pageSize)))
    let page = try #require(try file.read(upToCount: try pageSize))
    try file.close()
    try writePage(last, page)
    #expect(try problems().contains { $0.contains("out of order") })
  }

  private func addMany() throws {
    let context = ModelContext(try store.container(Memo.self, Binder.self))
    for number in 0..<2_000 { context.insert(Memo("memo number \(number)", rank: number)) }
    try context.save()
    try store.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private var pageSize: Int { get throws { try #require(Int(try store.sqlite("PRAGMA page_size"))) } }

  /// The numbers of the leaves of a table or index, in its order.
  private func leaves(of name: String) throws -> [Int] {
    let sql = "SELECT pageno FROM dbstat WHERE name \(name) AND pagetype = 'leaf' ORDER BY path"
    return try store.sqlite(sql).split(separator: "\n").compactMap { Int($0) }
  }

  private func writePage(_ number: Int, _ bytes: Data) throws {
    let file = try FileHandle(forUpdating: store.url)
    try file.seek(toOffset: UInt64((number - 1) * (try pageSize)))
    try file.write(contentsOf: bytes)
    try file.close()
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

  /// Under keys with gaps; with more trigrams than are searched for, if texts are long.
  @Test(arguments: [0, 11, 29], [40, 4_000]) func findsTheOneRowThatASearchWouldMiss(number: Int, length: Int) throws {
    let titles = (0..<30).map { Self.title($0, length) }
    let keys = titles.indices.map { $0 == 0 ? -7 : $0 * $0 * 1_000 }
    for (key, title) in zip(keys, titles) {
      try store.sqlite("INSERT INTO Memo(id, title, rank) VALUES(\(key), '\(title)', 1)")
    }
    let context = ModelContext(try store.container(Memo.self, Binder.self))
    context.insert(Binder("any"))
    try context.save()
    // An old text of the row, which another one has too: no damage.
    let old = titles[(number + 1) % titles.count]
    try store.sqlite("INSERT INTO \(Self.title)(rowid, text) VALUES(\(keys[number]), '\(old)' || char(1, 1))")
    #expect(try problems().isEmpty)
    let part = String(titles[number].prefix(3))
    let delete = "INSERT INTO \(Self.title)(\(Self.title), rowid, text)"
    try store.sqlite("\(delete) VALUES('delete', \(keys[number]), '\(part)')")
    #expect(try problems() == Self.damage)
  }

  /// A text of trigrams that few others have.
  private static func title(_ number: Int, _ length: Int) -> String {
    var title = ""
    for place in 0..<length {
      let value = UInt32(0x4E00 + (number * 7_919 + place * place) % 20_000)
      title.unicodeScalars.append(contentsOf: [Unicode.Scalar(value)].compactMap(\.self))
    }
    return title
  }

  @Test func comparesTheTextsOfAStoreThatIsOnlyRead() throws {
    let schema = Schema([Memo.self, Binder.self])
    let configuration = ModelConfiguration(schema: schema, url: store.url, allowsSave: false)
    let container = try ModelContainer(for: schema, configurations: [configuration])
    #expect(try container.storeProblems().isEmpty)
    try store.sqlite("INSERT INTO \(Self.title)(\(Self.title), rowid, text) VALUES('delete', 8, 'ber 7' || char(1, 1))")
    #expect(try container.storeProblems() == Self.damage)
  }

  /// Of what others commit meanwhile nothing is seen.
  @Test func comparesTheTextsOfASnapshotBesideWhichOthersWrite() throws {
    let store = ModelContext(try store.container(Memo.self, Binder.self)).store
    let index = try #require(store.indexed.flatMap(\.fullText).first)
    try store.read { connection in
      try connection.withReadTransaction {
        let count = try connection.integer("SELECT count(*) FROM Memo")
        let empty = "INSERT INTO \(Self.title)(\(Self.title)) VALUES('delete-all')"
        try self.store.sqlite("\(empty); UPDATE Memo SET title = 'other'")
        #expect(try FullTextCheck(index).findsAllRows(on: connection))
        #expect(try connection.integer("SELECT count(*) FROM Memo WHERE title != 'other'") == count)
      }
    }
  }

  @Test func leavesNothingBehind() throws {
    let other = ModelContext(try store.container(Memo.self, Binder.self)).store
    let commits = { try other.read { try $0.integer("PRAGMA data_version") } }
    let schema = { try store.sqlite("SELECT group_concat(sql) FROM sqlite_master; PRAGMA schema_version") }
    let (commitsBefore, schemaBefore) = (try commits(), try schema())
    #expect(try problems().isEmpty)
    #expect(try commits() == commitsBefore && schema() == schemaBefore)
  }
}
