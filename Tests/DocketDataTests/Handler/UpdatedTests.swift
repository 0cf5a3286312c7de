import DocketData
import Foundation
import SwiftData
import Testing

/// “Updated” is when somebody changed an item last, or said that it is current.
@Suite("When an item was updated")
struct UpdatedTests {
  let world = World()

  /// Items 1 to 3, updated long ago; the first has everything, the last is a part of it.
  private func fill(_ world: World? = nil) async throws -> [PersistentIdentifier] {
    let first = NewItem(
      title: "a", timestamp: Moment.base, priority: .high, dueAt: Moment.base, tags: ["x"], list: "L",
      orderKey: OrderKey(1))
    return try await (world ?? self.world).handler().newItems([
      first, NewItem(title: "b", timestamp: Moment.base, orderKey: OrderKey(2)),
      NewItem(title: "c", timestamp: Moment.base, parent: .added(0), orderKey: OrderKey(3)),
    ])
  }

  private func updated(_ id: PersistentIdentifier) async throws -> Date {
    try await world.handler().item(id: id).timestamp
  }

  /// A command of a person, given the identifiers of the items.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (DataHandler, [PersistentIdentifier]) async throws -> Void

    init(_ name: String, _ make: @escaping @Sendable (DataHandler, [PersistentIdentifier]) async throws -> Void) {
      (testDescription, self.make) = (name, make)
    }

    init(_ name: String, _ changes: ItemChanges) {
      self.init(name) { try await $0.updateItems(ids: [$1[0]], changes) }
    }
  }

  private static let repeating = ItemChanges(recurrence: .init(Recurrence(.day)))

  /// All of them are about the first item.
  static let changes = [
    Change("title", ItemChanges(title: "z")), Change("notes", ItemChanges(notes: "n")),
    Change("priority", ItemChanges(priority: .low)), Change("lowered", ItemChanges(priorityRaise: -1)),
    Change("due", ItemChanges(due: Replacement.none)),
    Change("every", ItemChanges(recurrence: .init(Recurrence(.day)))),
    Change("start", ItemChanges(start: .value(.moment(Moment.base)))),
    Change("blockers") { try await $0.setBlockers(ids: [$1[1]], of: $1[0]) },
    Change("list", ItemChanges(list: .value("M"))), Change("tag", ItemChanges(addedTags: ["y"])),
    Change("untag", ItemChanges(removedTags: ["x"])), Change("tags", ItemChanges(tags: [])),
    Change("parent") { try await $0.updateItems(ids: [$1[0]], ItemChanges(parent: .value($1[1]))) },
    Change("done") { _ = try await $0.completeItems(ids: [$1[0]]) },
    Change("toggle") { _ = try await $0.markItems(ids: [$1[0]], areDone: nil) },
    Change("edit") { try await $0.editItem(id: $1[0], ItemEdit(ItemChanges(title: "z"), isDone: true)) },
    Change("move") { try await $0.moveItems(ids: [$1[0]], to: .last) },
    Change("shift") { _ = try await $0.shiftItems(ids: [$1[0]], .later, among: ItemQuery("")) },
    Change("skip") {
      try await $0.updateItems(ids: [$1[0]], Self.repeating, at: Moment.base)
      try await $0.skipItems(ids: [$1[0]])
    },
    Change("end series") {
      try await $0.updateItems(ids: [$1[0]], Self.repeating, at: Moment.base)
      try await $0.endSeries(ids: [$1[0]])
    },
    Change("delete tag") { handler, _ in try await handler.deleteTag("x") },
    Change("delete list") { handler, _ in try await handler.deleteList("L") },
    Change("touch") { try await $0.updateItems(ids: [$1[0]], ItemChanges(timestamp: Date())) },
  ]

  @Test(arguments: changes) func isTheMomentOfTheLastChange(_ change: Change) async throws {
    let ids = try await fill()
    let start = Date()
    try await change.make(world.handler(), ids)
    #expect(try await updated(ids[0]) >= start)
    #expect(try await updated(ids[0]) <= Date())
    for other in ids.dropFirst() { #expect(try await updated(other) == Moment.base, "nobody changed this one") }
    let created = try await world.handler().item(id: ids[0]).createTimestamp
    #expect(created == Moment.base)
  }

  @Test func isTheMomentOfTheCommandWhereThatIsGiven() async throws {
    let ids = try await fill()
    try await world.handler().completeItems(ids: ids, at: Moment.after(7))
    for id in ids { #expect(try await updated(id) == Moment.after(7)) }
    try await world.handler().editItem(id: ids[0], ItemEdit(isDone: false), at: Moment.after(9))
    #expect(try await updated(ids[0]) == Moment.after(9))
    let start = Date()
    try await world.handler().reopenItems(ids: ids)
    #expect(try await updated(ids[0]) == Moment.after(9), "it was open already")
    #expect(try await updated(ids[1]) >= start)
  }

  @Test func isGivenByWhoSaysIt() async throws {
    let ids = try await fill()
    try await world.handler().updateItem(id: ids[0], title: "z", timestamp: Moment.after(5))
    #expect(try await updated(ids[0]) == Moment.after(5))
  }

  @Test func staysWhereNothingBecameDifferent() async throws {
    let ids = try await fill()
    try await world.handler().updateItems(
      ids: ids, ItemChanges(title: "a", priority: .high, addedTags: ["x"]))
    #expect(try await updated(ids[0]) == Moment.base)
    #expect(try await updated(ids[1]) > Moment.base)
    try await world.handler().renameTag("x", to: "why")
    try await world.handler().renameList("L", to: "Long")
    #expect(try await updated(ids[0]) == Moment.base, "the tag has another name, the item the same tag")
  }

  @Test func ofNeighboursThatMadeRoomStays() async throws {
    let ids = try await fill()
    // After some dozens of moves to one place there is no number between its neighbours.
    for round in 0..<120 { try await world.handler().moveItems(ids: [ids[round % 2]], to: .before(ids[2])) }
    #expect(try await updated(ids[2]) == Moment.base)
  }

  @Test func comesBackWithTheChangeThatIsUndone() async throws {
    let ids = try await fill()
    let before = try world.snapshot()
    try await world.handler().updateItems(ids: ids, ItemChanges(notes: "n"))
    try await world.handler().completeItems(ids: ids)
    let after = try world.snapshot()
    #expect(after.items.allSatisfy { $0.timestamp > Moment.base })
    try await world.handler().undo(2)
    #expect(try world.snapshot() == before)
    try await world.handler().redo(2)
    #expect(try world.snapshot() == after)
  }

  @Test func isNothingThatStandsInTheWayOfAnUndo() async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    let ids = try await fill(mine)
    try await mine.handler().updateItems(ids: [ids[0]], ItemChanges(title: "mine"))
    let handler = try await hers.handler()
    let same = try handler.identifier(number: 1)
    try await handler.updateItems(ids: [same], ItemChanges(notes: "hers"))
    let last = try await handler.item(id: same).timestamp
    try await mine.handler().undo()
    let item = try await mine.handler().item(id: ids[0])
    #expect(item.title == "a" && item.notes == "hers")
    #expect(item.timestamp == last, "she changed it then, and that stays")
    try await mine.handler().redo()
    #expect(try await mine.handler().item(id: ids[0]).title == "mine")
  }

  @Test func isSaidByTheFileThatIsImported() async throws {
    let ids = try await fill()
    let uid = try await world.handler().item(id: ids[0]).uid
    let options = ImportOptions(now: Moment.after(600))
    func load(_ text: String, _ format: InterchangeFormat) async throws {
      _ = try await world.handler().importItems(Data(text.utf8), format: format, options: options)
    }
    try await load("title,uid,timestamp\nnew,\(uid),2001-01-02T03:04:05.000Z\n", .csv)
    #expect(try await updated(ids[0]).ISO8601Format() == "2001-01-02T03:04:05Z")
    try await load("newer uid:\(uid)\n", .todotxt)
    #expect(try await updated(ids[0]) == Moment.after(600), "todo.txt can't say it, and the title is another one")
  }

  @Test func makesNoOtherWordsOfAStep() async throws {
    let ids = try await fill()
    try await world.handler().updateItems(ids: ids, ItemChanges(addedTags: ["y"]))
    try await world.handler().updateItems(ids: [ids[0]], ItemChanges(timestamp: Moment.after(3)))
    try await world.handler().moveItems(ids: [ids[0]], to: .last)
    #expect(try await world.handler().log(limit: 3).map(\.words) == ["move “a”", "touch “a”", "tag 3 items"])
  }

  @Test func isTheNameOfTheOrderAndTheOldOneIsUnderstood() throws {
    #expect(ItemOrder.standard.typed == "-updated")
    #expect(ItemOrder(typed: "updated")?.typed == "updated")
    #expect(ItemOrder(typed: "-timestamp")?.typed == "-updated")
    #expect(try ItemQuery("sort:timestamp").orders == ItemQuery("sort:updated").orders)
  }
}
