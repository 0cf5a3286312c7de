import Foundation
import OpenSwiftData
import Testing

@Suite("The history of a store")
struct HistoryTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Note.self, Receipt.self)
    context = ModelContext(container)
  }

  @Test func aSaveIsOneTransactionWithAllThatItWrote() throws {
    let kept = try context.save(note: "kept")
    let gone = try context.save(note: "gone")
    let token = try #require(try context.transactions().last?.token)
    let (keptID, goneID) = (kept.persistentModelID, gone.persistentModelID)
    context.author = "tester"
    kept.title = "changed"
    kept.count = 2
    context.delete(gone)
    let new = Note(title: "new")
    context.insert(new)
    let start = Date()
    try context.save()
    let transactions = try context.transactions(after: token)
    let transaction = try #require(transactions.first)
    #expect(transactions.count == 1)
    #expect(transaction.author == "tester")
    #expect((start...Date()).contains(transaction.timestamp))
    #expect(transaction.storeIdentifier == keptID.storeIdentifier)
    #expect(transaction.processIdentifier == String(ProcessInfo.processInfo.processIdentifier))
    #expect(!transaction.bundleIdentifier.isEmpty)
    #expect(transaction.id == transaction.transactionIdentifier)
    #expect(transaction.changes.count == 3)
    for change in transaction.changes {
      switch change {
      case .insert(let insert as DefaultHistoryInsert<Note>):
        #expect(insert.changedPersistentIdentifier == new.persistentModelID)
        #expect(insert.transactionIdentifier == transaction.transactionIdentifier)
      case .update(let update as DefaultHistoryUpdate<Note>):
        #expect(update.changedPersistentIdentifier == keptID)
        #expect(update.updatedAttributes.count == 2)
        #expect(update.updatedAttributes.contains { $0 == \Note.title })
        #expect(update.updatedAttributes.contains { $0 == \Note.count })
      case .delete(let delete as DefaultHistoryDelete<Note>):
        #expect(delete.changedPersistentIdentifier == goneID)
        #expect(Array(delete.tombstone).isEmpty)
      default: Issue.record("a change of no expected kind: \(change)")
      }
    }
  }

  @Test func anAuthorIsTheSameInAnyCanonicalForm() throws {
    context.author = "Andr\u{E9}"
    try context.save(note: "composed")
    context.author = "Andre\u{301}"
    try context.save(note: "decomposed")
    let author = "Andre\u{301}"
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == author })
    #expect(try context.fetchHistory(descriptor).count == 2)
  }

  @Test func transactionsComeInTheOrderOfTheirCommits() throws {
    for number in 1...5 { try context.save(note: "\(number)") }
    let transactions = try context.transactions()
    #expect(transactions.map(\.transactionIdentifier) == transactions.map(\.transactionIdentifier).sorted())
    #expect(Set(transactions).count == 5)
    let changes = transactions.flatMap(\.changes).map(\.changedPersistentIdentifier)
    #expect(changes == changes.sorted())
  }

  @Test func aLargeInsertTakesOneRow() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Note.self))
    for number in 0..<10_000 { context.insert(Note(title: "\(number)")) }
    try context.save()
    #expect(try SQLiteProgram.run("select count(*) from openswiftdata_change", on: store.url) == "1")
    let changes = try context.transactions().flatMap(\.changes)
    #expect(changes.count == 10_000)
    let identifiers = changes.compactMap { change in
      if case .insert(let insert as DefaultHistoryInsert<Note>) = change { insert.changeIdentifier } else { nil }
    }
    #expect(Set(identifiers).count == 10_000)
    #expect(identifiers == identifiers.sorted())
  }

  /// An owner, its part, the next owner: the order in which a program creates them.
  @Test func modelsOfSeveralTypesInTurnTakeOneRowEach() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Note.self, Receipt.self))
    for number in 0..<1_000 {
      context.insert(Note(title: "\(number)"))
      context.insert(Receipt(number: number))
    }
    try context.save()
    #expect(try SQLiteProgram.run("select count(*) from openswiftdata_change", on: store.url) == "2")
    #expect(try context.transactions().flatMap(\.changes).count == 2_000)
  }

  @Test func neighboursThatAreChangedInAnyOrderTakeOneRow() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Note.self))
    let notes = (0..<300).map { Note(title: "\($0)") }
    for note in notes { context.insert(note) }
    try context.save()
    for index in notes.indices { notes[index * 77 % 300].count = 1 }
    notes[150].title = "other"
    try context.save()
    let runs = "select group_concat(first || '-' || last || ' ' || properties) from openswiftdata_change where kind = 1"
    #expect(
      Set(try SQLiteProgram.run(runs, on: store.url).split(separator: ","))
        == ["1-150 count", "152-300 count", "151-151 title count"])
    let changes = try #require(try context.transactions().last).changes
    #expect(Set(changes.map(\.changedPersistentIdentifier)) == Set(notes.map(\.persistentModelID)))
    #expect(changes.count == 300)
  }

  @Test func aSaveWithoutChangesWritesNoHistory() throws {
    try context.save()
    try context.transaction {}
    #expect(try context.transactions().isEmpty)
  }

  @Test func aRollbackWritesNoHistory() throws {
    let note = try context.save(note: "one")
    note.title = "two"
    context.insert(Note(title: "three"))
    context.rollback()
    try context.save()
    #expect(try context.transactions().count == 1)
  }

  @Test func aFailedSaveWritesNoHistory() throws {
    let container = try memoryContainer(Note.self)
    let context = ModelContext(container)
    context.insert(Note(title: "one"))
    try context.save()
    let other = Note(title: "two")
    other.weight = .nan
    context.insert(other)
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(try context.transactions().count == 1)
    context.rollback()
    context.insert(Note(title: "three"))
    try context.save()
    #expect(try context.transactions().count == 2)
  }

  @Test func predicatesSelectByAuthorDateAndToken() throws {
    for author in ["a", "b", "a", nil] {
      context.author = author
      try context.save(note: "by \(author ?? "nobody")")
    }
    let all = try context.transactions()
    func fetch(_ predicate: Predicate<DefaultHistoryTransaction>) throws -> [Int64] {
      try context.fetchHistory(HistoryDescriptor(predicate: predicate)).map(\.transactionIdentifier)
    }
    let author = "a"
    let second = all[1].token
    let number = all[2].transactionIdentifier
    let (first, future) = (all[0].timestamp, Date.distantFuture)
    #expect(try fetch(#Predicate { $0.author == author }) == [all[0].id, all[2].id])
    #expect(try fetch(#Predicate { $0.author == nil }) == [all[3].id])
    #expect(try fetch(#Predicate { $0.author != author }) == [all[1].id, all[3].id])
    #expect(try fetch(#Predicate { $0.token > second && $0.author == author }) == [all[2].id])
    #expect(try fetch(#Predicate { second < $0.token }) == [all[2].id, all[3].id])
    #expect(try fetch(#Predicate { $0.token <= second }) == [all[0].id, all[1].id])
    #expect(try fetch(#Predicate { $0.token == second }) == [all[1].id])
    #expect(try fetch(#Predicate { $0.token > second || $0.author == author }) == [all[0].id, all[2].id, all[3].id])
    #expect(try fetch(#Predicate { $0.transactionIdentifier >= number }) == [all[2].id, all[3].id])
    #expect(try fetch(#Predicate { $0.timestamp < first }).isEmpty)
    #expect(try fetch(#Predicate { $0.timestamp >= first && $0.timestamp < future }).count == 4)
  }

  @Test func predicatesLookIntoTheChangesToo() throws {
    try context.save(note: "one")
    context.insert(Receipt(number: 1))
    try context.save()
    let names: Set<String> = ["Receipt"]
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { transaction in
        transaction.changes.contains { names.contains($0.changedPersistentIdentifier.entityName) }
      })
    #expect(try context.fetchHistory(descriptor).map(\.changes.count) == [1])
    #expect(try context.fetchHistory(descriptor).first?.transactionIdentifier == 2)
  }

  @Test(arguments: [SortOrder.forward, .reverse]) func sortingAndLimit(_ order: SortOrder) throws {
    for author in ["b", "a", "c"] {
      context.author = author
      try context.save(note: author)
    }
    func fetch(_ sort: SortDescriptor<DefaultHistoryTransaction>) throws -> [String?] {
      var descriptor = HistoryDescriptor(sortBy: [sort])
      descriptor.fetchLimit = 2
      return try context.fetchHistory(descriptor).map(\.author)
    }
    let isForward = order == .forward
    let byCommit = isForward ? ["b", "a"] : ["c", "a"]
    #expect(try fetch(SortDescriptor(\.transactionIdentifier, order: order)) == byCommit)
    #expect(try fetch(SortDescriptor(\.token, order: order)) == byCommit)
    #expect(try fetch(SortDescriptor(\.timestamp, order: order)) == byCommit)
    #expect(try fetch(SortDescriptor(\.author, order: order)) == (isForward ? ["a", "b"] : ["c", "b"]))
  }

  @Test func transactionsOfAnotherTypeAreRefused() {
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.fetchHistory(HistoryDescriptor<ForeignTransaction>())
    }
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.deleteHistory(HistoryDescriptor<ForeignTransaction>())
    }
  }

  @Test func historySurvivesTheProgram() throws {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(Note.self))
      context.author = "first run"
      try context.save(note: "one")
    }
    let transactions = try ModelContext(try store.container(Note.self)).transactions()
    #expect(transactions.map(\.author) == ["first run"])
    #expect(transactions.first?.changes.count == 1)
  }
}

/// A transaction of another type of store.
private struct ForeignTransaction: HistoryTransaction {
  typealias TokenType = DefaultHistoryToken
  var id = 0
  var timestamp = Date()
  var token: DefaultHistoryToken
  var transactionIdentifier = 0
  var storeIdentifier = ""
  var author: String?
  var changes: [HistoryChange] { [] }
  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
