import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

/// Who types one more letter is shown the first rows of what the letters before have found.
@Suite("A longer text is looked for among what the shorter one has found")
@MainActor
struct NarrowedSearchTests {
  private let container: ModelContainer

  init() throws {
    container = try memoryContainer(Memo.self, Binder.self)
    let context = ModelContext(container)
    for number in 0..<1_000 { context.insert(Memo("\(number % 2 == 0 ? "stone" : "stove") \(number)", rank: number)) }
    try context.save()
  }

  private func query(
    _ predicate: Predicate<Memo>, by order: SortDescriptor<Memo> = SortDescriptor(\.rank)
  ) throws -> ResultsQuery<Memo> {
    try ResultsQuery(
      FetchDescriptor(predicate: predicate, sortBy: [order]), section: nil, store: container.store)
  }

  private func containing(_ text: String) -> Predicate<Memo> {
    #Predicate { $0.title.localizedStandardContains(text) || $0.notes?.localizedStandardContains(text) == true }
  }

  private func titled(_ text: String, above rank: Int = -1) -> Predicate<Memo> {
    #Predicate { $0.title.localizedStandardContains(text) && $0.rank > rank }
  }

  private func content(_ predicate: Predicate<Memo>) throws -> ResultsContent {
    let reader = ResultsReader(query: try query(predicate), store: container.store)
    return try container.store.read { try reader.content(limit: nil, on: $0) }
  }

  // MARK: - What narrows what

  @Test func aTextThatGoesOnNarrowsItsBeginning() throws {
    #expect(try query(titled("ston")).narrows(query(titled("sto"))))
    #expect(try query(titled("sto")).narrows(query(titled("sto"))))
    #expect(try !query(titled("sto")).narrows(query(titled("ston"))))
    #expect(try !query(titled("xsto")).narrows(query(titled("sto"))))
    // An index has no shorter ones.
    #expect(try !query(titled("sto")).narrows(query(titled("st"))))
  }

  @Test func anythingElseMustBeTheSame() throws {
    #expect(try query(titled("ston", above: 3)).narrows(query(titled("sto", above: 3))))
    #expect(try !query(titled("ston", above: 3)).narrows(query(titled("sto", above: 4))))
    #expect(try !query(titled("ston")).narrows(query(containing("sto"))))
    let (byRank, byTitle) = (SortDescriptor(\Memo.rank), SortDescriptor(\Memo.title))
    #expect(try !query(titled("ston"), by: byRank).narrows(query(titled("sto"), by: byTitle)))
  }

  @Test func aTextThatIsNotToBeFoundNarrowsNothing() throws {
    let (short, long) = ("sto", "ston")
    let without = try query(#Predicate { !$0.title.localizedStandardContains(long) })
    #expect(try !without.narrows(query(#Predicate { !$0.title.localizedStandardContains(short) })))
  }

  @Test func oneOfSeveralTextsMayGoOn() throws {
    func both(_ title: String, _ notes: String) throws -> ResultsQuery<Memo> {
      try query(#Predicate { $0.title.localizedStandardContains(title) && $0.title.localizedStandardContains(notes) })
    }
    #expect(try both("stone", "abcd").narrows(both("stone", "abc")))
    #expect(try both("stones", "abcd").narrows(both("stone", "abc")))
    #expect(try !both("abcd", "stone").narrows(both("stone", "abc")))
  }

  // MARK: - The first rows

  @Test func theFirstRowsAreThoseThatMatchAmongTheKnown() throws {
    let (wider, all) = (try content(titled("sto")), try content(titled("ston")))
    let reader = ResultsReader(query: try query(titled("ston")), store: container.store)
    let page = try container.store.read { connection in
      try reader.firstPage(limit: 200, among: wider.keys, on: connection) { _ in }
    }
    #expect(wider.keys.count == 1_000 && all.keys.count == 500)
    #expect(page?.keys == all.keys[0..<200])
    // Fewer than make a page, as no others can follow; without them nothing is shown before all.
    let known = wider.keys[0..<10]
    let few = try container.store.read { connection in
      try reader.firstPage(limit: 200, among: known, on: connection) { _ in }
    }
    #expect(few?.keys == all.keys[0..<5])
  }

  @Test func anOrderWithoutAnIndexHasFirstRowsToo() throws {
    let byTitle = SortDescriptor(\Memo.title)
    func reader(_ text: String) throws -> ResultsReader<Memo> {
      ResultsReader(query: try query(titled(text), by: byTitle), store: container.store)
    }
    let (wider, narrow) = (try reader("sto"), try reader("ston"))
    try container.store.read { connection in
      let known = try wider.content(limit: nil, on: connection).keys
      let all = try narrow.content(limit: nil, on: connection).keys
      #expect(try narrow.firstPage(limit: 200, on: connection) { _ in } == nil)
      #expect(try narrow.firstPage(limit: 200, among: known, on: connection) { _ in }?.keys == all[0..<200])
    }
  }

  // MARK: - Following

  /// What was found before says where to look first, and never what there is.
  @Test func allRowsAreReadAnew() async throws {
    // Foundation finds "strass" in it, and "stras" not in each of its versions.
    let context = ModelContext(container)
    context.insert(Memo("straße", rank: -1))
    context.insert(Memo("strasse", rank: 2_000))
    try context.save()
    let observer = try ResultsObserver<Memo, Never>(
      filterBy: titled("stra", above: -9), sortBy: [SortDescriptor(\.rank)], modelContext: container.mainContext)
    for text in ["stras", "strass"] {
      try await waitUntil("the result is read") { observer.isCurrent && observer.isComplete }
      observer.filterBy = titled(text, above: -9)
      context.insert(Memo("strass of \(text)", rank: 3_000))
      try context.save()
    }
    try await waitUntil("all are there") {
      observer.isCurrent && observer.isComplete && observer.results.count == 4
    }
    #expect(observer.results.map(\.title) == ["straße", "strasse", "strass of stras", "strass of strass"])
  }
}
