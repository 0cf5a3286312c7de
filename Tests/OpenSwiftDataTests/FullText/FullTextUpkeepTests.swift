import Foundation
import Testing

@testable import OpenSwiftData

@Suite("A full-text index follows the rows")
struct FullTextUpkeepTests {
  let store: TemporaryStore
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Memo.self, Binder.self)
    context = ModelContext(container)
    for title in ["Buy bread", "Buy Caf\u{E9} au lait", "Call home"] { context.insert(Memo(title, code: title)) }
    try context.save()
  }

  private static let buy = #Predicate<Memo> { $0.title.localizedStandardContains("BUY") }
  private static let cafe = #Predicate<Memo> { $0.title.localizedStandardContains("cafe") }
  private static let home = #Predicate<Memo> { $0.title.contains("home") }
  private static let tea = #Predicate<Memo> { $0.title.contains("tea") }

  private func memo(_ predicate: Predicate<Memo>) throws -> Memo {
    try #require(context.fetch(FetchDescriptor(predicate: predicate)).first)
  }

  /// The keys that wait for being indexed.
  private func waiting() throws -> String {
    try SQLiteProgram.run(
      "SELECT group_concat(id) FROM (SELECT DISTINCT id FROM openswiftdata_unindexed_Memo ORDER BY id)", on: store.url)
  }

  /// The keys that the index itself finds.
  private func indexed(_ text: String) throws -> String {
    try SQLiteProgram.run(
      """
      SELECT group_concat(rowid) FROM "openswiftdata_text_Memo.title" \
      WHERE "openswiftdata_text_Memo.title" MATCH '"\(text)"'
      """, on: store.url)
  }

  @Test func insertedRowsAreFound() throws {
    #expect(try context.titles(Self.buy) == ["Buy bread", "Buy Caf\u{E9} au lait"])
    #expect(try context.titles(Self.cafe) == ["Buy Caf\u{E9} au lait"])
    #expect(try waiting() == "")
    #expect(try indexed("buy") == "1,2")
  }

  @Test func changedRowsAreFoundByTheirNewTextOnly() throws {
    try memo(Self.home).title = "Buy tea"
    try context.save()
    #expect(try context.titles(Self.home) == [])
    #expect(try context.titles(Self.tea) == ["Buy tea"])
    #expect(try indexed("hom") == "")
    #expect(try indexed("tea") == "3")
  }

  @Test func rowsSavedWithinAnExclusiveTransactionAreFoundInItAndIndexedAtItsEnd() throws {
    try context.exclusiveTransaction {
      context.insert(Memo("Buy tea", code: "tea"))
      try memo(Self.home).title = "Stay home"
      try context.save()
      #expect(try context.titles(Self.tea) == ["Buy tea"])
      #expect(try context.titles(Self.home) == ["Stay home"])
      try memo(Self.tea).title = "Buy milk"
      try context.save()
      #expect(try context.titles(Self.tea) == [])
    }
    #expect(try context.titles(Self.buy) == ["Buy bread", "Buy Caf\u{E9} au lait", "Buy milk"])
    #expect(try waiting() == "")
    #expect(try indexed("mil") == "4" && indexed("sta") == "3")
    #expect(try indexed("tea") == "" && indexed("cal") == "")
  }

  @Test func deletedRowsAreGone() throws {
    context.delete(try memo(Self.cafe))
    try context.save()
    #expect(try context.titles(Self.buy) == ["Buy bread"])
    #expect(try indexed("caf") == "")
  }

  @Test func unsavedChangesAreFoundAndRolledBack() throws {
    try memo(Self.home).title = "Buy tea"
    #expect(try context.titles(Self.tea) == ["Buy tea"])
    context.rollback()
    #expect(try context.titles(Self.tea) == [])
    #expect(try context.titles(Self.home) == ["Call home"])
    #expect(try indexed("hom") == "3")
  }

  @Test func aFailedSaveLeavesTheIndexAsItWas() throws {
    let folder = Binder("inbox")
    context.insert(folder)
    try context.save()
    let other = ModelContext(container)
    let memo = try #require(other.fetch(FetchDescriptor(predicate: Self.home)).first)
    memo.title = "Buy tea"
    context.delete(try self.memo(Self.home))
    try context.save()
    other.insert(Memo("Buy more tea"))
    #expect(throws: (any Error).self) { try other.save() }
    #expect(try indexed("tea") == "")
    #expect(try context.titles(Self.tea) == [])
  }

  @Test func anUpsertIsIndexed() throws {
    context.insert(Memo("Buy tea", code: "Call home"))
    try context.save()
    #expect(try context.titles(Self.home) == [])
    #expect(try context.titles(Self.tea) == ["Buy tea"])
  }

  @Test func nilsComeAndGo() throws {
    let memo = try memo(Self.home)
    let notes = #Predicate<Memo> { $0.notes?.contains("mother") == true }
    memo.notes = "and ask mother"
    try context.save()
    #expect(try context.titles(notes) == ["Call home"])
    memo.notes = nil
    try context.save()
    #expect(try context.titles(notes) == [])
  }

  @Test func deleteRulesAndRelationshipsAreFollowed() throws {
    let folder = Binder("Inbox")
    context.insert(folder)
    folder.memos = try context.fetch(FetchDescriptor(predicate: Self.buy))
    try context.save()
    let through = #Predicate<Memo> { $0.folder?.name.localizedStandardContains("inb\u{F6}x") == true }
    #expect(try context.titles(through) == ["Buy bread", "Buy Caf\u{E9} au lait"])
    let containing = #Predicate<Binder> { $0.memos.contains { $0.title.contains("bread") } }
    #expect(try context.fetchCount(FetchDescriptor(predicate: containing)) == 1)
    context.delete(folder)
    try context.save()
    #expect(try context.titles(through) == [])
  }

  @Test func whatAnotherProgramWritesIsFoundAtOnce() throws {
    try SQLiteProgram.run(
      """
      INSERT INTO Memo(title, rank) VALUES('TEA for two', 1), ('tea for three', 1);
      UPDATE Memo SET title = 'Call a cab' WHERE id = 3;
      DELETE FROM Memo WHERE id = 1;
      """, on: store.url)
    let context = ModelContext(container)
    #expect(
      try context.titles(#Predicate { $0.title.localizedStandardContains("tea") }) == ["TEA for two", "tea for three"])
    #expect(try context.titles(Self.home) == [])
    #expect(try context.titles(#Predicate { $0.title.contains("cab") }) == ["Call a cab"])
    #expect(try waiting() == "1,3,4,5")
  }

  @Test func theNextSaveIndexesWhatAnotherProgramWrote() throws {
    try SQLiteProgram.run(
      """
      INSERT INTO Memo(title, rank) VALUES('TEA for two', 1);
      UPDATE Memo SET title = 'Call a cab' WHERE id = 3;
      DELETE FROM Memo WHERE id = 2;
      UPDATE OR ROLLBACK Memo SET id = 77 WHERE id = 1;
      DELETE FROM Memo WHERE id = 5;
      """, on: store.url)
    let context = ModelContext(container)
    context.insert(Binder("any"))
    try context.save()
    #expect(try waiting() == "")
    #expect(try indexed("tea") == "4")
    #expect(try indexed("cab") == "3")
    #expect(try indexed("hom") == "")
    #expect(try indexed("caf") == "")
    #expect(try indexed("buy") == "77")
    #expect(try context.titles(Self.buy) == ["Buy bread"])
  }

  /// The indexes keep no texts, so they lose a row by the text that it had when it was indexed.
  @Test func ofManyChangesOfARowTheFirstTellsWhatIsIndexed() throws {
    try SQLiteProgram.run(
      """
      UPDATE Memo SET title = 'Call a cab' WHERE id = 3;
      UPDATE OR REPLACE Memo SET title = 'Make tea' WHERE id = 3;
      UPDATE OR FAIL Memo SET notes = 'green' WHERE id = 3;
      DELETE FROM Memo WHERE id = 2;
      INSERT OR ABORT INTO Memo(id, title, rank) VALUES(2, 'Once more', 1);
      UPDATE Memo SET id = 8 WHERE id = 1;
      UPDATE Memo SET id = 1, title = 'Sell bread' WHERE id = 2;
      """, on: store.url)
    #expect(try waiting() == "1,2,3,8")
    let context = ModelContext(container)
    context.insert(Binder("any"))
    try context.save()
    #expect(try waiting() == "")
    #expect(try indexed("hom") == "" && indexed("cab") == "" && indexed("caf") == "" && indexed("mor") == "")
    #expect(try indexed("tea") == "3" && indexed("sel") == "1" && indexed("buy") == "8" && indexed("bre") == "1,8")
  }

  /// No trigger tells which row was replaced.
  @Test func rowsThatAnotherProgramReplacedAreFoundByTheirNewTextOnly() throws {
    try SQLiteProgram.run("INSERT OR REPLACE INTO Memo(id, title, rank) VALUES(2, 'Make tea', 1)", on: store.url)
    let context = ModelContext(container)
    for _ in 0..<2 {
      #expect(try context.titles(Self.tea) == ["Make tea"])
      #expect(try context.titles(Self.buy) == ["Buy bread"])
      context.insert(Binder("any"))
      try context.save()
    }
    #expect(try context.titles(Self.cafe) == [])
    try SQLiteProgram.run("UPDATE Memo SET title = 'Buy Caf\u{E9}' WHERE id = 2", on: store.url)
    context.insert(Binder("some"))
    try context.save()
    #expect(try context.titles(Self.cafe) == ["Buy Caf\u{E9}"])
  }

  /// They may fire before the library's, which then note what was never indexed.
  @Test(arguments: [
    "AFTER INSERT ON Memo BEGIN UPDATE Memo SET title = lower(title) WHERE id = new.id; END",
    "AFTER INSERT ON Memo BEGIN UPDATE Memo SET title = title || '!' WHERE id = new.id; END",
    "AFTER UPDATE ON memo BEGIN UPDATE Memo SET title = lower(new.title) WHERE id = new.id; END",
    "AFTER INSERT ON Memo WHEN new.title LIKE 'spam%' BEGIN DELETE FROM Memo WHERE id = new.id; END",
  ]) func rowsThatTriggersOfOtherProgramsChangeAreFound(_ trigger: String) throws {
    try context.delete(model: Memo.self)
    try context.save()
    try store.sqlite("CREATE TRIGGER tidy \(trigger)")
    for title in ["spam", "Buy BREAD", "spam spam spam", "Buy more BREAD"] {
      try store.sqlite("INSERT INTO Memo(title, rank) VALUES('\(title)', 1)")
      let other = ModelContext(container)
      other.insert(Memo("And TEA"))
      try other.save()
    }
    try store.sqlite("UPDATE Memo SET title = 'Sell MILK' WHERE title LIKE 'Buy more%'")
    #expect(try container.storeProblems().isEmpty)
    let other = ModelContext(container)
    other.insert(Binder("any"))
    try other.save()
    let found = try ["bread", "tea", "milk"].map { word in
      try ModelContext(container).titles(#Predicate { $0.title.localizedStandardContains(word) }).count
    }
    #expect(found == [1, 4, 1])
    #expect(try container.storeProblems().isEmpty)
  }

  @Test func anotherProcessOfTheLibraryIsFollowed() throws {
    let second = ModelContext(try store.container(Memo.self, Binder.self))
    second.insert(Memo("Buy tea"))
    try second.save()
    #expect(try context.titles(Self.tea) == ["Buy tea"])
  }

  @Test func anIndexThatLostATriggerIsMadeAnewOnOpening() throws {
    try SQLiteProgram.run(
      """
      DROP TRIGGER "openswiftdata_unindexed_Memo.inserted";
      INSERT INTO Memo(title, rank) VALUES('Buy tea', 1);
      """, on: store.url)
    let context = ModelContext(try store.container(Memo.self, Binder.self))
    #expect(try context.titles(Self.tea) == ["Buy tea"])
    #expect(try indexed("tea") == "4")
  }

  @Test func textsFoldedByOtherRulesAreFoldedAnew() throws {
    try SQLiteProgram.run(
      """
      INSERT INTO "openswiftdata_text_Memo.title"("openswiftdata_text_Memo.title", rowid, text)
        VALUES('delete', 3, 'call home' || char(1, 1));
      UPDATE openswiftdata_metadata SET value = '0' WHERE key = 'full_text_folding';
      """, on: store.url)
    let context = ModelContext(try store.container(Memo.self, Binder.self))
    #expect(try context.titles(Self.home) == ["Call home"])
  }

  @Test func nothingIsLeftOfDeletedTexts() throws {
    try container.erase()
    #expect(try indexed("buy") == "")
    #expect(try SQLiteProgram.run("SELECT count(*) FROM \"openswiftdata_trigrams_Memo.title\"", on: store.url) == "0")
    let bytes = try Data(contentsOf: store.url)
    #expect(bytes.range(of: Data("bread".utf8)) == nil)
    let context = ModelContext(container)
    context.insert(Memo("Buy tea"))
    try context.save()
    #expect(try context.titles(Self.tea) == ["Buy tea"])
  }

  @Test func theIndexIsSoundAfterManySaves() throws {
    var random = SeededGenerator(seed: 3)
    var memos = try context.fetch(FetchDescriptor<Memo>())
    for round in 0..<300 {
      let memo = random.pick(memos)
      memo.title = "round \(round) \(HostileText.random(&random))"
      memos.append(Memo("new \(round)"))
      context.insert(memos[memos.count - 1])
      if round % 5 == 0 { context.delete(memos.remove(at: Int.random(in: 0..<memos.count, using: &random))) }
      try context.save()
    }
    let table = "\"openswiftdata_text_Memo.title\""
    try SQLiteProgram.run("INSERT INTO \(table)(\(table)) VALUES('integrity-check')", on: store.url)
    for predicate in [#Predicate<Memo> { $0.title.contains("round 29") }, #Predicate { $0.title.contains("new 2") }] {
      let expected = try memos.filter { try predicate.evaluate($0) }.map(\.persistentModelID).sorted()
      #expect(try context.fetchIdentifiers(FetchDescriptor(predicate: predicate)).sorted() == expected)
    }
  }
}
