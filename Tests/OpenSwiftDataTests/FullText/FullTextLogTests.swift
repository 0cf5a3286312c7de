import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

@Suite("The log of statements with a full-text index")
struct FullTextLogTests {
  /// The lines for a save and a search.
  private func lines(_ detail: SQLLog.Detail) throws -> [String] {
    let container = try memoryContainer(Memo.self, Binder.self)
    let context = ModelContext(container)
    context.insert(Memo("before"))
    try context.save()
    let lines = Lock<[String]>([])
    let trace = StatementTrace(detail) { line in lines.withLock { $0.append(line) } }
    // One thread uses one connection, which the pool gives it again and again.
    try context.store.read { trace.attach(to: $0.handle) }
    context.insert(Memo("a secret"))
    try context.save()
    let part = "secret"
    #expect(try context.titles(#Predicate { $0.title.contains(part) }) == ["a secret"])
    try context.store.read { StatementTrace.detach(from: $0.handle) }
    return lines.withLock { $0 }
  }

  @Test func tellsTheSearchAndTheUpkeepAndKeepsTextsPrivate() throws {
    let lines = try lines(.statements)
    let searches = lines.filter { $0.contains("ms, 1 row: SELECT") && $0.contains("MATCH ?") }
    #expect(searches.count { !$0.contains("count(*)") } == 1)
    #expect(lines.contains { $0.contains("INSERT INTO \"openswiftdata_text_Memo.title\"(rowid, text) VALUES(?, ?)") })
    #expect(!lines.contains { $0.contains("secret") || $0.contains("sec") && $0.contains("cre") })
  }

  @Test func tellsValuesToWhoeverAsksForThem() throws {
    let lines = try lines(.values)
    let insertion = "INSERT INTO \"openswiftdata_text_Memo.title\""
    #expect(lines.contains { $0.contains(insertion) && $0.contains("'a secret\(TextFolder.end)'") })
    #expect(lines.contains { $0.contains("MATCH '\"sec\" \"ecr\" \"cre\" \"ret\"'") })
  }
}
