import Foundation
import OpenSwiftData
import Testing

/// SQLite counts the keys of rows that are inserted, not those that rows get later.
@Suite("A key that another program gave a row by changing the one it had is given to no other row")
struct KeysOfOtherProgramsTests {
  let store: TemporaryStore
  let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Note.self)
    let context = ModelContext(container)
    context.insert(Note(title: "moved"))
    try context.save()
    _ = try store.sqlite("UPDATE Note SET id = 2")
  }

  @Test func notByASave() throws {
    let context = ModelContext(container)
    context.insert(Note(title: "new"))
    try context.save()
    #expect(try rows() == "2:moved,3:new")
  }

  @Test(arguments: [BatchConflictRule.fail, .skip, .update]) func notByABatch(onConflict: BatchConflictRule) throws {
    let context = ModelContext(container)
    let batch = BatchInsert<Note, String>(["new", "newer"], onConflict: onConflict)
    try context.execute(batch.set(\.title) { $0 }.set(\.date, to: .distantPast))
    #expect(try rows() == "2:moved,3:new,4:newer")
  }

  @Test func theLargestPossibleKeyLeavesNoneForOthers() throws {
    _ = try store.sqlite("UPDATE Note SET id = 9223372036854775807")
    let context = ModelContext(container)
    context.insert(Note(title: "new"))
    #expect(throws: StoreError.self) { try context.save() }
    #expect(try rows() == "9223372036854775807:moved")
  }

  /// `fetchHistory` lists each row of a run, so it ends runs at the largest key of the table.
  @Test func theHistoryHasTheChangesOfSuchRows() throws {
    let context = ModelContext(container)
    context.insert(Note(title: "new"))
    try context.save()
    _ = try store.sqlite("UPDATE Note SET id = id + 10")
    let other = ModelContext(container)
    for note in try other.fetch(FetchDescriptor<Note>()) { note.title = "changed" }
    try other.save()
    let changes = try #require(try other.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last).changes
    let notes = try other.fetch(FetchDescriptor<Note>())
    #expect(changes.count == 2)
    #expect(Set(changes.map(\.changedPersistentIdentifier)) == Set(notes.map(\.persistentModelID)))
  }

  private func rows() throws -> String {
    try store.sqlite("SELECT group_concat(id || ':' || title) FROM (SELECT id, title FROM Note ORDER BY id)")
  }
}
