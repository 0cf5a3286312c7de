import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Old history is pruned")
struct HistoryPruningTests {
  let store: TemporaryStore
  let container: ModelContainer
  let context: ModelContext
  /// Keeps far less than a store does by default.
  let history: HistoryLog

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Note.self, Receipt.self)
    context = ModelContext(container)
    let identifier = container.store.history.storeIdentifier
    let tables = container.schema.entities.map { EntityTable($0, store: identifier) }
    history = HistoryLog(
      storeIdentifier: identifier, tables: tables,
      retention: HistoryRetention(rows: 100, smallestStep: 8))
  }

  private func count(_ table: String) throws -> Int64 {
    try container.store.read { try $0.integer("SELECT count(*) FROM openswiftdata_\(table)") }
  }

  /// Commits a transaction with updates of rows that are not neighbours.
  private func commit(runs: Int = 1) throws {
    var changes = ModelChanges()
    let note = try container.store.table(for: Note.self).identity
    for number in 1...runs { changes.append(.update, note, Int64(2 * number), properties: ["title"]) }
    try container.store.write { _ = try history.append(changes, author: nil, on: $0) }
  }

  @Test func itsSizeIsBounded() throws {
    for _ in 1...500 {
      try commit()
      #expect(try count("change") <= 100 + 1)
      #expect(try count("transaction") <= 100 + 8 + 1)
    }
    #expect(try count("change") >= 90)
    let transactions = try context.transactions()
    #expect(transactions.last?.transactionIdentifier == 500)
    #expect((90...101).contains(transactions.count))
  }

  @Test func aTokenBeforeWhatIsLeftExpires() throws {
    try commit()
    let token = try #require(try context.transactions().last?.token)
    for _ in 1...80 { try commit() }
    #expect(try context.transactions(after: token).count == 80)
    for _ in 1...80 { try commit() }
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.transactions(after: token) }
    let oldest = try #require(try context.transactions().first?.token)
    #expect(try context.transactions(after: oldest).count == (try context.transactions().count) - 1)
  }

  @Test func theNewestTransactionStaysHoweverLargeItIs() throws {
    for _ in 1...50 { try commit() }
    try commit(runs: 1_000)
    #expect(try context.transactions().map(\.changes.count) == [1_000])
  }

  /// A small commit after a very large one takes no longer than usual.
  @Test func aSmallSaveDeletesLittle() throws {
    try commit(runs: 1_000)
    try commit()
    #expect(try context.transactions().count == 2)
    for _ in 1...100 { try commit() }
    var before = try count("change")
    #expect(try context.transactions().count <= 101)
    while before > 101 {
      try commit()
      let after = try count("change")
      #expect(before - after <= 8 && before > after)
      before = after
    }
  }

  @Test func tombstonesAreBoundedToo() throws {
    let receipts = try container.store.table(for: Receipt.self)
    for number in 1...200 {
      let receipt = Receipt(number: number, customer: "someone")
      context.insert(receipt)
      try context.save()
      try container.store.write { connection in
        var changes = ModelChanges()
        let key = receipt._$record.key
        try history.preserveValues(of: key, in: receipts, on: connection)
        changes.append(.delete, receipts.identity, key)
        try history.append(changes, author: nil, on: connection)
      }
      #expect(try count("tombstone") <= 100 + 4)
    }
    let transactions = try context.transactions()
    #expect(transactions.contains { if case .delete = $0.changes.first { true } else { false } })
  }

  @Test func aStoreKeepsMuchAndNotMore() throws {
    try context.save(note: "one")
    try SQLiteProgram.run(
      """
      begin immediate;
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 101000)
        insert into openswiftdata_transaction(timestamp, writer) select 0, 1 from n;
      insert into openswiftdata_change select id, 'Note', 1, 1, 1, 'title' from openswiftdata_transaction where id > 1;
      commit;
      """, on: store.url)
    for number in 1...20 { try context.save(note: "\(number)") }
    let left = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count
    #expect((99_800...100_020).contains(left))
    #expect(try count("change") < 100_020)
  }

  /// Followers must not miss what was committed and pruned before they looked.
  @Test @MainActor func followersReadAnewWhatIsGoneFromTheHistory() async throws {
    try context.save(note: "before")
    try context.save(note: "doomed")
    let notes = try container.mainContext.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.persistentModelID)]))
    let results = try ResultsObserver<Note, Never>(
      filterBy: #Predicate { $0.title != "before" }, modelContext: container.mainContext)
    let observer = try HistoryObserver(observedModels: [Receipt.self], modelContainer: container)
    try await waitUntil("the result is read") { results.isComplete }
    #expect(results.results.map(\.title) == ["doomed"])
    try SQLiteProgram.run(
      """
      begin immediate;
      update Note set title = 'after' where id = 1;
      delete from Note where id = 2;
      insert into openswiftdata_transaction(timestamp, writer) values(0, 1), (0, 1);
      insert into openswiftdata_change values(last_insert_rowid(), 'Note', 1, 1, 1, 'title');
      delete from openswiftdata_transaction;
      update openswiftdata_history_state set expired = 4, deleted = 4;
      commit;
      """, on: store.url)
    try await waitUntil("the change is merged") { notes[0].title == "after" }
    #expect(notes[1].isDeleted)
    try await waitUntil("the result is read anew") { results.results.map(\.title) == ["after"] }
    try await waitUntil("it may have been a wanted change") { observer.eventCounter == 1 }
  }

  @Test @MainActor func observersStayRightWhileHistoryIsDeleted() async throws {
    let results = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.date)], modelContext: container.mainContext)
    let container = container
    try await Task.detached {
      let handler = NoteHandler(modelContainer: container)
      for number in 1...200 {
        let date = Date(timeIntervalSinceReferenceDate: Double(number * 37 % 200))
        let id = try await handler.add("\(number)", date: date)
        if number % 3 == 0 { try await handler.delete(id) }
        try ModelContext(container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      }
    }.value
    let expected = try container.mainContext.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.date)]))
    #expect(expected.count == 134)
    try await waitUntil("the result is the fetch's") { results.results.map(\.title) == expected.map(\.title) }
  }
}
