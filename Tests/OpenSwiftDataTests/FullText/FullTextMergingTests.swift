import Foundation
import Testing

@testable import OpenSwiftData

@Suite("The parts of a full-text index")
struct FullTextMergingTests {
  let store: TemporaryStore
  let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Memo.self, Binder.self)
  }

  /// Each save adds a part; five levels of four would hold a thousand of them.
  @Test func areMergedAFewWithEachSave() throws {
    let context = ModelContext(container)
    for number in 0..<300 {
      context.insert(Memo("title number \(number)", notes: "notes \(number)"))
      try context.save()
    }
    #expect(try partCount("title") < 25)
    #expect(try partCount("notes") < 25)
    #expect(try context.titles(#Predicate { $0.title.contains("number 299") }) == ["title number 299"])
  }

  @Test func areMergedInProportionToManyRows() {
    #expect(FullTextMerging.pages(rows: 1) == 8)
    #expect(FullTextMerging.pages(rows: 100_000) == 25_008)
  }

  @Test func areMergedByNobodyElse() throws {
    let setting = "SELECT v FROM \"openswiftdata_text_Memo.title_config\" WHERE k = 'automerge'"
    #expect(try SQLiteProgram.run(setting, on: store.url) == "0")
  }

  /// As an earlier version of the library left it, which had FTS5 merge.
  @Test func ofAnIndexKeptOtherwiseAreMadeAnew() throws {
    let context = ModelContext(container)
    context.insert(Memo("kept otherwise"))
    try context.save()
    let table = "\"openswiftdata_text_Memo.title\""
    try SQLiteProgram.run(
      """
      INSERT INTO \(table)(\(table), rank) VALUES('automerge', 4);
      UPDATE openswiftdata_metadata SET value = '1' WHERE key = 'full_text_folding';
      """, on: store.url)
    let second = ModelContext(try store.container(Memo.self, Binder.self))
    #expect(try second.titles(#Predicate { $0.title.contains("otherwise") }) == ["kept otherwise"])
    try areMergedByNobodyElse()
  }

  /// As earlier versions of the library left it, which kept the folded texts too.
  @Test func ofAnIndexWithTextsAreMadeAnewWithoutThem() throws {
    let context = ModelContext(container)
    context.insert(Memo("kept twice"))
    try context.save()
    try store.sqlite(earlierFullText("Memo", "title"))
    let second = ModelContext(try store.container(Memo.self, Binder.self))
    #expect(try second.titles(#Predicate { $0.title.contains("twice") }) == ["kept twice"])
    #expect(try store.sqlite(fullTextContents) == "0")
    let columns = "SELECT group_concat(name) FROM pragma_table_info('openswiftdata_unindexed_Memo')"
    #expect(try store.sqlite(columns) == "id,title,notes")
  }

  private func partCount(_ column: String) throws -> Int {
    let count = "SELECT count(DISTINCT segid) FROM \"openswiftdata_text_Memo.\(column)_idx\""
    return try #require(Int(SQLiteProgram.run(count, on: store.url)))
  }
}
