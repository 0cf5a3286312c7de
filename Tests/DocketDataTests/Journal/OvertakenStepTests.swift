import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Undo goes on behind a step that sync has overtaken")
struct OvertakenStepTests {
  let world = World()

  /// Changes an item as a merge does: without a step.
  private func merge(_ id: PersistentIdentifier, _ change: (Item) -> Void) throws {
    let context = ModelContext(try world.container())
    context.author = "OpenSwiftDataSync"
    let item: Item? = try context.fetchModel(for: id)
    change(try #require(item))
    try context.save()
  }

  private func titles() async throws -> [String] {
    try await world.handler().items(order: ItemOrder(.manual, isAscending: true)).map(\.title)
  }

  @Test func andSaysWhichOneAndWhy() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([NewItem(title: "a"), NewItem(title: "b")])
    try await handler.updateItems(ids: [ids[0]], ItemChanges(priority: .high))
    try await handler.updateItems(ids: [ids[1]], ItemChanges(title: "b2"))
    try merge(ids[1]) { $0.title = "merged" }
    let steps = try await handler.undoSteps()
    #expect(steps.map(\.state) == [.overtaken, .undone])
    #expect(steps.map(\.words) == ["rename “b2”", "set the priority of “a”"])
    #expect(steps[0].obstacle == "the title of item 2 has changed since, by sync or another program")
    #expect(try await handler.item(id: ids[0]).priority == .none)
    #expect(try await titles() == ["a", "merged"])
    // What was undone can be redone; what was overtaken is neither.
    #expect(try await handler.log().map(\.state) == [.overtaken, .undone, .done])
    #expect(try await handler.redoSteps().map(\.state) == [.done])
    #expect(try await handler.item(id: ids[0]).priority == .high)
    #expect(try await titles() == ["a", "merged"])
  }

  @Test func behindSeveralOfThem() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([NewItem(title: "a"), NewItem(title: "b")])
    try await handler.updateItems(ids: [ids[0]], ItemChanges(addedTags: ["x"]))
    for title in ["b1", "b2", "b3"] { try await handler.updateItems(ids: [ids[1]], ItemChanges(title: title)) }
    try merge(ids[1]) { $0.title = "merged" }
    // Each of them was in the way of the one before.
    let steps = try await handler.undoSteps()
    #expect(steps.map(\.state) == [.overtaken, .overtaken, .overtaken, .undone])
    #expect(try await handler.item(id: ids[0]).tags == [])
    #expect(try await titles() == ["a", "merged"])
  }

  @Test func andUndoesAsManyAsWereAskedFor() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems((0..<4).map { NewItem(title: "\($0)") })
    for id in ids { try await handler.updateItems(ids: [id], ItemChanges(priority: .low)) }
    try merge(ids[2]) { $0.priority = .high }
    let steps = try await handler.undoSteps(3)
    #expect(steps.filter { $0.state == .undone }.count == 3 && steps.filter { $0.state == .overtaken }.count == 1)
    #expect(try await handler.items(ids: ids).map(\.priority) == [.none, .none, .high, .none])
  }

  @Test func unlessThereIsNoOtherStep() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "a")
    try merge(id) { $0.title = "merged" }
    let reason = "the title of item 1 has changed since, by sync or another program"
    await #expect(throws: JournalError.inTheWay(step: "add “a”", reason: reason)) { try await handler.undo() }
    #expect(try await handler.log().map(\.state) == [.done])
    // Once it is as the step left it, it can be undone.
    try merge(id) { $0.title = "a" }
    #expect(try await handler.undo() == ["add “a”"])
  }

  /// Nor does a decision between two values take what was typed while it was written for its outcome.
  @Test func andADecisionIsNoMoreThanItself() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "soy milk")
    let other = try await world.handler()
    try await handler.updateItems(ids: [id], ItemChanges(priority: .high))
    try await handler.decide(
      item: 1, against: ["title": .text("soy milk")], for: ["title": .text("oat milk")], as: "take the other title of"
    ) { try await other.updateItems(ids: [id], ItemChanges(title: "typed meanwhile")) }
    let steps = try await handler.undoSteps()
    #expect(try await handler.log().first { $0.words.hasPrefix("take the other title of") }?.state == .overtaken)
    // What was typed is the step before it.
    #expect(steps.map(\.state) == [.overtaken, .undone], "\(steps)")
    #expect(try await titles() == ["soy milk"])
  }

  /// Somebody else's later step can be undone by them, and then this one can.
  @Test func butNotBehindWhatAnotherPersonDid() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "a")
    try await handler.updateItems(ids: [id], ItemChanges(title: "mine"))
    let other = DataHandler(modelContainer: try world.container(), author: "Zoë")
    try await other.updateItems(ids: [id], ItemChanges(title: "hers"))
    await #expect(throws: JournalError.self) { try await handler.undo() }
    #expect(try await handler.log().map(\.state) == [.done, .done, .done])
    try await other.undo()
    #expect(try await handler.undo().count == 1)
    #expect(try await titles() == ["a"])
  }

  /// However long ago that was: a step that is given up for overtaken never comes back.
  @Test func norBehindOneThatManyOthersFollowed() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([NewItem(title: "a"), NewItem(title: "b")])
    try await handler.updateItems(ids: [ids[0]], ItemChanges(title: "mine"))
    let other = DataHandler(modelContainer: try world.container(), author: "Zoë")
    try await other.updateItems(ids: [ids[0]], ItemChanges(title: "hers"))
    for number in 0..<260 { try await other.updateItems(ids: [ids[1]], ItemChanges(title: "b \(number)")) }
    let error = await #expect(throws: JournalError.self) { try await handler.undo() }
    #expect(error?.description.contains("Zoë did “rename “hers””") == true, "\(String(describing: error))")
    #expect(try await handler.log().allSatisfy { $0.state == .done })
    try await other.undo(261)
    #expect(try await handler.undo() == ["rename “mine”"])
  }

  /// What somebody did to another field of the item is not in the way.
  @Test func andBlamesNobodyForAnotherField() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([NewItem(title: "a"), NewItem(title: "b")])
    try await handler.updateItems(ids: [ids[0]], ItemChanges(priority: .high))
    try await handler.updateItems(ids: [ids[1]], ItemChanges(title: "mine"))
    let other = DataHandler(modelContainer: try world.container(), author: "Zoë")
    try await other.updateItems(ids: [ids[1]], ItemChanges(notes: "hers"))
    try merge(ids[1]) { $0.title = "merged" }
    let steps = try await handler.undoSteps()
    #expect(steps.map(\.state) == [.overtaken, .undone])
    #expect(steps[0].obstacle == "the title of item 2 has changed since, by sync or another program")
    #expect(try await other.undo() == ["edit the notes of “mine”"])
  }

  /// It is the sub-item that they added, and not the item that it is below.
  @Test func norBehindSubitemsThatAnotherPersonAdded() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "a")
    let other = DataHandler(modelContainer: try world.container(), author: "Zoë")
    try await other.newItem(NewItem(title: "hers", parent: .item(id)))
    let error = await #expect(throws: JournalError.self) { try await handler.undo() }
    let reason = error?.description ?? ""
    #expect(reason.contains("item 1 has got sub-items since: Zoë did"), "\(reason)")
    #expect(try await handler.log().map(\.state) == [.done, .done])
    try await other.undo()
    #expect(try await handler.undo() == ["add “a”"])
  }

  /// Those that sync brought can't be taken away by any step.
  @Test func butBehindSubitemsThatSyncBrought() async throws {
    let handler = try await world.handler()
    let first = try await handler.newItem(title: "first")
    let id = try await handler.newItem(title: "a")
    let context = ModelContext(try world.container())
    context.author = "OpenSwiftDataSync"
    let parent: Item? = try context.fetchModel(for: id)
    let item = Item(title: "merged", timestamp: Moment.base, createTimestamp: Moment.base)
    context.insert(item)
    item.parent = parent
    try context.save()
    #expect(try await handler.undoSteps().map(\.state) == [.overtaken, .undone])
    #expect(try await titles() == ["a", "merged"])
    await #expect(throws: ItemError.self) { try await handler.item(id: first) }
  }
}
