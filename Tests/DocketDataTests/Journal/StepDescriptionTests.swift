import DocketData
import Foundation
import SwiftData
import Testing

@Suite("The descriptions of steps")
struct StepDescriptionTests {
  let world = World()

  /// Items 1 to 4: the first is done, has the tag and the list, and is high and due; the last is a part of the first.
  private func fill() async throws -> [PersistentIdentifier] {
    let first = NewItem(
      title: "a", completedAt: Moment.base, priority: .high, dueAt: Moment.base, recurrence: Recurrence(.week),
      tags: ["x"], list: "L")
    let part = NewItem(title: "d", parent: .added(0))
    return try await world.handler().newItems([first, NewItem(title: "b"), NewItem(title: "c"), part])
  }

  private func last() async throws -> String? { try await world.handler().log(limit: 1).first?.words }

  static let changes: [(changes: ItemChanges, words: String)] = [
    (ItemChanges(addedTags: ["x"]), "tag 3 items"), (ItemChanges(removedTags: ["X"]), "untag “a”"),
    (ItemChanges(priority: .high), "set the priority of 3 items"),
    (ItemChanges(priorityRaise: 1), "set the priority of 3 items"),
    (ItemChanges(due: .value(Moment.base)), "set the due date of 3 items"),
    (ItemChanges(due: Replacement.none), "set the due date of “a”"),
    (ItemChanges(list: .value("l")), "move 3 items to a list"),
    (ItemChanges(list: Replacement.none), "take “a” off its list"),
    (ItemChanges(parent: Replacement.none), "make “d” an item of its own"),
    (ItemChanges(start: .value(.moment(Moment.base))), "set the start date of 4 items"),
    (ItemChanges(recurrence: Replacement.none), "repeat “a”"), (ItemChanges(title: "b"), "rename 3 items"),
    // Only the tag is new for all of them.
    (ItemChanges(title: "b", addedTags: ["y"]), "change 4 items"),
    (ItemChanges(priority: Priority.none, addedTags: ["x"]), "change 4 items"),
    (ItemChanges(notes: "", due: Replacement.none), "set the due date of “a”"),
  ]

  @Test(arguments: changes) func nameWhatWasChangedOnly(_ change: (changes: ItemChanges, words: String)) async throws {
    let ids = try await fill()
    try await world.handler().updateItems(ids: ids, change.changes)
    #expect(try await last() == change.words)
    let again = try await world.handler().log().count
    if change.changes.priorityRaise == 0 { try await world.handler().updateItems(ids: ids, change.changes) }
    #expect(try await world.handler().log().count == again, "nothing was changed, so there is no step")
  }

  @Test func ofCompletingAndReopeningCountWhatWasNotSoBefore() async throws {
    let ids = try await fill()
    try await world.handler().completeItems(ids: ids)
    #expect(try await last() == "complete 3 items")
    try await world.handler().completeItems(ids: ids)
    try await world.handler().reopenItems(ids: [ids[1]])
    #expect(try await last() == "reopen “b”")
    try await world.handler().reopenItems(ids: ids)
    #expect(try await last() == "reopen 3 items")
    _ = try await world.handler().markItems(ids: Array(ids.prefix(3)), areDone: nil)
    #expect(try await last() == "complete 3 items")
    #expect(try await world.handler().log().count == 5)
  }

  @Test func ofManyItemsGroupTheDigits() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems((0..<1_234).map { NewItem(title: "\($0)") })
    #expect(try await last() == "add 1 234 items")
    try await handler.completeItems(ids: ids)
    #expect(try await last() == "complete 1 234 items")
  }

  @Test func anEditSaysWhatBecameDifferent() async throws {
    let ids = try await fill()
    let edit = ItemEdit(ItemChanges(title: "b", notes: "n"))
    try await world.handler().editItem(id: ids[1], edit)
    #expect(try await last() == "edit the notes of “b”")
    try await world.handler().editItem(id: ids[1], edit)
    #expect(try await world.handler().log().count == 2)
  }

  @Test func aTagThatIsTakenOffAtOnceIsNotMade() async throws {
    let ids = try await fill()
    try await world.handler().updateItems(ids: ids, ItemChanges(addedTags: ["New"], removedTags: ["new"]))
    #expect(try await world.handler().log().count == 1)
    #expect(try world.snapshot().tags == ["1 x"])
  }
}
