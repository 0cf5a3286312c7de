import Foundation
import SwiftData
import Testing

@testable import DocketData

@Suite("Undoing the step that a tag or a list came with")
struct SharedNameTests {
  let world = World()

  @Test func keepsWhatOtherItemsUseMeanwhile() async throws {
    let handler = try await world.handler()
    try await handler.newItem(NewItem(title: "mine", tags: ["ops", "new"], list: "Work"))
    let hers = try await world.provider.dataHandlerCreator(preview: true)()
    let other = try await hers.newItem(title: "hers")
    let mark = try world.snapshot()
    try await hers.updateItems(ids: [other], ItemChanges(list: .value("work"), addedTags: ["OPS"]))
    // Only the first step is undone: the others are not one's own.
    try await undoFirst()
    #expect(try world.snapshot().tags == ["1 ops"] && world.snapshot().lists == ["1 Work"])
    let item = try await handler.item(id: other)
    #expect(item.tags == ["ops"] && item.list == "Work")
    #expect(mark.tags == ["1 ops", "2 new"])
  }

  @Test func bringsTheItemBackToTheTagThatWasKept() async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    let id = try await mine.handler().newItem(NewItem(title: "mine", tags: ["ops", "new"], list: "Work"))
    try await hers.handler().newItem(NewItem(title: "hers", tags: ["ops"], list: "Work"))
    let before = try mine.snapshot()
    for _ in 0..<2 {
      try await mine.handler().undo()
      #expect(try mine.snapshot().items.map(\.tags) == [["ops"]])
      #expect(try mine.snapshot().items.map(\.list) == ["Work"])
      #expect(try mine.snapshot().tags == ["1 ops"])
      try await mine.handler().redo()
      #expect(try mine.snapshot() == before)
    }
    #expect(try await mine.handler().item(id: id).tags == ["ops", "new"])
    // With nobody else to use it, it goes.
    try await hers.handler().undo()
    try await mine.handler().undo()
    #expect(try mine.snapshot() == Snapshot(ModelContext(World().container())))
  }

  @Test func keepsAListThatAnUpdateMadeAndOthersUse() async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    let ids = try await mine.handler().newItems([NewItem(title: "a"), NewItem(title: "b")])
    try await mine.handler().updateItems(ids: [ids[0]], ItemChanges(list: .value("New"), addedTags: ["t"]))
    let handler = try await hers.handler()
    let second = try handler.identifier(number: 2)
    try await handler.updateItems(ids: [second], ItemChanges(list: .value("New"), addedTags: ["t"]))
    try await mine.handler().undo()
    #expect(try mine.snapshot().items.map(\.list) == [nil, "New"])
    #expect(try mine.snapshot().items.map(\.tags) == [[], ["t"]])
  }

  @Test func anotherTagUnderThatNumberStandsInTheWayOfRedoing() async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    try await mine.handler().newItem(NewItem(title: "mine", tags: ["ops"]))
    try await hers.handler().newItem(NewItem(title: "hers", tags: ["ops"]))
    try await mine.handler().undo()
    try await hers.handler().renameTag("ops", to: "servers")
    let refusal = await #expect(throws: JournalError.self) { try await mine.handler().redo() }
    #expect(refusal?.description.contains("tag 1") == true, "\(refusal?.description ?? "")")
    #expect(try mine.snapshot().items.map(\.title) == ["hers"])
  }

  @Test func deletingItAgainIsRefusedWhileSomebodyElseUsesIt() async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    try await mine.handler().newItem(NewItem(title: "mine", tags: ["ops"], list: "Work"))
    try await mine.handler().deleteTag("ops")
    try await mine.handler().deleteList("Work")
    try await mine.handler().undo(2)
    try await hers.handler().newItem(NewItem(title: "hers", tags: ["ops"]))
    try await hers.handler().newItem(NewItem(title: "hers too", list: "Work"))
    let before = try mine.snapshot()
    let tag = await #expect(throws: JournalError.self) { try await mine.handler().redo() }
    #expect(tag?.description.contains("because item 2 has got the tag “ops” since: Zoë did “add “hers””") == true)
    #expect(try mine.snapshot() == before)
    try await hers.handler().undo(2)
    #expect(try await mine.handler().redo() == ["delete the tag “ops”"])
    #expect(try mine.snapshot().tags.isEmpty)
    try await hers.handler().newItem(NewItem(title: "hers again", list: "Work"))
    let list = await #expect(throws: JournalError.self) { try await mine.handler().redo() }
    #expect(list?.description.contains("has got the list “Work” since: Zoë did “add “hers again””") == true)
    #expect(try mine.snapshot().lists == ["1 Work"])
  }

  private func undoFirst() async throws {
    let context = ModelContext(try world.container())
    for step in try context.fetch(FetchDescriptor<JournalStep>(predicate: #Predicate { $0.number > 1 })) {
      step.forgetChanges()
      step.state = .abandoned
    }
    try context.save()
    try await world.handler().undo()
  }
}
