import DocketData
import Foundation
import SwiftData
import Testing

@Suite("The agenda and urgency")
struct AgendaTests {
  private let world = World()
  private let urgency = Urgency(at: Berlin.reference)

  private var descriptor: FetchDescriptor<DocketData.Item> {
    get throws {
      .items(matching: try ItemQuery("", Berlin.reference), order: ItemOrder(.agenda, isAscending: true))
    }
  }

  private func fill(_ count: Int, _ random: inout SeededGenerator) async throws {
    let handler = try await world.handler()
    var ids: [PersistentIdentifier] = []
    for number in 0..<count {
      let days = Double.random(in: -40...40, using: &random)
      let age = Double.random(in: 0...800, using: &random)
      var item = NewItem(
        title: "item \(number)", timestamp: Berlin.reference.now,
        createTimestamp: Berlin.reference.now.addingTimeInterval(-age * 86_400),
        completedAt: number % 5 == 0 ? Berlin.reference.now : nil,
        priority: Priority.allCases.randomElement(using: &random) ?? .none,
        dueAt: number % 3 == 0 ? nil : Berlin.reference.now.addingTimeInterval((days / 2).rounded() * 43_200 + days))
      item.blockers = ids.filter { _ in Int.random(in: 0..<ids.count + 3, using: &random) == 0 }
      ids.append(try await handler.newItem(item))
    }
  }

  /// The default ones, those that turn each part around, and some that leave parts out.
  static let weights = [
    Urgency.Weights(), Urgency.Weights(priority: -6, due: -12, age: -2, blocking: -8, blocked: 5),
    Urgency.Weights(priority: 0.5, due: 0, age: 30, blocking: -2.25, blocked: 9),
  ]

  @Test(arguments: weights) func sqlOrdersByTheUrgencyThatIsShown(_ weights: Urgency.Weights) async throws {
    let urgency = Urgency(weights, at: Berlin.reference)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    try await fill(150, &random)
    let context = ModelContext(try world.container())
    for order in [ItemOrder(.urgency, isAscending: false), ItemOrder(.urgency, isAscending: true)] {
      let items = try context.fetch(FetchDescriptor(sortBy: order.descriptors(urgency)))
      let values = items.map(urgency.value)
      #expect(values.count == 150 && Set(values.map { Int($0 * 10) }).count > 10)
      for (left, right) in zip(values, values.dropFirst()) {
        #expect(order.isAscending ? left <= right + 1e-9 : left >= right - 1e-9, "seed \(seed)")
      }
    }
  }

  @Test func sectionsFollowOneAnotherAndTheMostUrgentComesFirst() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    try await fill(150, &random)
    let items = try ModelContext(world.container()).fetch(try descriptor)
    let places = items.map { (AgendaSections(at: Berlin.reference).section(of: $0).rawValue, -urgency.value(of: $0)) }
    #expect(Set(places.map(\.0)).count >= 5, "seed \(seed)")
    for (left, right) in zip(places, places.dropFirst()) {
      #expect(left.0 < right.0 || left.0 == right.0 && left.1 <= right.1 + 1e-9, "seed \(seed)")
    }
  }

  /// It is Saturday, 14:30.
  @Test(arguments: [
    ("2026-11-20", AgendaSection.overdue), ("2026-11-21", .today), ("2026-11-21 14:29", .overdue),
    ("2026-11-21 14:31", .today), ("2026-11-22", .tomorrow), ("2026-11-23", .week), ("2026-11-27", .week),
    ("2026-11-28", .later), ("2031-01-01", .later),
  ]) func aDueDateHasItsSection(_ date: String, _ section: AgendaSection) async throws {
    let handler = try await world.handler()
    let span = try #require(DatePhrase.span(of: date, Berlin.reference))
    let id = try await handler.newItem(NewItem(title: "a", dueAt: span.due))
    let values = try await handler.item(id: id)
    #expect(AgendaSections(at: Berlin.reference).section(of: values) == section)
    let item = try #require(try ModelContext(world.container()).fetch(try descriptor).first)
    #expect(AgendaSections(at: Berlin.reference).section(of: item) == section)
  }

  @Test func theUrgencySaysWhatItIsMadeOf() async throws {
    let handler = try await world.handler()
    let now = Berlin.reference.now
    let first = try await handler.newItem(NewItem(title: "first", createTimestamp: now))
    var item = NewItem(
      title: "second", createTimestamp: now.addingTimeInterval(-100 * 86_400), priority: .high,
      dueAt: now.addingTimeInterval(3_600))
    item.blockers = [first]
    try await handler.newItem(item)
    let items = try ModelContext(world.container()).fetch(
      FetchDescriptor<DocketData.Item>(sortBy: [SortDescriptor(\.title)]))
    #expect(urgency.parts(of: items[0]).map(\.reason) == ["blocks others"])
    #expect(
      urgency.parts(of: items[1]).map(\.reason)
        == ["due today", "priority high", "is blocked", "3 months old"])
    #expect(abs(urgency.value(of: items[1]) - (9.6 + 6 - 5 + 1.2)) < 1e-9)
  }

  @Test @MainActor func aLiveAgendaFollowsWhatBlocksItsItems() async throws {
    let handler = try await world.handler()
    let now = Berlin.reference.now
    let blocker = try await handler.newItem(NewItem(title: "blocker", createTimestamp: now))
    var item = NewItem(title: "waits", createTimestamp: now, priority: .low)
    item.blockers = [blocker]
    try await handler.newItem(item)
    try await handler.newItem(NewItem(title: "free", createTimestamp: now))
    let observer = try ResultsObserver<DocketData.Item, Never>(
      sortBy: ItemOrder(.urgency, isAscending: false).descriptors(urgency),
      modelContext: try world.container().mainContext)
    try await wait(until: observer, has: ["blocker", "free", "waits"])
    _ = try await handler.markItems(ids: [blocker], areDone: true, at: now)
    try await wait(until: observer, has: ["blocker", "waits", "free"])
  }

  @MainActor
  private func wait(until observer: ResultsObserver<DocketData.Item, Never>, has titles: [String]) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while observer.results.map(\.title) != titles, ContinuousClock.now < deadline { await Task.yield() }
    #expect(observer.results.map(\.title) == titles)
  }
}
