import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

/// What is found often is found soon; nobody waits for all of it.
@Suite("The first rows of many come before the others")
@MainActor
struct FirstPageTests {
  private let container: ModelContainer

  init() throws {
    container = try memoryContainer(Note.self, Memo.self, Binder.self)
    let context = ModelContext(container)
    for number in 0..<3_000 {
      let title = number % 5 == 0 ? "fifth \(number)" : number % 1_000 == 1 ? "rare \(number)" : "other \(number)"
      context.insert(Note(title: title, date: Date(timeIntervalSinceReferenceDate: Double(number))))
    }
    try context.save()
  }

  /// What a reader gives out.
  private struct Pages {
    var soon: [[Int64]] = []
    var page: [Int64]?
  }

  private func pages<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, timeout: Duration = .seconds(3_600)
  ) throws -> Pages {
    let query = try ResultsQuery(descriptor, section: nil, store: container.store)
    var reader = ResultsReader(query: query, store: container.store)
    reader.timeout = timeout
    return try container.store.read { connection in
      var pages = Pages()
      let page = try reader.firstPage(limit: 200, on: connection) { pages.soon.append(Self.keys($0)) }
      pages.page = page.map(Self.keys)
      return pages
    }
  }

  private static func keys(_ content: ResultsContent) -> [Int64] {
    content.keys.all
  }

  private func page(_ predicate: Predicate<Note>?, by order: SortDescriptor<Note>) throws -> [Int64]? {
    try pages(FetchDescriptor(predicate: predicate, sortBy: [order])).page
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
    let pages = try pages(descriptor, timeout: .zero)
    #expect(pages.soon.isEmpty && pages.page == nil)
  }

  @Test(arguments: [SortOrder.forward, .reverse])
  func beginsWithWhatIsFoundByTheTimeout(_ order: SortOrder) throws {
    let byDate = SortDescriptor(\Note.date, order: order)
    let often = #Predicate<Note> { $0.title.localizedStandardContains("FIFTH") }
    let whole = try whole(often, by: byDate)
    let pages = try pages(FetchDescriptor(predicate: often, sortBy: [byDate]), timeout: .zero)
    #expect(pages.soon == [Array(whole.prefix(1))])
    #expect(pages.page == Array(whole.prefix(200)))
    #expect(try self.pages(FetchDescriptor(predicate: often, sortBy: [byDate])).soon.isEmpty)
  }

  @Test func beginsWithLessThanAPageIsWorth() throws {
    let rare = #Predicate<Note> { $0.title.localizedStandardContains("rare") }
    let pages = try pages(FetchDescriptor(predicate: rare, sortBy: [SortDescriptor(\.date)]), timeout: .zero)
    #expect(try pages.soon == [Array(whole(rare, by: SortDescriptor(\.date)).prefix(1))])
    // More than is shown already.
    #expect(pages.page?.count == 3)
  }

  /// The index of their foreign key finds few rows at once, wherever they stand in the order.
  @Test func isNotLookedForWhereFewRowsBelongToOne() throws {
    let context = ModelContext(container)
    let (few, many) = (Binder("few"), Binder("many"))
    for rank in 0..<2_200 { context.insert(Memo("memo", rank: rank, folder: rank % 20 == 7 ? few : many)) }
    try context.save()
    func pages(of binder: Binder) throws -> Pages {
      let id = binder.persistentModelID
      return try self.pages(
        FetchDescriptor<Memo>(
          predicate: #Predicate { $0.folder?.persistentModelID == id }, sortBy: [SortDescriptor(\.rank)]))
    }
    #expect(try pages(of: few).page == nil)
    #expect(try pages(of: many).page?.count == 200)
  }

  @Test(arguments: ["wanted", "wa"]) func isGivenUpForTheIndexOfTexts(_ text: String) throws {
    let context = ModelContext(container)
    for rank in 0..<1_160 { context.insert(Memo(rank < 1_100 ? "other" : "wanted", rank: rank)) }
    try context.save()
    let wanted = FetchDescriptor<Memo>(
      predicate: #Predicate { $0.title.localizedStandardContains(text) }, sortBy: [SortDescriptor(\.rank)])
    let impatient = try pages(wanted, timeout: .zero)
    #expect(impatient.soon.isEmpty && impatient.page == nil)
    #expect(try pages(wanted).page?.count == 60)
    // Hardly any row has been looked at then.
    var latest = wanted
    latest.sortBy = [SortDescriptor(\.rank, order: .reverse)]
    latest.predicate = #Predicate { $0.rank < 1_155 && $0.title.localizedStandardContains(text) }
    #expect(try pages(latest, timeout: .zero).soon.map(\.count) == [1])
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
    // On a machine that is busy some of the page come before it.
    #expect(delivered.suffix(2).map(\.keys.count) == [200, 600])
    let all = try #require(delivered.last)
    for state in delivered.dropLast() {
      #expect(!state.isComplete && state.keys == all.keys[0..<state.keys.count])
    }
    maintainer.stop()
  }

  /// What it reads is of no use any more, and can't be interrupted while SQLite sorts.
  @Test func doesNotWaitForTheReadOfTheSearchBefore() async throws {
    let context = ModelContext(container)
    for rank in 0..<3_000 { context.insert(Memo("memo \(rank % 5 == 0 ? "fifth" : "fiftieth")", rank: rank)) }
    try context.save()
    let isDelivering = Lock(false)
    let mayGoOn = DispatchSemaphore(value: 0)
    let shorter = ResultsMaintainer<Memo>(try searching("fif"), store: container.store) { _ in
      isDelivering.withLock { $0 = true }
      mayGoOn.wait()
    }
    // Once for each time that it may deliver.
    defer { for _ in 0..<3 { mayGoOn.signal() } }
    shorter.start()
    try await waitUntil("the first search reads") { isDelivering.withLock(\.self) }
    let keys = Lock<OrderedKeys?>(nil)
    let longer = ResultsMaintainer<Memo>(try searching("fifth"), store: container.store) { state in
      keys.withLock { $0 = state.keys }
    }
    longer.start(after: shorter)
    defer { longer.stop() }
    try await waitUntil("the second search is there") { keys.withLock { $0?.count == 600 } }
  }

  /// In an order without an index no first rows are found otherwise.
  @Test func isLookedForAmongWhatTheSearchBeforeFound() async throws {
    let context = ModelContext(container)
    for rank in 0..<3_000 { context.insert(Memo("memo \(rank % 5 == 0 ? "fifth" : "fiftieth")", rank: rank)) }
    try context.save()
    let byTitle = [SortDescriptor(\Memo.title), SortDescriptor(\Memo.rank)]
    let isRead = Lock(false)
    let shorter = ResultsMaintainer<Memo>(try searching("fif", by: byTitle), store: container.store) { state in
      isRead.withLock { $0 = state.isComplete }
    }
    shorter.start()
    try await waitUntil("the first search is done") { isRead.withLock(\.self) }
    let states = Lock<[ResultsState]>([])
    let longer = ResultsMaintainer<Memo>(try searching("fifth", by: byTitle), store: container.store) { state in
      states.withLock { $0.append(state) }
    }
    longer.start(after: shorter)
    defer { longer.stop() }
    try await waitUntil("the second search is done") { states.withLock { $0.last?.isComplete == true } }
    let (first, last) = states.withLock { ($0.first, $0.last) }
    #expect(first?.isComplete == false && first?.keys.isEmpty == false)
    #expect(last?.keys.count == 600)
  }

  private func searching(
    _ text: String, by order: [SortDescriptor<Memo>] = [SortDescriptor(\.rank)]
  ) throws -> ResultsQuery<Memo> {
    let found = #Predicate<Memo> { $0.title.localizedStandardContains(text) }
    return try ResultsQuery(
      FetchDescriptor(predicate: found, sortBy: order), section: nil, store: container.store)
  }

  @Test func isNotGivenUpForWhatOnlyTheFirstRowsDoNotHave() throws {
    let context = ModelContext(container)
    for rank in 0..<1_200 { context.insert(Memo(rank < 1_100 ? "other" : "wanted", rank: rank)) }
    try context.save()
    let pages = try pages(
      FetchDescriptor<Memo>(
        predicate: #Predicate { $0.title.localizedStandardContains("wanted") }, sortBy: [SortDescriptor(\.rank)]),
      timeout: .zero)
    // The others are so few that they come with all.
    #expect(pages.soon.map(\.count) == [1] && pages.page == nil)
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
