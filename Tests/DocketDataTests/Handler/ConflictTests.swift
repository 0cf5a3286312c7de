import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Edits of what somebody else changed meanwhile")
struct ConflictTests {
  private static let start = NewItem(
    title: "draft", notes: "old", priority: .low, dueAt: Moment.base, recurrence: Recurrence(.week),
    start: .moment(Moment.base), tags: ["a"], list: "Home")

  /// The same field twice: mine, then theirs.
  static let fields: [(ItemField, ItemEdit, ItemEdit)] = [
    (.title, ItemEdit(ItemChanges(title: "mine")), ItemEdit(ItemChanges(title: "theirs"))),
    (.notes, ItemEdit(ItemChanges(notes: "mine")), ItemEdit(ItemChanges(notes: "theirs"))),
    (.state, ItemEdit(ItemChanges(), isDone: false), ItemEdit(ItemChanges(), isDone: true)),
    (.priority, ItemEdit(ItemChanges(priority: .high)), ItemEdit(ItemChanges(priority: .medium))),
    (.due, ItemEdit(ItemChanges(due: Replacement.none)), ItemEdit(ItemChanges(due: .value(Moment.after(60))))),
    (
      .recurrence, ItemEdit(ItemChanges(recurrence: Replacement.none)),
      ItemEdit(ItemChanges(recurrence: .value(Recurrence(.day)!)))
    ),
    (
      .start, ItemEdit(ItemChanges(start: Replacement.none)),
      ItemEdit(ItemChanges(start: .value(.moment(Moment.after(60)))))
    ),
    (.list, ItemEdit(ItemChanges(list: Replacement.none)), ItemEdit(ItemChanges(list: .value("Work")))),
    (.tags, ItemEdit(ItemChanges(tags: ["b"])), ItemEdit(ItemChanges(addedTags: ["c"]))),
  ]

  @Test(arguments: fields) func areRefusedWhereBothChangedTheSame(
    _ field: ItemField, _ mine: ItemEdit, _ theirs: ItemEdit
  ) async throws {
    let handler = try await World().handler()
    let id = try await handler.newItem(Self.start)
    let original = try await handler.item(id: id)
    try await handler.editItem(id: id, theirs, at: Moment.after(5))
    let current = try await handler.item(id: id)
    let error = await #expect(throws: ItemError.self) { try await handler.editItem(id: id, mine, from: original) }
    guard case .changedMeanwhile(let conflict) = error else { return _ = Issue.record("\(String(describing: error))") }
    #expect(conflict.fields == [field] && conflict.current == current)
    let sentence =
      field == .title
      ? "The title is now “theirs” (changed elsewhere)." : "The \(field.rawValue) of item 1 changed elsewhere."
    #expect("\(conflict)" == sentence)
    #expect(try await handler.item(id: id) == current)
    // Who knows of it may overwrite it.
    try await handler.editItem(id: id, mine, from: conflict.current, at: Moment.after(5))
    #expect(try await handler.item(id: id) != current)
  }

  @Test func goTogetherWhereTheyChangedDifferentFields() async throws {
    let handler = try await World().handler()
    let id = try await handler.newItem(Self.start)
    let original = try await handler.item(id: id)
    try await handler.updateItems(ids: [id], ItemChanges(notes: "theirs", priority: .high, addedTags: ["b"]))
    try await handler.updateItems(ids: [id], ItemChanges(title: "mine"), from: [original])
    let item = try await handler.item(id: id)
    #expect([item.title, item.notes, item.priority.name] == ["mine", "theirs", "high"] && item.tags == ["a", "b"])
  }

  @Test func goTogetherWhereBothMeantTheSame() async throws {
    let handler = try await World().handler()
    let id = try await handler.newItem(Self.start)
    let original = try await handler.item(id: id)
    for _ in 0..<2 {
      try await handler.editItem(
        id: id, ItemEdit(ItemChanges(title: "same", list: .value("Work"), tags: ["b"]), isDone: true), from: original)
    }
    #expect(try await handler.item(id: id).title == "same")
  }

  @Test func ofATitleSayWhatItIsNow() async throws {
    let handler = try await World().handler()
    let ids = try await handler.newItems([NewItem(title: "one"), NewItem(title: "two")])
    let originals = try await handler.items(ids: ids)
    try await handler.updateItem(id: ids[1], title: "theirs")
    let error = await #expect(throws: ItemError.self) {
      try await handler.updateItems(ids: ids, ItemChanges(title: "mine"), from: originals)
    }
    #expect(error?.description == "The title is now “theirs” (changed elsewhere).")
    #expect(try await handler.items(ids: ids).map(\.title) == ["one", "theirs"])
    // One that looks the same is another one.
    try await handler.updateItem(id: ids[0], title: "cafe\u{301}")
    let accented = try await handler.item(id: ids[0])
    try await handler.updateItem(id: ids[0], title: "caf\u{e9}")
    await #expect(throws: ItemError.self) {
      try await handler.updateItems(ids: [ids[0]], ItemChanges(title: "mine"), from: [accented])
    }
  }

  @Test func inATextAreShownOnceAndThenOverwritten() async throws {
    let handler = try await World().handler()
    let id = try await handler.newItem(Self.start)
    var editing = ItemEditing(ItemDocument(try await handler.item(id: id), Berlin.reference))
    guard case .save(let edit) = editing.take(editing.text.replacing("title: draft", with: "title: mine")) else {
      return _ = Issue.record("a title was changed")
    }
    try await handler.updateItems(ids: [id], ItemChanges(title: "theirs", notes: "theirs"))
    let error = await #expect(throws: ItemError.self) {
      try await handler.editItem(id: id, edit, from: editing.original)
    }
    guard case .changedMeanwhile(let conflict) = error else { return _ = Issue.record("\(String(describing: error))") }
    editing.refuse(conflict)
    #expect(editing.text.hasPrefix("# ! Not saved: The title is now “theirs” (changed elsewhere).\n"))
    guard case .save(let again) = editing.take(editing.text) else { return _ = Issue.record("it is to be saved") }
    try await handler.editItem(id: id, again, from: editing.original)
    let item = try await handler.item(id: id)
    #expect(item.title == "mine" && item.notes == "theirs")
  }
}

@Suite("An edited item that was deleted meanwhile")
struct DeletedMeanwhileTests {
  @Test func isAPartOfTheSameItemAgain() async throws {
    let handler = try await World().handler()
    let ids = try await handler.newItems([NewItem(title: "whole"), NewItem(title: "part", parent: .added(0))])
    let document = ItemDocument(try await handler.item(id: ids[1]), Berlin.reference)
    try await handler.deleteItem(id: ids[1])
    let again = try await handler.newItem(document.newItem(ItemEdit(ItemChanges(notes: "typed"))))
    let item = try await handler.item(id: again)
    #expect(item.parentNumber == 1 && item.title == "part" && item.notes == "typed")
  }

  @Test func standsAloneIfItWentWithItsParent() async throws {
    let handler = try await World().handler()
    let ids = try await handler.newItems([NewItem(title: "whole"), NewItem(title: "part", parent: .added(0))])
    let document = ItemDocument(try await handler.item(id: ids[1]), Berlin.reference)
    try await handler.deleteItem(id: ids[0])
    let again = try await handler.newItem(document.newItem(ItemEdit(ItemChanges(notes: "typed"))))
    #expect(try await handler.item(id: again).parentNumber == nil)
  }
}
