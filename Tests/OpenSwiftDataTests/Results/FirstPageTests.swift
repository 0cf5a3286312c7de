import Foundation
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

  @Test func comesWhereAFilterIsSetToo() async throws {
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.date)], modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    observer.filterBy = #Predicate { $0.title.localizedStandardContains("fifth") }
    #expect(!observer.isCurrent && observer.results.count == 3_000)
    try await waitUntil("the first rows are there") { observer.isCurrent }
    let expected = (0..<600).map { "fifth \($0 * 5)" }
    #expect(observer.results.map(\.title) == Array(expected.prefix(observer.results.count)))
    try await waitUntil("the others too") { observer.isComplete && observer.results.count == 600 }
    #expect(observer.results.map(\.title) == expected)
  }
}
