import Foundation
import SwiftData
import Testing

@testable import DocketData

/// What the sidebar and the agenda show, after commands that change many things at once.
@Suite("Live counts and the agenda follow every command")
@MainActor
struct LiveCountsTests {
  @Test(arguments: 0..<2)
  func asIfTheyWereReadAnew(_ run: Int) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("run \(run) seed \(seed)")
    let world = World()
    var commands = RandomCommands(world, seed: seed)
    let shown = try Shown(world.container())
    for round in 0..<30 {
      var words: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &commands.random) { words.append(try await commands.run()) }
      try await shown.check("seed \(seed), round \(round): \(words.joined(separator: ", "))")
    }
  }
}

/// The counts and the agenda, as a list observes them.
@MainActor
private struct Shown {
  private let counts: LiveCounts
  private let agenda: ResultsObserver<Item, Never>
  private let ready: ItemQuery
  private let order: [SortDescriptor<Item>]
  private let container: ModelContainer
  /// The same throughout, or something would become overdue meanwhile.
  private let reference = DateReference()

  init(_ container: ModelContainer) throws {
    self.container = container
    counts = try LiveCounts(context: container.mainContext, reference: reference)
    ready = try ItemQuery("is:ready", reference)
    order = ItemOrder(.agenda, isAscending: true).descriptors()
    agenda = try ResultsObserver(filterBy: ready.predicate, sortBy: order, modelContext: container.mainContext)
  }

  private struct State: Equatable {
    let filters: [String]
    let tags: [String]
    let lists: [String]
    let agenda: [PersistentIdentifier]
  }

  private var followed: State {
    State(
      filters: counts.filters.map { filter in "\(filter.name) \(counts.count(of: filter) ?? -1)" },
      tags: counts.tagsWithCounts, lists: counts.listsWithCounts,
      agenda: agenda.results.map(\.persistentModelID))
  }

  private func readAnew() async throws -> State {
    let context = ModelContext(container)
    let isOpen = #Predicate<Item> { $0.completedAt == nil }
    let (byTag, byList) = (
      try context.fetchCounts(by: \Item.tags, where: isOpen), try context.fetchCounts(by: \Item.list, where: isOpen)
    )
    let tags = FetchDescriptor<ItemTag>(sortBy: [SortDescriptor(\.key, comparator: .lexical)])
    let lists = FetchDescriptor<ItemList>(sortBy: [SortDescriptor(\.key, comparator: .lexical)])
    return State(
      filters: try counts.filters.map { filter in
        let query = try ItemQuery(filter.query, reference)
        return "\(filter.name) \(try context.fetchCount(FetchDescriptor(predicate: query.predicate)))"
      },
      tags: try context.fetch(tags).map { "\($0.name) \(byTag[$0.persistentModelID, default: 0])" },
      lists: try context.fetch(lists).map { "\($0.name) \(byList[$0.persistentModelID, default: 0])" },
      agenda: try context.fetch(FetchDescriptor(predicate: ready.predicate, sortBy: order)).map(\.persistentModelID))
  }

  func check(_ place: String) async throws {
    let expected = try await readAnew()
    let deadline = ContinuousClock.now + .seconds(60)
    while followed != expected, ContinuousClock.now < deadline { await Task.yield() }
    #expect(followed == expected, "\(place)")
  }
}

/// Commands upon random items, each on a handler of its own.
private struct RandomCommands {
  var random: SeededGenerator
  private let world: World
  private let moment = Date()

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = SeededGenerator(seed: seed)
  }

  /// - Returns: what was done, in a word.
  mutating func run() async throws -> String {
    let handler = try await world.handler()
    let all = try await handler.itemIdentifiers()
    let some = all.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2:
      let parent = Bool.random(using: &random) ? all.randomElement(using: &random) : nil
      _ = try await handler.newItems((0...2).map { _ in item(parent) })
      return "add"
    case 3, 4:
      try await handler.completeItems(ids: some, at: moment)
      return "done"
    case 5:
      try await handler.reopenItems(ids: some)
      return "reopen"
    case 6:
      try await handler.deleteItems(ids: Array(some.prefix(2)))
      return "delete"
    case 7:
      try await handler.updateItems(ids: some, ItemChanges(priorityRaise: 1, list: .value("b"), addedTags: ["y"]))
      return "update"
    case 8, 9:
      guard let blocked = all.randomElement(using: &random) else { return "nothing" }
      // Some would wait for themselves.
      do { try await handler.setBlockers(ids: some.filter { $0 != blocked }, of: blocked) } catch is ItemError {}
      return "block"
    case 10:
      let count = Int.random(in: 1...3, using: &random)
      do { return try await "undo \(handler.undo(count).count)" } catch is JournalError { return "nothing" }
    default:
      do { return try await "redo \(handler.redo().count)" } catch is JournalError { return "nothing" }
    }
  }

  private mutating func item(_ parent: PersistentIdentifier?) -> NewItem {
    let days = [nil, -1, 0, 1, 20].randomElement(using: &random) ?? nil
    return NewItem(
      title: "\(Int.random(in: 0...9, using: &random))",
      dueAt: days.map { moment.addingTimeInterval(Double($0) * 86_400 + 7) },
      tags: ["x", "y"].filter { _ in Bool.random(using: &random) },
      list: ["a", "b", nil].randomElement(using: &random) ?? nil, parent: parent.map { .item($0) })
  }
}

extension LiveCounts {
  /// The tags with their numbers of items; -1 where they are not counted yet.
  var tagsWithCounts: [String] { tags.map { "\($0.name) \(countsByTag?[$0.id, default: 0] ?? -1)" } }
  /// The lists, in the same way.
  var listsWithCounts: [String] { lists.map { "\($0.name) \(countsByList?[$0.id, default: 0] ?? -1)" } }
}
