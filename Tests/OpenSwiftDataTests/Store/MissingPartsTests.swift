import Foundation
import Testing

@testable import OpenSwiftData

/// As another program leaves a store that drops what it does not need, or deletes rows without their references.
@Suite("A store with parts missing")
struct MissingPartsTests {
  private let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    let context = ModelContext(try store.container(Memo.self, Binder.self))
    let folder = Binder("folder")
    for number in 0..<5 { context.insert(Memo("memo number \(number)", rank: number, folder: folder)) }
    try context.save()
  }

  private func problems() throws -> [String] { try store.container(Memo.self, Binder.self).storeProblems() }

  private func recovered() throws -> (RecoveryReport, [String]) {
    let copy = store.url.deletingLastPathComponent().appendingPathComponent("copy-\(UUID().uuidString)")
    defer { for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy.path + ending) } }
    let schema = Schema([Memo.self, Binder.self])
    let report = try ModelContainer.recoverStore(at: store.url, to: copy, for: schema)
    let configuration = ModelConfiguration(schema: schema, url: copy)
    return (report, try ModelContainer(for: schema, configurations: [configuration]).storeProblems())
  }

  @Test func isMissedAnIndex() throws {
    let name = try store.sqlite("SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'Memo%rank%'")
    try #require(!name.isEmpty)
    try store.sqlite("DROP INDEX \"\(name)\"")
    #expect(try problems() == ["the table Memo has no index \(name)"])
  }

  /// Binder has a full-text index.
  @Test func isNotOpenedWithoutATableThatHasAnIndexOfTexts() throws {
    try store.sqlite("DROP TABLE Binder")
    let error = #expect(throws: StoreError.self) { try problems() }
    #expect(error?.kind == .damaged)
    #expect(error?.explanation == "The store is damaged: the table Binder is missing.")
  }

  @Test func isMissedATable() throws {
    let plain = try TemporaryStore()
    do {
      let context = ModelContext(try plain.container(Shelf.self))
      context.insert(Shelf())
      try context.save()
    }
    try plain.sqlite("DROP TABLE Shelf")
    #expect(try plain.container(Shelf.self).storeProblems() == ["the table Shelf is missing"])
  }

  @Test func isMissedAColumn() throws {
    let indexes = try store.sqlite(
      "SELECT group_concat('DROP INDEX \"' || name || '\"', ';') FROM sqlite_master "
        + "WHERE type = 'index' AND sql LIKE '%rank%'")
    try store.sqlite("\(indexes); ALTER TABLE Memo DROP COLUMN rank")
    #expect(try problems().first == "the table Memo has no column rank")
  }

  @Test func isMissedTheRowThatOthersReferTo() throws {
    try store.sqlite("DELETE FROM Binder")
    let found = try problems()
    #expect(found.count == 5)
    #expect(found.first == "row 1, Memo.folder refers to row 1 of Binder, which does not exist")
  }

  @Test func isWholeAgainOnceItIsRecovered() throws {
    try store.sqlite("DROP INDEX \"Memo_rank\"; DELETE FROM Binder")
    try #require(try problems().count == 1)
    let (report, problems) = try recovered()
    #expect(problems.isEmpty)
    #expect(report.rows["Memo"] == 5)
    #expect(report.danglingReferences == 5)
  }

  @Test func isRecoveredWithAnEmptyTableInPlaceOfADroppedOneWhichIsALoss() throws {
    try store.sqlite("PRAGMA secure_delete = ON; DROP TABLE Binder")
    let (report, problems) = try recovered()
    #expect(problems.isEmpty)
    #expect(report.rows["Memo"] == 5 && report.danglingReferences == 5)
    #expect(report.gaps == 1)
  }

  @Test func isRecoveredWithTheRowsOfATableWhoseDefinitionIsLost() throws {
    try store.sqlite(
      "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE tbl_name = 'Memo' AND type IN ('table', 'index')")
    let (report, problems) = try recovered()
    #expect(problems.isEmpty)
    #expect(report.rows["Memo"] == 5 && report.gaps == 1)
  }
}

@Model private final class Shelf {
  var number = 0

  init() {}
}
