import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

/// Reversing the order reads nothing anew.
@Suite("A result whose order is reversed takes over what was read")
@MainActor
struct ReversedResultsTests {
  private let container: ModelContainer
  private let recorder = StatementRecorder()

  init() throws {
    container = try memoryContainer(Note.self)
    try recorder.attach(to: container.store)
    let context = ModelContext(container)
    for number in 0..<2_000 {
      // Many are of the same day: their keys decide.
      let date = Date(timeIntervalSinceReferenceDate: Double(number % 7))
      context.insert(Note(title: number % 3 == 0 ? "third \(number)" : "other \(number)", date: date))
    }
    try context.save()
  }

  private func query(
    _ order: [SortDescriptor<Note>], _ predicate: Predicate<Note>? = nil, limit: Int? = nil
  ) throws -> ResultsQuery<Note> {
    var descriptor = FetchDescriptor(predicate: predicate, sortBy: order)
    descriptor.fetchLimit = limit
    return try ResultsQuery(descriptor, section: nil, store: container.store)
  }

  @Test func onlyTheSameRowsInTheReversedOrderAreTheReverse() throws {
    let (up, down) = (SortDescriptor(\Note.date), SortDescriptor(\Note.date, order: .reverse))
    let title = SortDescriptor(\Note.title, comparator: .lexical)
    let query = try query([up])
    #expect(try query.isReverse(of: self.query([down])) && self.query([down]).isReverse(of: query))
    #expect(try !query.isReverse(of: self.query([up])))
    #expect(try !query.isReverse(of: self.query([down, title])))
    #expect(try !self.query([up, title]).isReverse(of: self.query([down, title])))
    #expect(try !query.isReverse(of: self.query([SortDescriptor(\.title, comparator: .lexical, order: .reverse)])))
    #expect(try !query.isReverse(of: self.query([down], limit: 10)))
    let (one, two) = ("one", "two")
    let ones = #Predicate<Note> { $0.title == one }
    #expect(try self.query([up], ones).isReverse(of: self.query([down], ones)))
    #expect(try !self.query([up], ones).isReverse(of: self.query([down], #Predicate<Note> { $0.title == two })))
    #expect(try !self.query([up], ones).isReverse(of: self.query([down])))
  }

  @Test(arguments: [true, false])
  func isWhatReadingItWouldShow(_ isFiltered: Bool) async throws {
    let thirds = isFiltered ? #Predicate<Note> { $0.title.contains("third") } : nil
    let observer = try ResultsObserver(
      filterBy: thirds, sortBy: [SortDescriptor(\Note.date)], modelContext: container.mainContext)
    try await waitUntil("all is read") { observer.isComplete }
    recorder.clear()
    for order in [SortOrder.reverse, .forward, .reverse] {
      let descriptor = FetchDescriptor(predicate: thirds, sortBy: [SortDescriptor(\Note.date, order: order)])
      observer.sortBy = descriptor.sortBy
      #expect(!observer.isCurrent)
      try await waitUntil("it is reversed") { observer.isCurrent && observer.isComplete }
      #expect(readings == 0)
      #expect(try Array(observer.results.identifiers) == ModelContext(container).fetchIdentifiers(descriptor))
      recorder.clear()
    }
  }

  /// How often all rows were read in order.
  private var readings: Int {
    recorder.count { $0.hasPrefix("SELECT") && $0.contains("ORDER BY") && $0.contains("\"date\"") }
  }

  @Test func twoReversalsAtOnceEndWithTheSecond() async throws {
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\Note.date)], modelContext: container.mainContext)
    try await waitUntil("all is read") { observer.isComplete }
    observer.sortBy = [SortDescriptor(\Note.date, order: .reverse)]
    observer.sortBy = [SortDescriptor(\Note.date)]
    try await waitUntil("it is reversed") { observer.isCurrent && observer.isComplete }
    let ascending = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.date)])
    #expect(try Array(observer.results.identifiers) == ModelContext(container).fetchIdentifiers(ascending))
  }

  @Test func isReadAnewWhereTheHistoryDoesNotReachBack() async throws {
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\Note.date)], modelContext: container.mainContext)
    try await waitUntil("all is read") { observer.isComplete }
    let context = ModelContext(container)
    for number in 0..<3 {
      context.insert(Note(title: "later \(number)", date: .distantFuture))
      try context.save()
    }
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let reversed = [SortDescriptor(\Note.date, order: .reverse)]
    observer.sortBy = reversed
    try await waitUntil("they come first") { observer.isComplete && observer.results.first?.title == "later 2" }
    #expect(
      try Array(observer.results.identifiers)
        == ModelContext(container).fetchIdentifiers(FetchDescriptor(sortBy: reversed)))
  }

  @Test func followsWhatIsChangedMeanwhileAndAfterwards() async throws {
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\Note.date)], modelContext: container.mainContext)
    try await waitUntil("all is read") { observer.isComplete }
    let context = ModelContext(container)
    context.insert(Note(title: "new", date: .distantFuture))
    try context.save()
    observer.sortBy = [SortDescriptor(\Note.date, order: .reverse)]
    try await waitUntil("the new one is first") { observer.results.first?.title == "new" }
    context.insert(Note(title: "newer", date: .distantFuture))
    try context.save()
    try await waitUntil("the newer one is first") { observer.results.first?.title == "newer" }
    #expect(observer.results.count == 2_002)
  }

  @Test func anOrderReversedBeforeAllWasReadIsReadFromItsOwnBeginning() async throws {
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\Note.date)], modelContext: container.mainContext)
    let reversed = [SortDescriptor(\Note.date, order: .reverse)]
    observer.sortBy = reversed
    try await waitUntil("all is read") { observer.isCurrent && observer.isComplete }
    #expect(
      try Array(observer.results.identifiers)
        == ModelContext(container).fetchIdentifiers(FetchDescriptor(sortBy: reversed)))
  }
}
