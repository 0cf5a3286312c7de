import Foundation
import Locking
import Testing

@testable import OpenSwiftData

/// What is found often is found soon; nobody waits for all of it.
@Suite("The first rows of many come before the others")
@MainActor
struct FirstPageTests {
  private let container: ModelContainer

  init() throws {
    container = try memoryContainer(Note.self)
    let context = ModelContext(container)
    for number in 0..<3_000 {
      let title = number % 5 == 0 ? "fifth \(number)" : number % 1_000 == 1 ? "rare \(number)" : "other \(number)"
      context.insert(Note(title: title, date: Date(timeIntervalSinceReferenceDate: Double(number))))
    }
    try context.save()
  }

  private func reader(_ predicate: Predicate<Note>?, by order: SortDescriptor<Note>) throws -> ResultsReader<Note> {
    let descriptor = FetchDescriptor(predicate: predicate, sortBy: [order])
    return ResultsReader(
      query: try ResultsQuery(descriptor, section: nil, store: container.store), store: container.store)
  }

  private func page(_ predicate: Predicate<Note>?, by order: SortDescriptor<Note>) throws -> [Int64]? {
    let reader = try reader(predicate, by: order)
    return try container.store.read { connection in
      let page = try reader.firstPage(limit: 200, on: connection)?.keys
      return page.map { keys in (0..<keys.count).map { keys[$0] } }
    }
  }

  private func whole(_ predicate: Predicate<Note>?, by order: SortDescriptor<Note>) throws -> [Int64] {
    let descriptor = FetchDescriptor(predicate: predicate, sortBy: [order])
    return try ModelContext(container).fetchIdentifiers(descriptor).compactMap(\.primaryKey)
  }

  @Test(arguments: [SortOrder.forward, .reverse])
  func isTheBeginningOfTheWhole(_ order: SortOrder) throws {
    let byDate = SortDescriptor(\Note.date, order: order)
    let often = #Predicate<Note> { $0.title.localizedStandardContains("FIFTH") }
    #expect(try page(often, by: byDate) == Array(whole(often, by: byDate).prefix(200)))
    #expect(try page(nil, by: byDate) == Array(whole(nil, by: byDate).prefix(200)))
  }

  @Test func isLeftOutForWhatIsRareOrHasNoIndexForItsOrder() throws {
    let rare = #Predicate<Note> { $0.title.localizedStandardContains("rare") }
    #expect(try page(rare, by: SortDescriptor(\.date)) == nil)
    let often = #Predicate<Note> { $0.title.localizedStandardContains("fifth") }
    #expect(try page(often, by: SortDescriptor(\.title)) == nil)
  }

  @Test func isLeftOutForAPageThatBeginsLater() throws {
    var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.date)])
    descriptor.fetchOffset = 1_000
    let query = try ResultsQuery(descriptor, section: nil, store: container.store)
    let reader = ResultsReader(query: query, store: container.store)
    #expect(try container.store.read { try reader.firstPage(limit: 200, on: $0) } == nil)
  }

  @Test func isDeliveredBeforeTheWhole() async throws {
    let often = #Predicate<Note> { $0.title.localizedStandardContains("fifth") }
    let states = Lock<[ResultsState]>([])
    let query = try ResultsQuery(
      FetchDescriptor(predicate: often, sortBy: [SortDescriptor(\.date)]), section: nil, store: container.store)
    let maintainer = ResultsMaintainer<Note>(query, store: container.store) { state in
      states.withLock { $0.append(state) }
    }
    maintainer.start()
    try await waitUntil("all is read") { states.withLock { $0.last?.isComplete == true } }
    let delivered = states.withLock { $0 }
    #expect(delivered.map(\.isComplete) == [false, true] && delivered.map(\.keys.count) == [200, 600])
    #expect(delivered[0].keys == delivered[1].keys[0..<200])
    maintainer.stop()
  }

  @Test func comesWhereAFilterIsSetToo() async throws {
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.date)], modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    observer.filterBy = #Predicate { $0.title.localizedStandardContains("fifth") }
    #expect(!observer.isCurrent && observer.results.count == 3_000)
    try await waitUntil("all are there") { observer.isCurrent && observer.isComplete }
    #expect(observer.results.map(\.title) == (0..<600).map { "fifth \($0 * 5)" })
  }
}
