import Foundation
import OpenSwiftData
import Testing

/// An insertion of many rows does without indexes meanwhile; nobody may notice.
@Suite("Many rows inserted at once")
struct BulkInsertionTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private struct Refusal: Error {}

  private func indexes() throws -> String {
    try store.sqlite(
      "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_master WHERE type = 'index' ORDER BY 1)")
  }

  private func insert(_ numbers: Range<Int>, into context: ModelContext) {
    for number in numbers {
      context.insert(
        Note(title: "note \(number)", date: Date(timeIntervalSinceReferenceDate: Double(number * 7919 % 1_000))))
    }
  }

  @Test(arguments: [0, 3, 15_000])
  func leaveTheIndexesAsTheyWere(_ already: Int) throws {
    let context = ModelContext(try store.container(Note.self))
    insert(0..<already, into: context)
    try context.save()
    let before = try indexes()
    #expect(before.contains("Note_date"))
    insert(already..<already + 12_000, into: context)
    try context.save()
    #expect(try indexes() == before)
    #expect(try store.sqlite("PRAGMA integrity_check") == "ok")
    #expect(
      try store.sqlite("SELECT count(*) FROM Note INDEXED BY Note_date WHERE date > -1e9") == "\(already + 12_000)")
  }

  @Test func inPortionsOfOneTransactionToo() throws {
    let context = ModelContext(try store.container(Note.self))
    let before = try indexes()
    try context.exclusiveTransaction {
      for portion in 0..<8 {
        insert(portion * 4_000..<(portion + 1) * 4_000, into: context)
        try context.save()
      }
    }
    #expect(try indexes() == before)
    #expect(try store.sqlite("PRAGMA integrity_check") == "ok")
  }

  @Test func leaveTheIndexesWhereNothingIsCommitted() throws {
    let context = ModelContext(try store.container(Note.self))
    let before = try indexes()
    #expect(throws: Refusal.self) {
      try context.exclusiveTransaction {
        insert(0..<20_000, into: context)
        try context.save()
        throw Refusal()
      }
    }
    #expect(try indexes() == before)
    #expect(try store.sqlite("SELECT count(*) FROM Note") == "0")
    insert(0..<3, into: context)
    try context.save()
    #expect(try store.sqlite("SELECT count(*) FROM Note INDEXED BY Note_date WHERE date > -1e9") == "3")
  }

  /// A statement that is being read keeps the tables from being changed.
  @Test func mayHappenWhileRowsAreRead() throws {
    let context = ModelContext(try store.container(Note.self))
    insert(0..<10, into: context)
    try context.save()
    let before = try indexes()
    try context.exclusiveTransaction {
      try context.enumerate(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.date)]), batchSize: 2) { note in
        guard note.title == "note 3" else { return }
        insert(10..<20_010, into: context)
        try context.save()
      }
    }
    #expect(try indexes() == before)
    #expect(try store.sqlite("SELECT count(*) FROM Note") == "20010")
    #expect(try store.sqlite("PRAGMA integrity_check") == "ok")
  }

  @Test func areSeenByOthersWhoReadMeanwhile() throws {
    let container = try store.container(Note.self)
    let context = ModelContext(container)
    let reader = ModelContext(container)
    try context.exclusiveTransaction {
      insert(0..<20_000, into: context)
      try context.save()
      #expect(try reader.fetchCount(FetchDescriptor<Note>()) == 0)
    }
    var first = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.date, order: .reverse)])
    first.fetchLimit = 3
    #expect(try reader.fetch(first).count == 3)
    #expect(try reader.fetchCount(FetchDescriptor<Note>()) == 20_000)
  }
}
