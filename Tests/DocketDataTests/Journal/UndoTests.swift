import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Undo and redo")
struct UndoTests {
  let world = World()

  @Test func eachKindOfCommandIsUndoneAndRedoneExactly() async throws {
    let handler = try await world.handler()
    var states = [try world.snapshot()]
    func step(_ command: (DataHandler) async throws -> Void) async throws {
      try await command(try await world.handler())
      states.append(try world.snapshot())
    }
    try await step { try await $0.newItem(NewItem(title: "a", dueAt: Moment.base, tags: ["x", "y"], list: "L")) }
    try await step { try await $0.newItems([NewItem(title: "b"), NewItem(title: "c", parent: .added(0))]) }
    let ids = try (1...3).map { try handler.identifier(number: $0) }
    try await step { try await $0.updateItem(id: ids[0], title: "A", timestamp: Moment.after(3)) }
    try await step {
      try await $0.updateItems(
        ids: ids, ItemChanges(notes: "n", priority: .high, recurrence: .value(Recurrence(.day)!), addedTags: ["z"]))
    }
    try await step { try await $0.updateItems(ids: [ids[0]], ItemChanges(start: .value(.moment(Moment.base)))) }
    try await step {
      try await $0.updateItems(ids: ids, ItemChanges(start: CalendarDay("2026-12-24").map { .value(.day($0)) }))
    }
    try await step { try await $0.setBlockers(ids: [ids[2], ids[1]], of: ids[0]) }
    try await step { try await $0.updateItems(ids: [ids[1]], ItemChanges(addedBlockers: [ids[2]])) }
    try await step { try await $0.newItem(NewItem(title: "d", blockers: [ids[0]])) }
    try await step { try await $0.updateItems(ids: [ids[0]], ItemChanges(removedBlockers: [ids[1]])) }
    try await step { try await $0.setBlockers(ids: [ids[1], ids[2]], of: ids[0]) }
    try await step { try await $0.updateItems(ids: ids, ItemChanges(list: .value("M"), removedTags: ["x", "z"])) }
    try await step { try await $0.updateItems(ids: [ids[2]], ItemChanges(parent: .value(ids[0]))) }
    try await step { try await $0.completeItems(ids: [ids[0], ids[1]], at: Moment.after(10)) }
    try await step { try await $0.reopenItems(ids: [ids[0]]) }
    try await step { try await $0.moveItems(ids: [ids[2]], to: .first) }
    try await step { try await $0.renameTag("y", to: "why") }
    try await step { try await $0.renameList("m", to: "List M") }
    try await step { try await $0.deleteTag("why") }
    try await step { try await $0.deleteList("list m") }
    try await step { try await $0.saveFilter("Mine", query: "#x") }
    try await step { try await $0.saveFilter("mine", query: "#y") }
    try await step { try await $0.deleteFilter("mine") }
    try await step { _ = try await $0.deleteItems(ids: [ids[0]]) }
    try await step { _ = try await $0.deleteItems(ids: [ids[1]]) }
    for state in states.dropLast().reversed() {
      try await world.handler().undo()
      #expect(try world.snapshot() == state)
    }
    await #expect(throws: JournalError.nothingToUndo) { try await world.handler().undo() }
    for state in states.dropFirst() {
      try await world.handler().redo()
      #expect(try world.snapshot() == state)
    }
    await #expect(throws: JournalError.nothingToRedo) { try await world.handler().redo() }
    #expect(try await world.handler().undo(100).count == states.count - 1)
    #expect(try world.snapshot() == states[0])
  }

  @Test func itWorksAcrossRestartsAndProcesses() async throws {
    let directory = try TemporaryDirectory()
    let id = try await World(directory.store).handler().newItem(title: "one")
    let number = try #require(id.primaryKey)
    let other = World(directory.store)
    let handler = try await other.handler()
    try await handler.updateItem(id: try handler.identifier(number: number), title: "two")
    #expect(try await World(directory.store).handler().undo() == ["rename “two”"])
    #expect(try await World(directory.store).handler().items().map(\.title) == ["one"])
    #expect(try await other.handler().redo() == ["rename “two”"])
    #expect(try await World(directory.store).handler().items().map(\.title) == ["two"])
  }

  @Test func aBulkCommandIsOneStep() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems((0..<50).map { NewItem(title: "\($0)") })
    try await handler.completeItems(ids: ids)
    #expect(try await handler.undo() == ["complete 50 items"])
    #expect(try await handler.items().allSatisfy { $0.completedAt == nil })
    #expect(try await handler.undo() == ["add 50 items"])
    #expect(try await handler.itemCount() == 0)
  }

  @Test func somethingNewEndsWhatCouldBeRedone() async throws {
    let handler = try await world.handler()
    try await handler.newItem(title: "a")
    try await handler.undo()
    try await handler.newItem(title: "b")
    await #expect(throws: JournalError.nothingToRedo) { try await handler.redo() }
    #expect(try await handler.log().map(\.state) == [.done, .abandoned])
  }

  @Test func somethingNewEndsWhatItsAuthorCouldRedoWhateverOthersDid() async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    for title in ["a", "b"] { try await mine.handler().newItem(title: title) }
    try await mine.handler().undo()
    try await hers.handler().newItem(title: "c")
    try await hers.handler().newItem(title: "d")
    try await hers.handler().undo()
    try await mine.handler().newItem(title: "e")
    await #expect(throws: JournalError.nothingToRedo) { try await mine.handler().redo() }
    try await mine.handler().newItem(title: "f")
    #expect(try await mine.handler().log().map(\.state) == [.done, .done, .undone, .done, .abandoned, .done])
    #expect(try await hers.handler().redo() == ["add “d”"])
  }

  @Test func whatChangedNothingIsNoStep() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "a")
    try await handler.updateItem(id: id, title: "a")
    try await handler.reopenItems(ids: [id])
    #expect(try await handler.log().map(\.words) == ["add “a”"])
  }

  @Test func anotherSpellingThatLooksTheSameIsAStep() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "caf\u{e9}")
    try await handler.updateItem(id: id, title: "cafe\u{301}")
    #expect(try Array(world.manualOrder()[0].utf8) == Array("cafe\u{301}".utf8))
    #expect(try await handler.log().count == 2)
    try await handler.undo()
    #expect(try Array(world.manualOrder()[0].utf8) == Array("caf\u{e9}".utf8))
  }

  @Test func anItemThatCameAgainStandsInTheWay() async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    let uids = (0..<3).map { _ in UUID() }
    let ids = try await mine.handler().newItems(uids.map { NewItem(title: "a", uid: $0, tags: ["x"]) })
    _ = try await mine.handler().deleteItems(ids: ids)
    try await hers.handler().newItem(NewItem(title: "b", uid: uids[1]))
    let before = try mine.snapshot()
    let refusal = await #expect(throws: JournalError.self) { try await mine.handler().undo() }
    #expect(refusal?.description.contains("item 2") == true, "\(refusal?.description ?? "")")
    #expect(try mine.snapshot() == before)
  }

  @Test func aLaterChangeOfSomebodyElseStandsInTheWay() async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    let id = try await mine.handler().newItem(title: "draft")
    try await mine.handler().updateItem(id: id, title: "mine")
    let handler = try await hers.handler()
    let same = try handler.identifier(number: id.primaryKey ?? 0)
    try await handler.updateItem(id: same, title: "hers")
    let refusal = await #expect(throws: JournalError.self) { try await mine.handler().undo() }
    let reason = try #require(refusal?.description)
    #expect(reason.contains("“rename “mine””") && reason.contains("the title of item 1 has changed"))
    #expect(reason.contains("Zoë did “rename “hers””"))
    #expect(try await mine.handler().item(id: id).title == "hers")
    // What she changed elsewhere does not.
    try await handler.undo()
    try await handler.updateItems(ids: [same], ItemChanges(notes: "hers"))
    try await mine.handler().undo()
    #expect(try await mine.handler().item(id: id).title == "draft")
    // Nor may her part of an item be deleted with it.
    _ = try await handler.newItem(NewItem(title: "part", parent: .item(same)))
    await #expect(throws: JournalError.self) { try await mine.handler().undo() }
  }

  @Test func aRefusalOfTheSecondStepUndoesNoneOfThem() async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    let id = try await mine.handler().newItem(title: "a")
    try await mine.handler().updateItem(id: id, title: "b")
    let handler = try await hers.handler()
    try await handler.updateItems(ids: [handler.identifier(number: 1)], ItemChanges(priority: .high))
    try await mine.handler().updateItems(ids: [id], ItemChanges(priority: .low))
    let before = try mine.snapshot()
    await #expect(throws: JournalError.self) { try await mine.handler().undo(3) }
    #expect(try mine.snapshot() == before)
  }

  @Test func theLogSaysWhoDidWhatWhen() async throws {
    let handler = try await world.handler()
    let start = Date()
    let id = try await handler.newItem(title: "Buy milk")
    try await handler.completeItems(ids: [id], at: Moment.base)
    try await handler.undo(at: Moment.after(5))
    let log = try await handler.log()
    #expect(log.map(\.words) == ["complete “Buy milk”", "add “Buy milk”"])
    #expect(log.map(\.author) == ["me", "me"] && log.map(\.rowCount) == [1, 1])
    #expect(log[0].date == Moment.base && log[1].date >= start)
    #expect(log[0].state == .undone && log[0].lastTurnedBy == "me" && log[0].lastTurnedAt == Moment.after(5))
    #expect(try await handler.log(limit: 1).count == 1)
  }

  @Test func oldStepsAreForgottenButStayInTheLog() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "0")
    for number in 1...(JournalRetention.steps + 100) { try await handler.updateItem(id: id, title: "\(number)") }
    let log = try await handler.log()
    #expect(log.count == JournalRetention.steps + 101)
    let kept = log.count { $0.state == .done }
    #expect(kept >= JournalRetention.steps && kept < JournalRetention.steps + 64)
    #expect(try await handler.undo(10_000).count == kept)
    await #expect(throws: JournalError.self) { try await handler.undo() }
  }

  @Test func theValuesOfABulkStepAreSmall() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems((0..<2_000).map { NewItem(title: "\($0)") })
    try await handler.completeItems(ids: ids)
    let context = ModelContext(try world.container())
    let step = try #require(
      try context.fetch(FetchDescriptor<JournalStep>(sortBy: [SortDescriptor(\.number, order: .reverse)])).first)
    // A key takes a byte, and the moment of the update before ten.
    #expect(step.rowCount == 2_000 && step.size < 2_100 + 10 * 2_000)
  }
}
