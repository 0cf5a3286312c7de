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
    #expect(steps[0].obstacle == "the title of item 2 changed since, by sync or another program")
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
    let reason = "the title of item 1 changed since, by sync or another program"
    await #expect(throws: JournalError.inTheWay(step: "add “a”", reason: reason)) { try await handler.undo() }
    #expect(try await handler.log().map(\.state) == [.done])
    // Once it is as the step left it, it can be undone.
    try merge(id) { $0.title = "a" }
    #expect(try await handler.undo() == ["add “a”"])
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
}
