import Foundation
import Testing

@testable import OpenSwiftData

@Suite("The format of the history")
struct HistoryFormatTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
  }

  /// A store as the first version wrote it.
  private func makeFirstVersion() throws {
    try ModelContext(try store.container(Note.self)).save(note: "old")
    try SQLiteProgram.run(
      """
      drop table openswiftdata_tombstone;
      drop table openswiftdata_history_state;
      alter table openswiftdata_transaction drop column bundle;
      alter table openswiftdata_transaction drop column process;
      """, on: store.url)
  }

  @Test func aStoreOfTheFirstVersionIsBroughtUpToDate() throws {
    try makeFirstVersion()
    let context = ModelContext(try store.container(Note.self))
    try context.save(note: "new")
    let transactions = try context.transactions()
    #expect(transactions.map(\.changes.count) == [1, 1])
    #expect(transactions[0].bundleIdentifier.isEmpty && transactions[0].processIdentifier.isEmpty)
    #expect(!transactions[1].bundleIdentifier.isEmpty)
  }

  @Test func aStoreOfTheFirstVersionCanBeReadWithoutWriting() throws {
    try makeFirstVersion()
    let connection = try StoreLocation.file(store.url).connect(.readOnly)
    let history = HistoryLog(
      storeIdentifier: "store", tables: Schema([Note.self]).entities.map { EntityTable($0, store: "store") })
    let query = HistoryQuery(HistoryDescriptor(), storeIdentifier: "store")
    #expect(try query.transactions(of: history, on: connection).map(\.changes.count) == [1])
    #expect(try history.changes(after: 0, skippingOwn: false, on: connection).changes.runs.count == 1)
  }

  /// Rows of a program with other models, or garbage, neither stop the reader nor exhaust its memory.
  @Test func rowsThatMakeNoSenseArePassedOver() throws {
    let context = ModelContext(try store.container(Note.self))
    try context.save(note: "one")
    try SQLiteProgram.run(
      """
      insert into openswiftdata_transaction(timestamp, writer) values(0, 1);
      insert into openswiftdata_change(transaction_id, entity, kind, first, last, properties)
        values(2, 'Unknown', 0, 1, 1, ''), (2, 'Note', 7, 1, 1, ''), (2, 'Note', 1, 0, 9223372036854775807, 'title'),
          (2, 'Note', 1, 1, 281474976710656, 'title unknown'), (2, 'Note', 1, 5, 4, 'title');
      """, on: store.url)
    let changes = try #require(try context.transactions().last).changes
    #expect(changes.count == 1)
    guard case .update(let update as DefaultHistoryUpdate<Note>) = changes.first else {
      Issue.record("not an update: \(changes)")
      return
    }
    #expect(update.updatedAttributes.count == 1)
    #expect(update.changedPersistentIdentifier.primaryKey == 1)
  }
}
