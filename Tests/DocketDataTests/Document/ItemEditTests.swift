import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Saving what was edited as a text")
struct ItemEditTests {
  @Test func isOneStepThatIsUndoneAndRedoneExactly() async throws {
    let world = World()
    let handler = try await world.handler()
    let id = try await handler.newItem(
      NewItem(
        title: "Water the tomatoes", notes: "twice", dueAt: Drawer.date("2026-11-20 09:00"),
        recurrence: Recurrence(.week), tags: ["garden"]))
    let before = try world.snapshot()
    var changes = ItemChanges(title: "Water all", notes: "", priority: .high, tags: ["home", "garden"])
    changes.list = .value("Home")
    changes.recurrence = Replacement(Recurrence(every: 2, .day))
    try await handler.editItem(
      id: id, ItemEdit(changes, isDone: true), at: Berlin.reference.now, calendar: Berlin.reference.calendar)
    let after = try world.snapshot()
    let items = try await handler.items(order: ItemOrder(.done, isAscending: true))
    #expect(items.map(\.isDone) == [false, true])
    #expect(items.map(\.title) == ["Water all", "Water all"])
    #expect(items.map(\.recurrence) == [Recurrence(every: 2, .day), nil])
    #expect(items[0].dueAt == Drawer.date("2026-11-22 09:00"))
    #expect(items[0].tags == ["home", "garden"] && items[0].list == "Home")
    #expect(try await handler.undo() == ["edit “Water all”"])
    #expect(try world.snapshot() == before)
    try await handler.redo()
    #expect(try world.snapshot() == after)
  }

  @Test func anEmptyEditIsNoStepEvenIfTheItemIsGone() async throws {
    let handler = try await World().handler()
    let id = try await handler.newItem(title: "x")
    try await handler.editItem(id: id, ItemEdit())
    #expect(try await handler.undo() == ["add “x”"])
    try await handler.editItem(id: id, ItemEdit())
    await #expect(throws: ItemError.noSuchItem(1)) { try await handler.editItem(id: id, ItemEdit(isDone: true)) }
  }

  @Test func whatOthersChangedMeanwhileStays() async throws {
    let handler = try await World().handler()
    let id = try await handler.newItem(NewItem(title: "x", notes: "old", priority: .low))
    let document = ItemDocument(try await handler.item(id: id), Berlin.reference)
    try await handler.updateItems(ids: [id], ItemChanges(notes: "theirs", priority: .high))
    try await handler.editItem(id: id, document.edit(document.text.replacing("title: x", with: "title: mine")))
    let item = try await handler.item(id: id)
    #expect([item.title, item.notes, item.priority.name] == ["mine", "theirs", "high"])
  }

  @Test func theStateAloneIsChangedToo() async throws {
    let handler = try await World().handler()
    let id = try await handler.newItem(title: "x")
    try await handler.editItem(id: id, ItemEdit(isDone: true), at: Moment.base)
    #expect(try await handler.item(id: id).completedAt == Moment.base)
    try await handler.editItem(id: id, ItemEdit(isDone: true), at: Moment.after(1))
    #expect(try await handler.item(id: id).completedAt == Moment.base)
    try await handler.editItem(id: id, ItemEdit(isDone: false))
    #expect(try await handler.item(id: id).completedAt == nil)
  }
}
