import Foundation
import SwiftData
import Testing

@testable import DocketData

/// Commands at random, undone and redone at random: the store has every field of every row as it was at each step.
@Suite("Undo and redo of random commands lead to the states that there were")
struct JournalWalkTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// `DOCKET_JOURNAL_WALKS` says how many walks, `DOCKET_JOURNAL_SEED` which single one.
  private static let seeds: Range<UInt64> = {
    if let seed = environment["DOCKET_JOURNAL_SEED"].flatMap(UInt64.init) { return seed..<seed + 1 }
    let first = UInt64.random(in: 0..<1 << 32)
    return first..<first + (environment["DOCKET_JOURNAL_WALKS"].flatMap(UInt64.init) ?? 3)
  }()

  private static let length = 120

  @Test(arguments: seeds) func exactly(_ seed: UInt64) async throws {
    var walk = try JournalWalk(seed: seed)
    for _ in 0..<Self.length where walk.isAsExpected { try await walk.step() }
    try await walk.goBackAndForth()
    #expect(walk.isAsExpected, "DOCKET_JOURNAL_SEED=\(seed): \(walk.path.suffix(6).joined(separator: ", "))")
    #expect(walk.undone > 0 && walk.redone > 0 && walk.path.count > Self.length / 2, "seed \(seed)")
  }
}

private struct JournalWalk {
  private let world = World()
  /// The handler of the last command, which knows models of it; often a new one takes its place.
  private var lastHandler: DataHandler?
  private var random: SeededGenerator
  /// The states that the commands led to, and where among them the store is.
  private var states: [Snapshot]
  private var position = 0
  private var clock = 0.0

  /// Whether the store has always been as expected.
  private(set) var isAsExpected = true
  /// What was done.
  private(set) var path: [String] = []
  private(set) var undone = 0
  private(set) var redone = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    states = [try world.snapshot()]
  }

  private mutating func handler() async throws -> DataHandler {
    if let lastHandler, Bool.random(using: &random) { return lastHandler }
    let new = try await world.handler()
    lastHandler = new
    return new
  }

  mutating func step() async throws {
    clock += 1
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: try await undo(Int.random(in: 1...3, using: &random))
    case 2: try await redo(Int.random(in: 1...3, using: &random))
    default: try await change()
    }
  }

  /// Undoes all steps, one by one, and redoes them.
  mutating func goBackAndForth() async throws {
    while isAsExpected, position > 0 { try await undo(1) }
    while isAsExpected, position < states.count - 1 { try await redo(1) }
  }

  private mutating func undo(_ count: Int) async throws {
    let count = min(count, position)
    guard count > 0 else { return }
    path.append("undo \(count)")
    try await handler().undo(count)
    position -= count
    undone += count
    isAsExpected = try world.snapshot() == states[position]
  }

  private mutating func redo(_ count: Int) async throws {
    let count = min(count, states.count - 1 - position)
    guard count > 0 else { return }
    path.append("redo \(count)")
    try await handler().redo(count)
    position += count
    redone += count
    isAsExpected = try world.snapshot() == states[position]
  }

  /// A command is one step; one that is refused, or changes nothing, is none.
  private mutating func change() async throws {
    let command = command()
    do {
      try await command.run(try await handler())
    } catch let error as ItemError {
      path.append("\(command.name): \(error)")
      isAsExpected = try world.snapshot() == states[position]
      return
    }
    path.append(command.name)
    let state = try world.snapshot()
    guard state != states[position] else { return }
    states = states.prefix(position + 1) + [state]
    position += 1
  }

  // MARK: - Commands

  private struct Command {
    let name: String
    let run: @Sendable (DataHandler) async throws -> Void
  }

  private var now: Date { Moment.after(clock * 3_600) }

  private mutating func command() -> Command {
    let items = states[position].items
    let date = now
    guard items.count > 4 else { return additions(below: nil) }
    let all = items.map(\.id).shuffled(using: &random)
    let ids = Array(all.prefix(Bool.random(using: &random) ? 2 : Int.random(in: 1...all.count, using: &random)))
    let other = all[all.count - 1]
    let tag = tags.randomElement(using: &random) ?? "x"
    let list = lists.randomElement(using: &random) ?? "L"
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return additions(below: items.count < 60 ? other : nil)
    case 1, 2: return Command(name: "done \(ids.count)") { try await $0.completeItems(ids: ids, at: date) }
    case 3: return Command(name: "reopen \(ids.count)") { try await $0.reopenItems(ids: ids, at: date) }
    case 4, 5, 6:
      let changes = changes(tag, list, other)
      return Command(name: "change \(ids.count)") { try await $0.updateItems(ids: ids, changes, at: date) }
    case 7:
      let places: [DataHandler.Place] = [.first, .last, .before(other), .after(other)]
      let place = places[Int.random(in: 0..<4, using: &random)]
      return Command(name: "move \(ids.count)") { try await $0.moveItems(ids: ids, to: place, at: date) }
    case 8:
      let direction: DataHandler.Direction = Bool.random(using: &random) ? .earlier : .later
      return Command(name: "shift \(ids.count)") {
        try await $0.shiftItems(ids: ids, direction, among: ItemQuery("", Berlin.reference), at: date)
      }
    case 9:
      let (id, parent) = (ids[0], Bool.random(using: &random) ? other : nil)
      return Command(name: "nest") { try await $0.nestItem(id: id, below: parent, at: date) }
    case 10:
      let blockers = Array(all.suffix(2))
      return Command(name: "blockers") { try await $0.setBlockers(ids: blockers, of: ids[0]) }
    case 11: return Command(name: "delete \(ids.count)") { _ = try await $0.deleteItems(ids: Array(ids.prefix(5))) }
    case 12: return Command(name: "skip") { try await $0.skipItems(ids: Array(ids.prefix(1)), at: date) }
    case 13: return Command(name: "end \(ids.count)") { try await $0.endSeries(ids: ids, at: date) }
    case 14: return Command(name: "rename #\(tag)") { try await $0.renameTag(tag, to: tag + "s") }
    default: return Command(name: "delete the list") { try await $0.deleteList(list) }
    }
  }

  private let tags = ["x", "y", "z"]
  private let lists = ["L", "M"]

  private mutating func additions(below parent: PersistentIdentifier?) -> Command {
    let (date, count) = (now, Int.random(in: 1...8, using: &random))
    let items = (0..<count).map { index in
      NewItem(
        title: "\(path.count).\(index)", timestamp: date, uid: uid(), priority: index % 2 == 0 ? .none : .high,
        dueAt: index % 3 == 0 ? date : nil, recurrence: index % 4 == 0 ? Recurrence(.day) : nil,
        tags: index % 2 == 0 ? [tags[index % 3]] : [], list: index % 3 == 1 ? lists[index % 2] : nil,
        parent: index % 5 == 4 ? .added(index - 1) : index == 1 ? parent.map { .item($0) } : nil)
    }
    return Command(name: "add \(count)") { try await $0.newItems(items) }
  }

  /// Of the walk's own numbers: items at one place are in the order of these.
  private mutating func uid() -> UUID {
    withUnsafeBytes(of: (random.next(), random.next())) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private mutating func changes(_ tag: String, _ list: String, _ other: PersistentIdentifier) -> ItemChanges {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: ItemChanges(priority: Priority.allCases.randomElement(using: &random))
    case 1: ItemChanges(priorityRaise: Bool.random(using: &random) ? 1 : -1)
    case 2: ItemChanges(due: Replacement(Bool.random(using: &random) ? now : nil))
    case 3: ItemChanges(start: .value(.moment(now)))
    case 4: ItemChanges(list: .value(list))
    case 5: ItemChanges(addedTags: [tag], removedTags: [tags[0]])
    case 6: ItemChanges(addedNotes: "at \(clock)")
    case 7: ItemChanges(recurrence: Replacement(Bool.random(using: &random) ? Recurrence(.week) : nil))
    case 8: ItemChanges(parent: .value(other))
    default: ItemChanges(title: "renamed at \(clock)", tags: [tag])
    }
  }
}
