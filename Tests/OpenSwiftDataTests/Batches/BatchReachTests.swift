import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Batches reach what saves reach")
struct BatchReachTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  // MARK: - Full-text indexes

  @Test func fullTextIndexesFollow() throws {
    let context = ModelContext(try store.container(Memo.self, Binder.self))
    try context.execute(
      BatchInsert(["Buy bread", "Buy Caf\u{E9} au lait", "Call home"]).set(\Memo.title) { $0 }.set(\.rank, to: 1))
    let buy = #Predicate<Memo> { $0.title.localizedStandardContains("BUY") }
    let cafe = #Predicate<Memo> { $0.title.localizedStandardContains("cafe") }
    #expect(try context.titles(buy) == ["Buy bread", "Buy Caf\u{E9} au lait"])

    let updated = try context.execute(BatchUpdate(where: cafe).set(\.title, to: "Sell tea"))
    #expect(updated.count == 1)
    #expect(try context.titles(buy) == ["Buy bread"])
    #expect(try context.titles(#Predicate { $0.title.localizedStandardContains("TEA") }) == ["Sell tea"])

    #expect(try context.execute(BatchDelete(where: buy)).count == 1)
    #expect(try context.titles(buy) == [])
    #expect(try context.titles(#Predicate { $0.title.contains("e") }) == ["Sell tea", "Call home"])
  }

  // MARK: - Predicates

  @Test func predicatesThatSQLCanNotExpressFindTheSameRows() throws {
    let context = ModelContext(try store.container(Note.self))
    for count in 1...6 {
      let note = Note(title: "\(count)")
      note.words = Array(repeating: "word", count: count)
      context.insert(note)
    }
    try context.save()
    let wordy = #Predicate<Note> { $0.words.filter { $0.count == 4 }.count > 3 }
    #expect(try context.execute(BatchUpdate(where: wordy).set(\.count, to: 7)).count == 3)
    #expect(try context.execute(BatchFetch(where: wordy).returning(\.title)).returned(\.title) == ["4", "5", "6"])
    let ids = try context.fetchIdentifiers(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
    let some = try context.execute(BatchUpdate(ids.prefix(4), where: wordy).set(\.count, to: 8))
    #expect(some.identifiers.map(\.primaryKey) == [4])
    #expect(try context.execute(BatchDelete(where: wordy).returning(\.count)).returned(\.count) == [8, 7, 7])
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 3)
  }

  @Test func aFetchReadsOneStateOfTheStore() throws {
    let container = try store.container(Note.self)
    let (context, others) = (ModelContext(container), ModelContext(container))
    try context.execute(BatchInsert(["before"]).set(\Note.title) { $0 }.set(\.date, to: .now))
    // The rows are found in memory first, and meanwhile another context writes.
    let interruption = Interruption { try others.execute(BatchUpdate<Note>().set(\.title, to: "after")) }
    let batch = BatchFetch<Note>(where: #Predicate { $0.interrupts }).returning(\.title)
    let rows = try Interruption.$current.withValue(interruption) { try context.execute(batch) }
    #expect(try rows.returned(\.title) == ["before"])
    #expect(try context.execute(batch).returned(\.title) == ["after"])
  }

  // MARK: - Classes

  @Test func subclassesTakePartUnlessTheyAreLeftOut() throws {
    let context = ModelContext(try store.trips())
    try context.execute(BatchInsert(["plain", "other"]).set(\Trip.name) { $0 }.set(\.start, to: 1))
    try context.execute(BatchInsert(["work"]).set(\BusinessTrip.name) { $0 }.set(\.start, to: 1).set(\.perdiem, to: 20))
    #expect(try context.execute(BatchUpdate<BusinessTrip>().set(\.start, to: 2)).count == 1)
    #expect(try context.execute(BatchUpdate<Trip>(includeSubclasses: false).set(\.start, to: 3)).count == 2)
    #expect(try context.execute(BatchUpdate<Trip>().set(\.kind, to: .booked)).count == 3)
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map(\.start) == [3, 3, 2])
    #expect(trips.allSatisfy { $0.kind == .booked })
    #expect((trips.last as? BusinessTrip)?.perdiem == 20)
    #expect(try context.execute(BatchDelete<Trip>(includeSubclasses: false)).count == 2)
    #expect(try context.execute(BatchDelete<Trip>()).count == 1)
  }

  // MARK: - History

  @Test func tombstonesKeepThePreservedValues() throws {
    let context = ModelContext(try store.container(Receipt.self))
    let date = Date(timeIntervalSinceReferenceDate: 1)
    try context.execute(BatchInsert(1...3).set(\Receipt.number) { $0 }.set(\.issued, to: date))
    try context.execute(BatchDelete<Receipt>(where: #Predicate { $0.number > 1 }))
    let deletions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
      .compactMap { change in
        if case .delete(let deletion) = change { deletion as? DefaultHistoryDelete<Receipt> } else { nil }
      }
    #expect(deletions.map { $0.tombstone[\.number] as? Int } == [2, 3])
    #expect(deletions.map { $0.tombstone[\.issued] as? Date } == [date, date])
  }

  // MARK: - Observers

  @MainActor
  @Test func liveResultsAndModelsOfOtherContextsFollow() async throws {
    let container = try store.container(Note.self)
    let writer = ModelContext(container)
    try writer.execute(BatchInsert(["a", "b", "c"]).set(\Note.title) { $0 }.set(\.date, to: .now))
    let results = try ResultsObserver<Note, Never>(
      filterBy: #Predicate { $0.count < 5 }, sortBy: [SortDescriptor(\.title)], modelContext: container.mainContext)
    try await waitUntil("all are found") { results.results.map(\.title) == ["a", "b", "c"] }
    let first = try #require(results.results.first)

    try writer.execute(BatchUpdate<Note>(where: #Predicate { $0.title == "a" }).set(\.title, to: "z"))
    try await waitUntil("the order follows") { results.results.map(\.title) == ["b", "c", "z"] }
    #expect(first.title == "z")
    try writer.execute(BatchUpdate<Note>(where: #Predicate { $0.title == "b" }).set(\.count, to: 5))
    try await waitUntil("the filter follows") { results.results.map(\.title) == ["c", "z"] }
    try writer.execute(BatchDelete<Note>(where: #Predicate { $0.title == "c" }))
    try await waitUntil("deletions follow") { results.results.map(\.title) == ["z"] }
    try writer.execute(BatchInsert(["d"]).set(\Note.title) { $0 }.set(\.date, to: .now))
    try await waitUntil("insertions follow") { results.results.map(\.title) == ["d", "z"] }
  }

  // MARK: - Custom stores

  @Test func modelsOfACustomStoreAreLeftToModels() throws {
    let context = ModelContext(try store.jsonContainer(Note.self))
    context.insert(Note(title: "a"))
    try context.save()
    let error = #expect(throws: SwiftDataError.self) { try context.execute(BatchDelete<Note>()) }
    #expect(error?.kind == .invalidBatch)
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
  }
}

/// What happens when a predicate first looks at a model in memory.
private final class Interruption: @unchecked Sendable {
  // Sound: the one test that has it uses it on its own task.
  @TaskLocal static var current: Interruption?

  private var action: (() throws -> Void)?

  init(_ action: @escaping () throws -> Void) { self.action = action }

  func takePlace() {
    guard let action else { return }
    self.action = nil
    #expect(throws: Never.self) { try action() }
  }
}

extension Note {
  fileprivate var interrupts: Bool {
    Interruption.current?.takePlace()
    return true
  }
}
