import Foundation
import OpenSwiftData
import Testing

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

  @Test func findsADamagedFullTextIndex() throws {
    let data = try store.sqlite("SELECT name FROM sqlite_master WHERE name LIKE '%Memo.title_data'")
    try store.sqlite("UPDATE \"\(data)\" SET block = zeroblob(40) WHERE id > 100")
    #expect(try problems() == ["the full-text index of Memo.title is damaged"])
  }
}
