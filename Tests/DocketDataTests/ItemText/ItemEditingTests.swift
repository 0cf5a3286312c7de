import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Editing an item as a text")
struct ItemEditingTests {
  @Test func anUntouchedOrBlankTextChangesNothing() async throws {
    for text in [nil, "", " \n"] as [String?] {
      var editing = try await Self.editing()
      #expect(editing.take(text ?? editing.text) == .nothing)
      #expect(!editing.holdsChanges)
    }
  }

  @Test func aChangeIsToBeSaved() async throws {
    var editing = try await Self.editing()
    #expect(editing.take(editing.text.replacing("title: x", with: "title: y")) == Self.save("y"))
  }

  @Test func aWrongTextIsShownAgainWithWhatIsWrongOnTop() async throws {
    var editing = try await Self.editing()
    let wrong = editing.text.replacing("due:", with: "due: tomorow").replacing("title: x", with: "title: y")
    let step = editing.take(wrong)
    guard case .again(let error) = step else { return _ = Issue.record("\(step)") }
    let lines = editing.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "# ! Not saved: line 7, column 6: \(error.message)")
    #expect(lines[1] == "# ! Correct it; leave it as it is to keep it as a draft; empty it to discard.")
    #expect(lines[error.line - 1] == "due: tomorow")
    #expect(editing.text.hasSuffix(wrong))
    // Wrong again: what was said before is not said twice.
    _ = editing.take(editing.text.replacing("due: tomorow", with: "due: tomorroww"))
    #expect(editing.text.split(separator: "\n").filter { $0.hasPrefix("# !") }.count == 2)
    #expect(editing.take(editing.text.replacing("due: tomorroww", with: "due:")) == Self.save("y"))
    #expect(!editing.text.contains("# !"))
  }

  @Test func whatIsGivenUpIsKeptUntilItIsTakenUpAgain() async throws {
    var editing = try await Self.editing()
    let wrong = editing.text.replacing("title: x", with: "title:").replacing("every", with: "ever")
    guard case .again(let error) = editing.take(wrong) else { return _ = Issue.record("it is wrong") }
    #expect(editing.take(editing.text) == .givenUp(error))
    #expect(editing.holdsChanges && editing.text.hasSuffix(wrong))
    #expect(editing.take(editing.text) == .givenUp(error))
    #expect(editing.take("") == .nothing)
    #expect(!editing.holdsChanges && !editing.text.contains("# !"))
  }

  @Test func whatCouldNotBeSavedIsSavedByLeavingTheEditor() async throws {
    var editing = try await Self.editing()
    #expect(editing.take(editing.text.replacing("title: x", with: "title: y")) == Self.save("y"))
    editing.refuse("the store is busy")
    #expect(editing.text.hasPrefix("# ! Not saved: the store is busy\n"))
    #expect(editing.holdsChanges)
    #expect(editing.take(editing.text) == Self.save("y"))
  }

  @Test func whatAnEditorLeftThatFailedIsKept() async throws {
    var editing = try await Self.editing()
    editing.keep(editing.text.replacing("title: x", with: "title: y"), because: "“vi” was ended by signal 9")
    #expect(editing.text.hasPrefix("# ! Not saved: “vi” was ended by signal 9\n"))
    #expect(editing.take(editing.text) == Self.save("y"))
  }

  private static func editing() async throws -> ItemEditing {
    ItemEditing(try await Drawer(NewItem(title: "x")).document)
  }

  private static func save(_ title: String) -> ItemEditing.Step { .save(ItemEdit(ItemChanges(title: title))) }
}

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
    changes.rule = Replacement(Recurrence(every: 2, .day).map(RecurrenceRule.init))
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
