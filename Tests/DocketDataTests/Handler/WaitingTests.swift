import Foundation
import SwiftData
import Testing

@testable import DocketData

@Suite("Items that wait for others")
struct WaitingTests {
  let world = World()

  /// Items named by letters, numbered from 1.
  private func make(_ titles: String) async throws -> [PersistentIdentifier] {
    try await world.handler().newItems(titles.map { NewItem(title: String($0)) })
  }

  /// What each item waits for, as "a: b c".
  private func blockers() throws -> [String] {
    let items = try world.snapshot().items
    let titles = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.title) })
    return items.filter { !$0.blockerIDs.isEmpty }
      .map { item in "\(item.title): \(item.blockerIDs.compactMap { titles[$0] }.joined(separator: " "))" }.sorted()
  }

  @Test func haveBlockersInNoOrder() async throws {
    let ids = try await make("abcd")
    let handler = try await world.handler()
    try await handler.setBlockers(ids: [ids[3], ids[1], ids[3]], of: ids[0])
    try await handler.updateItems(ids: [ids[0], ids[2]], ItemChanges(addedBlockers: [ids[1]]))
    #expect(try blockers() == ["a: b d", "c: b"])
    let item = try await handler.item(id: ids[0])
    let uids = try await handler.items(ids: [ids[1], ids[3]]).map(\.uid)
    #expect(item.blockerIDs == [ids[1], ids[3]] && item.blockerUIDs == uids)
    try await handler.updateItems(ids: ids, ItemChanges(removedBlockers: [ids[1]]))
    #expect(try blockers() == ["a: d"])
    try await handler.setBlockers(ids: [], of: ids[0])
    #expect(try blockers() == [])
    #expect(try await handler.log(limit: 1).map(\.words) == ["change what blocks “a”"])
  }

  @Test func areNoneOfThoseThatTheyWaitFor() async throws {
    let ids = try await make("abcd")
    let handler = try await world.handler()
    for (item, blocker) in [(0, 1), (1, 2), (0, 2), (2, 3)] {
      try await handler.updateItems(ids: [ids[item]], ItemChanges(addedBlockers: [ids[blocker]]))
    }
    let before = try world.snapshot()
    for (item, blocker) in [(3, 0), (3, 2), (2, 0), (1, 1)] {
      let error = await #expect(throws: ItemError.self) {
        try await handler.setBlockers(ids: [ids[blocker]], of: ids[item])
      }
      #expect(error == .waitsForItself(Int64(item) + 1))
    }
    #expect(
      "\(ItemError.waitsForItself(4))" == "Item 4 can't wait for itself, not even by way of other items.")
    // Several at once, one of which the blocker waits for.
    await #expect(throws: ItemError.waitsForItself(4)) {
      try await handler.updateItems(ids: [ids[3], ids[1]], ItemChanges(addedBlockers: [ids[2]]))
    }
    await #expect(throws: ItemError.waitsForItself(4)) {
      try await handler.editItem(id: ids[3], ItemEdit(ItemChanges(blockers: [ids[0]])))
    }
    #expect(try world.snapshot() == before)
    // Turned round, the old ones are gone.
    try await handler.setBlockers(ids: [], of: ids[2])
    try await handler.setBlockers(ids: [ids[2]], of: ids[3])
    #expect(try blockers() == ["a: b c", "b: c", "d: c"])
  }

  @Test func waitForItemsThatAreThere() async throws {
    let ids = try await make("ab")
    let handler = try await world.handler()
    let gone = try handler.identifier(number: 9)
    await #expect(throws: ItemError.noSuchItem(9)) { try await handler.setBlockers(ids: [gone], of: ids[0]) }
    await #expect(throws: ItemError.noSuchItem(9)) { try await handler.setBlockers(ids: [ids[0]], of: gone) }
    #expect(try blockers() == [])
  }

  @Test func bearWithALoopThatSyncHasMade() async throws {
    let ids = try await make("abc")
    let context = ModelContext(try world.container())
    let items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.title)]))
    (items[0].blockers, items[1].blockers) = ([items[1]], [items[0]])
    try context.save()
    let handler = try await world.handler()
    try await handler.setBlockers(ids: [ids[0]], of: ids[2])
    #expect(try blockers() == ["a: b", "b: a", "c: a"])
    await #expect(throws: ItemError.waitsForItself(1)) { try await handler.setBlockers(ids: [ids[2]], of: ids[0]) }
    try await handler.setBlockers(ids: [], of: ids[1])
    #expect(try blockers() == ["a: b", "c: a"])
  }

  // MARK: - Deleted items

  @Test func comeBackWithAllThatWaitedForThem() async throws {
    let ids = try await make("abcde")
    let handler = try await world.handler()
    try await handler.setBlockers(ids: [ids[1], ids[2], ids[3]], of: ids[0])
    try await handler.setBlockers(ids: [ids[4]], of: ids[2])
    try await handler.setBlockers(ids: [ids[2]], of: ids[3])
    let before = try world.snapshot()
    try await handler.deleteItems(ids: [ids[2]])
    #expect(try blockers() == ["a: b d"])
    let after = try world.snapshot()
    try await handler.deleteItems(ids: [ids[3], ids[0]])
    try await handler.undo(2)
    #expect(try world.snapshot() == before)
    try await handler.redo()
    #expect(try world.snapshot() == after)
    try await handler.undo()
    // All that was done before can be undone.
    #expect(try await handler.undo(3).count == 3)
    #expect(try blockers() == [])
    try await handler.redo(3)
    #expect(try world.snapshot() == before)
  }

  @Test func comeBackWithoutThoseThatAreGoneSince() async throws {
    let ids = try await make("abc")
    let (mine, hers) = (
      try await world.handler(), DataHandler(modelContainer: try world.container(), author: "Zoë")
    )
    try await mine.setBlockers(ids: [ids[1]], of: ids[0])
    try await mine.setBlockers(ids: [ids[1]], of: ids[2])
    try await mine.deleteItems(ids: [ids[1]])
    try await hers.deleteItems(ids: [ids[0]])
    try await mine.undo()
    #expect(try blockers() == ["c: b"])
  }

  /// The step that added an item would take it away from those that wait for it by now.
  @Test func keepTheItemsThatTheyWaitFor() async throws {
    let ids = try await make("a")
    let (mine, hers) = (
      try await world.handler(), DataHandler(modelContainer: try world.container(), author: "Zoë")
    )
    let new = try await mine.newItem(title: "b")
    try await hers.setBlockers(ids: [new], of: ids[0], at: Moment.base)
    let error = await #expect(throws: JournalError.self) { try await mine.undo() }
    #expect(
      "\(try #require(error))"
        == "“add “b”” stays as it is, because item 1 waits for item 2 since: Zoë did “change what blocks “a”” at "
        + "2026-05-09T06:13:20Z.")
    #expect(try blockers() == ["a: b"])
    try await hers.undo()
    #expect(try await mine.undo() == ["add “b”"])
  }

  /// What is in the way is a field of another item than the one that was changed.
  @Test func areNotOvertakenByWhatCanBeUndone() async throws {
    let ids = try await make("ab")
    let (mine, hers) = (
      try await world.handler(), DataHandler(modelContainer: try world.container(), author: "Zoë")
    )
    try await mine.setBlockers(ids: [ids[1]], of: ids[0])
    try await hers.deleteItems(ids: [ids[1]])
    await #expect(throws: JournalError.self) { try await mine.undo() }
    try await hers.undo()
    #expect(try await mine.undo() == ["change what blocks “a”"])
    try await mine.redo()
    // Nor can a deletion be redone that would take something from an item that waits since.
    try await hers.redo()
    try await hers.undo()
    let other = try await mine.newItem(title: "c")
    try await mine.setBlockers(ids: [ids[1]], of: other)
    await #expect(throws: JournalError.self) { try await hers.redo() }
    try await mine.undo()
    #expect(try await hers.redo() == ["delete “b”"])
    #expect(try blockers() == [])
  }

  @Test func areFreeOnceTheNextOneOfASeriesFollows() async throws {
    let handler = try await world.handler()
    let first = try await handler.newItem(title: "a")
    let id = try await handler.newItem(
      NewItem(title: "bins", dueAt: Moment.base, recurrence: Recurrence(.week), blockers: [first]))
    #expect(try blockers() == ["bins: a"])
    let next = try await handler.completeItems(ids: [id], at: Moment.after(60))
    #expect(try await handler.item(id: next[0]).blockerIDs == [])
    #expect(try await handler.item(id: id).blockerIDs == [first])
  }
}
