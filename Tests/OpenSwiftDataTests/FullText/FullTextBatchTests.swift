import Foundation
import OpenSwiftData
import Testing

/// Large batches note their rows all at once instead of by a trigger for each; nobody may notice.
@Suite("A full-text index follows large batches")
struct FullTextBatchTests {
  let store: TemporaryStore
  let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    context = ModelContext(try store.container(Memo.self, Binder.self))
  }

  private struct Refusal: Error {}

  private static let count = 1_200
  private static let last = #Predicate<Memo> { $0.title.contains("memo 1199") }
  private static let blue = FetchDescriptor(predicate: #Predicate<Binder> { $0.name.contains("Blue") })
  private static let tea = #Predicate<Memo> { $0.title.contains("tea") }

  /// Rows of which each has its code; `title` is called as its row is written.
  private func batch(
    _ conflict: BatchConflictRule = .update, count: Int = Self.count,
    title: @escaping (Int) throws -> String = { "memo \($0)" }
  ) -> BatchInsert<Memo, Int> {
    BatchInsert(Array(0..<count), onConflict: conflict)
      .set(\.title, title)
      .set(\.rank, to: 0)
      .set(\.code) { "\($0)" }
  }

  private func integer(_ sql: String) throws -> Int? { Int(try store.sqlite(sql)) }

  /// The keys of the rows that are not indexed yet.
  private func waiting() throws -> Int? { try integer("SELECT count(*) FROM openswiftdata_unindexed_Memo") }

  @Test(arguments: [BatchConflictRule.update, .skip, .fail])
  func whatIsInsertedIsFound(_ conflict: BatchConflictRule) throws {
    try context.execute(batch(conflict))
    #expect(try context.titles(Self.last) == ["memo 1199"])
    #expect(try waiting() == 0)
    let index = #""openswiftdata_text_Memo.title""#
    #expect(try integer("SELECT count(*) FROM \(index) WHERE \(index) MATCH 'mem'") == Self.count)
  }

  @Test func rowsThatAreUpdatedInsteadAreFoundByTheirNewTextOnly() throws {
    context.insert(Memo("tea", code: "7"))
    try context.save()
    try context.execute(batch())
    #expect(try context.titles(Self.tea) == [])
    #expect(try context.titles(#Predicate { $0.title.contains("memo 7") }).contains("memo 7"))
    #expect(try waiting() == 0)
  }

  /// From 10 000 rows on, indexes are made anew after them, too.
  @Test(arguments: [Self.count, 12_000])
  func inATransactionTheyAreFoundAtOnce(_ count: Int) throws {
    try context.exclusiveTransaction {
      try context.execute(batch(count: count))
      #expect(try context.titles(Self.last).first == "memo 1199")
    }
    #expect(try context.titles(Self.last).first == "memo 1199")
    #expect(try waiting() == 0)
    #expect(try store.sqlite("PRAGMA integrity_check") == "ok")
  }

  @Test func whatRowsReadAndSaveAsTheyAreWrittenIsThere() throws {
    let context = context
    try context.exclusiveTransaction {
      try context.execute(
        batch { row in
          if row == 700 {
            #expect(try context.titles(#Predicate { $0.title.contains("memo 699") }) == ["memo 699"])
            context.insert(Binder("Blue"))
            try context.save()
          }
          return "memo \(row)"
        })
      #expect(try context.fetch(Self.blue).map(\.name) == ["Blue"])
    }
    #expect(try context.titles(Self.last) == ["memo 1199"])
    #expect(try context.fetch(Self.blue).map(\.name) == ["Blue"])
    #expect(try waiting() == 0)
  }

  @Test func nothingIsLeftOfOneThatFails() throws {
    #expect(throws: Refusal.self) {
      try context.execute(batch { row in if row == 1_000 { throw Refusal() } else { "memo \(row)" } })
    }
    #expect(try context.fetchCount(FetchDescriptor<Memo>()) == 0)
    context.insert(Memo("Buy tea"))
    try context.save()
    #expect(try context.titles(Self.tea) == ["Buy tea"])
  }

  @Test func afterOneThatFailsInATransactionTheNextIsFound() throws {
    let context = context
    #expect(throws: Refusal.self) {
      try context.exclusiveTransaction {
        try context.execute(batch { row in if row == 1_000 { throw Refusal() } else { "memo \(row)" } })
      }
    }
    for _ in 0..<3 {
      context.insert(Memo("Buy tea"))
      try context.save()
    }
    #expect(try context.titles(Self.tea).count == 3)
    #expect(try context.fetchCount(FetchDescriptor<Memo>()) == 3)
  }

  @Test func keysMayComeInAnyOrder() throws {
    let container = context.container
    let keys = try context.execute(batch()).identifiers.compactMap(\.primaryKey)
    try context.execute(BatchDelete<Memo>())
    try context.execute(
      batch().identified { row in
        try container.identifier(of: Memo.self, primaryKey: keys[row * 7 % Self.count])
      })
    #expect(try context.titles(Self.last) == ["memo 1199"])
    #expect(try context.titles(#Predicate { $0.title.contains("memo") }).count == Self.count)
    #expect(try waiting() == 0)
  }

  /// A trigger that some other program has added to the store.
  @Test func triggersOfOthersRunForEachRow() throws {
    context.insert(Memo("first"))
    try context.save()
    try store.sqlite(
      """
      CREATE TABLE log(id INTEGER);
      CREATE TRIGGER logged AFTER INSERT ON Memo BEGIN INSERT INTO log VALUES(new.id); END
      """)
    try context.execute(batch())
    #expect(try integer("SELECT count(*) FROM log") == Self.count)
    #expect(try context.titles(Self.last) == ["memo 1199"])
  }
}
