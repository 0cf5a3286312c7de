import Foundation
import Testing

@testable import OpenSwiftData

@Suite("What a full-text index is asked")
struct FullTextPlanTests {
  let context: ModelContext

  init() throws {
    context = ModelContext(try memoryContainer(Memo.self, Binder.self))
    for number in 0..<20 { context.insert(Memo("title \(number)", notes: "some notes \(number)", rank: number)) }
    try context.save()
  }

  static let served: [String: Predicate<Memo>] = [
    "contains": #Predicate { $0.title.contains("itle") },
    "localizedStandardContains": #Predicate { $0.title.localizedStandardContains("ITL\u{C9}") },
    "starts": #Predicate { $0.title.starts(with: "tit") },
    "optional": #Predicate { $0.notes?.contains("notes") == true },
    "optional with a default": #Predicate { $0.notes?.contains("notes") ?? false },
    "unwrapped": #Predicate { $0.notes!.contains("notes") },
    "and": #Predicate { $0.rank > 3 && $0.title.contains("itle") },
    "two columns": #Predicate { $0.title.contains("itle") || $0.notes?.contains("notes") == true },
    "composed": Predicate<Memo>(any: [
      #Predicate { $0.title.contains("itle") }, #Predicate { $0.title.starts(with: "some") },
    ]),
    "through a relationship": #Predicate { $0.folder?.name.contains("inbox") == true },
  ]

  @Test(arguments: served.keys.sorted()) func theIndexServes(_ name: String) throws {
    let plan = try plan(try #require(Self.served[name]))
    #expect(plan.contains("VIRTUAL TABLE INDEX"), "\(plan)")
    #expect(!plan.contains("SCAN t0"), "\(plan)")
  }

  static let unserved: [String: Predicate<Memo>] = [
    "short": #Predicate { $0.title.contains("it") },
    "short once folded": #Predicate { $0.title.localizedStandardContains("it\u{301}\u{302}") },
    "empty": #Predicate { $0.title.contains("") },
    "negated": #Predicate { !$0.title.contains("itle") },
    "optional, negated": #Predicate { $0.notes?.contains("notes") != true },
    "optional, true by default": #Predicate { $0.notes?.contains("notes") ?? true },
    "a column in a column": #Predicate { $0.title.contains($0.title) },
    "captured": #Predicate { "title of something".contains($0.title) },
  ]

  @Test(arguments: unserved.keys.sorted()) func theRowsAreScanned(_ name: String) throws {
    let plan = try plan(try #require(Self.unserved[name]))
    #expect(!plan.contains("VIRTUAL TABLE"), "\(plan)")
  }

  @Test func oneServedSideOfAnOrDoesNotNarrowTheOther() throws {
    let rank = 3
    let predicate = #Predicate<Memo> { $0.title.contains("itle 1") || $0.rank == rank }
    #expect(try context.titles(predicate).count == 12)
  }

  @Test func aScanReadsTheTableInItsOwnOrder() throws {
    var descriptor = FetchDescriptor<Memo>(
      predicate: #Predicate { $0.title.contains("it") }, sortBy: [SortDescriptor(\.rank)])
    #expect(try !context.plan(descriptor).contains("Memo_rank"))
    #expect(try context.fetch(descriptor).map(\.rank) == Array(0..<20))
    descriptor.fetchLimit = 5
    #expect(try context.plan(descriptor).contains("Memo_rank"))
  }

  @Test func singleRowsOfALiveResultAreLookedAtWithoutTheIndex() throws {
    let descriptor = FetchDescriptor<Memo>(predicate: #Predicate { $0.title.contains("itle") })
    let query = try ResultsQuery(descriptor, section: nil, store: context.store)
    #expect(query.select.condition?.sql.contains("MATCH") == true)
    #expect(query.rowCondition?.sql == "string_contains(t0.\"title\", ?1)")
    #expect(query.rowCondition?.arguments.count == 1)
  }

  @Test func theStatementsThatRunAskTheIndex() throws {
    let recorder = StatementRecorder()
    try recorder.attach(to: context.store)
    #expect(try context.titles(#Predicate { $0.title.contains("itle 7") }) == ["title 7"])
    #expect(recorder.count { $0.contains("MATCH") && $0.contains("string_contains") } == 1)
  }

  /// SQLite expects few rows of any one rank.
  @Test func fewRowsWithATextAreNotFoundByAnotherIndex() throws {
    let recorder = try recorderAmongOthers()
    let rank = 3
    let narrowed = #Predicate<Memo> { $0.rank == rank && $0.title.contains("itle 3") }
    #expect(try context.titles(narrowed) == ["title 3"])
    #expect(try context.fetchCount(FetchDescriptor(predicate: narrowed)) == 1)
    #expect(try context.fetchIdentifiers(FetchDescriptor(predicate: narrowed)).count == 1)
    #expect(recorder.count { $0.contains("NOT INDEXED WHERE") } == 3)
    // Where rows match for another reason too, or a page is wanted, every index may serve.
    let either = #Predicate<Memo> { $0.rank == rank || $0.title.contains("itle 1") }
    #expect(try context.titles(either).count == 112)
    var page = FetchDescriptor(predicate: narrowed)
    page.fetchLimit = 1
    #expect(try context.fetch(page).count == 1)
    #expect(recorder.count { $0.contains("NOT INDEXED") } == 3)
  }

  @Test func manyRowsWithATextMayBeFoundByAnotherIndex() throws {
    let recorder = StatementRecorder()
    try recorder.attach(to: context.store)
    let rank = 3
    #expect(try context.titles(#Predicate<Memo> { $0.rank == rank && $0.title.contains("itle") }) == ["title 3"])
    #expect(recorder.count { $0.contains("NOT INDEXED") } == 0)
  }

  @Test func rowsThatBelongToOneAreFoundByTheirKey() throws {
    let inbox = Binder("inbox")
    context.insert(Memo("title of it", rank: 1, folder: inbox))
    try context.save()
    let recorder = StatementRecorder()
    try recorder.attach(to: context.store)
    let id = inbox.persistentModelID
    let narrowed = #Predicate<Memo> { $0.folder?.persistentModelID == id && $0.title.contains("of it") }
    #expect(try context.titles(narrowed) == ["title of it"])
    #expect(recorder.count { $0.contains("NOT INDEXED") } == 0)
  }

  /// Within a CASE no index would serve, and the whole table would be read.
  @Test func whatMayFailLeavesTheChoiceToSQLite() throws {
    let recorder = try recorderAmongOthers()
    let rank = 3
    let wanted = #Predicate<Memo> { $0.rank == rank && ($0.notes!.contains("notes 3") || $0.title.contains("itle 3")) }
    #expect(try context.titles(wanted) == ["title 3"])
    #expect(recorder.count { $0.contains("NOT INDEXED") } == 0)
  }

  /// Records statements once a hundred rows of rank 3 have another text.
  private func recorderAmongOthers() throws -> StatementRecorder {
    for _ in 0..<100 { context.insert(Memo("other", rank: 3)) }
    try context.save()
    let recorder = StatementRecorder()
    try recorder.attach(to: context.store)
    return recorder
  }

  private func plan(_ predicate: Predicate<Memo>) throws -> String {
    try context.plan(FetchDescriptor(predicate: predicate))
  }
}
