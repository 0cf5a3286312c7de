import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Changing items")
struct ItemChangingTests {
  let world = World()

  @Test func anItemIsAddedWithEverything() async throws {
    let handler = try await world.handler()
    let parent = try await handler.newItem(title: "parent")
    let uid = UUID()
    let id = try await handler.newItem(
      NewItem(
        title: "child", timestamp: Moment.base, uid: uid, notes: "all of it", priority: .high,
        dueAt: Moment.after(60), recurrence: Recurrence(every: 2, .week), tags: ["home", "#Garden", "HOME"],
        list: " Groceries ", parent: .item(parent)))
    let item = try await world.handler().item(id: id)
    #expect(item.uid == uid && item.notes == "all of it" && item.priority == .high)
    #expect(item.dueAt == Moment.after(60) && item.recurrence?.rawValue == "2weeks")
    #expect(item.tags == ["home", "Garden"] && item.list == "Groceries")
    #expect(item.parentNumber == parent.primaryKey)
    #expect(try await handler.subitems(of: parent).map(\.id) == [id])
  }

  @Test func severalAreAddedTogetherWithTheirParts() async throws {
    let ids = try await world.handler().newItems([
      NewItem(title: "trip"), NewItem(title: "book", parent: .added(0)), NewItem(title: "pack", parent: .added(0)),
    ])
    #expect(try await world.handler().subitems(of: ids[0]).map(\.title) == ["book", "pack"])
    #expect(try world.manualOrder() == ["trip", "book", "pack"])
  }

  @Test func aLoopThatIsThereAlreadyEndsNoOtherChange() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems(["a", "b", "c"].map { NewItem(title: $0) })
    let context = ModelContext(try world.container())
    let items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.title)]))
    items[0].parent = items[1]
    items[1].parent = items[0]
    try context.save()
    try await world.handler().updateItems(ids: [ids[2]], ItemChanges(parent: .value(ids[0])))
    #expect(try await world.handler().item(id: ids[2]).parentNumber == ids[0].primaryKey)
  }

  @Test func eachFieldIsChangedByItself() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(NewItem(title: "a", dueAt: Moment.base, tags: ["x", "y"], list: "L"))
    let before = try await handler.item(id: id)
    try await handler.updateItems(ids: [id], ItemChanges(notes: "n"))
    try await handler.updateItems(ids: [id], ItemChanges(priority: .low))
    try await handler.updateItems(ids: [id], ItemChanges(priorityRaise: 5))
    try await handler.updateItems(ids: [id], ItemChanges(recurrence: .value(Recurrence(.day)!)))
    try await handler.updateItems(ids: [id], ItemChanges(due: Replacement.none))
    try await handler.updateItems(ids: [id], ItemChanges(list: .value("M")))
    try await handler.updateItems(ids: [id], ItemChanges(addedTags: ["z", "X"], removedTags: ["y", "never"]))
    let after = try await world.handler().item(id: id)
    #expect(after.title == before.title && after.timestamp > before.timestamp && after.orderKey == before.orderKey)
    #expect(after.notes == "n" && after.priority == .high && after.dueAt == nil && after.recurrence?.rawValue == "day")
    #expect(after.list == "M" && after.tags == ["x", "z"])
    try await handler.updateItems(ids: [id], ItemChanges(list: Replacement.none, tags: ["q"]))
    #expect(try await handler.item(id: id).list == nil)
    #expect(try await handler.item(id: id).tags == ["q"])
  }

  @Test func anItemCanNotBecomeAPartOfItself() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      NewItem(title: "a"), NewItem(title: "b", parent: .added(0)), NewItem(title: "c", parent: .added(1)),
    ])
    await #expect(throws: ItemError.partOfItself(1)) {
      try await handler.updateItems(ids: [ids[0]], ItemChanges(parent: .value(ids[2])))
    }
    try await handler.updateItems(ids: [ids[2]], ItemChanges(parent: Replacement.none))
    try await handler.updateItems(ids: [ids[0]], ItemChanges(parent: .value(ids[2])))
    #expect(try await handler.item(id: ids[0]).parentNumber == 3)
  }

  @Test func namesThatCanNotBeAreRefusedAndNothingIsChanged() async throws {
    let handler = try await world.handler()
    for name in ["", "#", "two words", "a,b", "tab\t", String(repeating: "x", count: 65)] {
      await #expect(throws: ItemError.self) { try await handler.newItem(NewItem(title: "a", tags: ["ok", name])) }
    }
    for name in [" ", "a\nb", String(repeating: "x", count: 129)] {
      await #expect(throws: ItemError.self) { try await handler.newItem(NewItem(title: "a", list: name)) }
    }
    #expect(try world.snapshot() == Snapshot(ModelContext(World().container())))
  }

  @Test func deletingTakesTheParts() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      NewItem(title: "a"), NewItem(title: "b", parent: .added(0)), NewItem(title: "c", parent: .added(1)),
      NewItem(title: "d", tags: ["t"]),
    ])
    let named = [ids[0], ids[1], ids[0]]
    #expect(try await handler.deleteItems(ids: named, unlessTheyHaveSubitems: true) == 1)
    #expect(try await handler.itemCount() == 4)
    #expect(try await handler.deleteItems(ids: named) == 1)
    #expect(try await handler.items().map(\.title) == ["d"])
    #expect(try await handler.newItem(title: "e").primaryKey == 5)
  }

  @Test func tagsAndListsAreRenamedAndDeleted() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(NewItem(title: "a", tags: ["one", "two"], list: "L"))
    try await handler.renameTag("ONE", to: "First")
    try await handler.renameList("l", to: "Long list")
    #expect(try await handler.item(id: id).tags == ["First", "two"])
    #expect(try await handler.item(id: id).list == "Long list")
    await #expect(throws: ItemError.nameTaken("two")) { try await handler.renameTag("first", to: "TWO") }
    await #expect(throws: ItemError.noSuchTag("one")) { try await handler.deleteTag("one") }
    await #expect(throws: ItemError.noSuchList("L")) { try await handler.deleteList("L") }
    try await handler.deleteTag("first")
    try await handler.deleteList("long LIST")
    #expect(try await handler.item(id: id).tags == ["two"])
    #expect(try await handler.item(id: id).list == nil)
  }

  @Test func twoProcessesLoseNoTag() async throws {
    let directory = try TemporaryDirectory()
    let worlds = [World(directory.store), World(directory.store)]
    let id = try await worlds[0].handler().newItem(title: "shared")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, world) in worlds.enumerated() {
        group.addTask {
          let own = try await world.handler().identifier(number: id.primaryKey ?? 0)
          for index in 0..<60 {
            try await world.handler().updateItems(ids: [own], ItemChanges(addedTags: ["t\(number)-\(index)"]))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try await worlds[0].handler().item(id: id).tags).count == 120)
  }
}
