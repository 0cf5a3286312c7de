import Foundation
import OpenSwiftData
import Testing

@Suite("The tombstone of a deleted row")
struct TombstoneTests {
  let store: TemporaryStore
  let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    context = ModelContext(try store.container(Note.self, Receipt.self))
  }

  private func deletions(in context: ModelContext) throws -> [DefaultHistoryDelete<Receipt>] {
    try context.transactions().flatMap(\.changes).compactMap { change in
      if case .delete(let deletion) = change { deletion as? DefaultHistoryDelete<Receipt> } else { nil }
    }
  }

  @Test func keepsThePreservedValues() throws {
    let date = Date(timeIntervalSinceReferenceDate: 123.25)
    let receipt = Receipt(number: 7, customer: "Ada", issued: date)
    receipt.kind = .refund
    receipt.place = Receipt.Place(town: "London", floor: 3)
    context.insert(receipt)
    try context.save()
    context.delete(receipt)
    try context.save()
    let tombstone = try #require(try deletions(in: context).first).tombstone
    #expect(tombstone[\.number] as? Int == 7)
    #expect(tombstone[\.customer] as? String == "Ada")
    #expect(tombstone[\.issued] as? Date == date)
    #expect(tombstone[\.kind] as? Receipt.Kind == .refund)
    #expect(tombstone[\.place] as? Receipt.Place == Receipt.Place(town: "London", floor: 3))
    #expect(tombstone[\.text] == nil)
    #expect(tombstone.prefix(4).map { "\($0)" } == ["7", "Optional(\"Ada\")", "\(date)", "refund"])
  }

  @Test func aValueThatWasNilIsNil() throws {
    let receipt = Receipt(number: 1)
    context.insert(receipt)
    try context.save()
    context.delete(receipt)
    try context.save()
    let tombstone = try #require(try deletions(in: context).first).tombstone
    #expect(tombstone[\.customer] == nil)
    #expect(Array(tombstone).count == 4)
  }

  /// An unsaved change of a deleted model never was in the store.
  @Test func keepsWhatTheStoreHeld() throws {
    let receipt = Receipt(number: 1)
    context.insert(receipt)
    try context.save()
    receipt.number = 2
    context.delete(receipt)
    try context.save()
    #expect(try deletions(in: context).first?.tombstone[\.number] as? Int == 1)
  }

  @Test func aFaultIsNotReadForIt() throws {
    context.insert(Receipt(number: 5))
    try context.save()
    let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Receipt>()).first)
    let other = ModelContext(context.container)
    let fault = try #require(other.model(for: identifier) as? Receipt)
    other.delete(fault)
    try other.save()
    #expect(try deletions(in: other).first?.tombstone[\.number] as? Int == 5)
  }

  @Test func everyRowOfARunHasItsOwn() throws {
    for number in 1...100 { context.insert(Receipt(number: number)) }
    try context.save()
    for receipt in try context.fetch(FetchDescriptor<Receipt>(sortBy: [SortDescriptor(\.number)])) {
      context.delete(receipt)
    }
    try context.save()
    #expect(try SQLiteProgram.run("select count(*) from openswiftdata_change where kind = 2", on: store.url) == "1")
    #expect(try deletions(in: context).map { $0.tombstone[\.number] as? Int } == (1...100).map(Optional.some))
  }

  @Test func survivesTheProgram() throws {
    let receipt = Receipt(number: 9)
    context.insert(receipt)
    try context.save()
    context.delete(receipt)
    try context.save()
    let later = ModelContext(try store.container(Note.self, Receipt.self))
    #expect(try deletions(in: later).first?.tombstone[\.number] as? Int == 9)
  }

  @Test func nothingIsKeptForModelsThatPreserveNothing() throws {
    let note = try context.save(note: "one")
    context.delete(note)
    try context.save()
    #expect(try SQLiteProgram.run("select count(*) from openswiftdata_tombstone", on: store.url) == "0")
  }

  @Test func aFailedSaveKeepsNothing() throws {
    let receipt = Receipt(number: 1)
    context.insert(receipt)
    let note = try context.save(note: "one")
    context.delete(receipt)
    try SQLiteProgram.run("delete from Note", on: store.url)
    note.title = "gone already"
    #expect(throws: SwiftDataError.rowGone) { try context.save() }
    #expect(try SQLiteProgram.run("select count(*) from openswiftdata_tombstone", on: store.url) == "0")
  }

  /// The second save of the transaction deletes what the first one, or an earlier transaction, inserted.
  @Test(arguments: [false, true])
  func isKeptByATransactionThatSavedBefore(deletesItsOwn: Bool) throws {
    let earlier = Receipt(number: 4)
    context.insert(earlier)
    try context.save()
    let before = try #require(try context.transactions().last?.token)
    try context.exclusiveTransaction {
      let own = Receipt(number: 5)
      context.insert(own)
      try context.save()
      context.delete(deletesItsOwn ? own : earlier)
    }
    #expect(try deletions(in: context).map { $0.tombstone[\.number] as? Int } == [deletesItsOwn ? 5 : 4])
    #expect(try context.transactions(after: before).count == 1)
    #expect(try SQLiteProgram.run("pragma foreign_key_check", on: store.url) == "")
  }

  @Test func isKeptByATransactionThatDeletesByPredicateAfterASave() throws {
    for number in 1...3 { context.insert(Receipt(number: number)) }
    try context.save()
    try context.exclusiveTransaction {
      context.insert(Receipt(number: 10))
      try context.save()
      try context.delete(model: Receipt.self, where: #Predicate { $0.number < 10 })
    }
    #expect(try deletions(in: context).map { $0.tombstone[\.number] as? Int } == [1, 2, 3])
    #expect(try context.fetch(FetchDescriptor<Receipt>()).map(\.number) == [10])
  }
}
