import DocketData
import Foundation
import SwiftData
import Testing

@Suite("The preview")
struct PreviewTests {
  @Test func isASmallWorldWithEverythingInIt() async throws {
    let world = World()
    try await world.provider.fillPreview(now: Moment.base)
    let items = try await world.handler().items()
    #expect(items.count == DataProvider.previewItemCount)
    #expect(items.first?.title == "Renew the certificate for mail.example.org")
    #expect(items.contains { $0.parentNumber != nil } && items.contains(where: \.isDone))
    #expect(items.contains { !$0.notes.isEmpty } && items.contains { $0.recurrence != nil })
    #expect(Set(items.compactMap(\.list)).count >= 4)
    let reference = DateReference(now: Moment.base)
    for text in ["is:overdue", "is:today", "prio:high", "due:none", "#docs", "list:work is:open"] {
      #expect(try await world.handler().itemCount(matching: ItemQuery(text, reference)) > 0, "\(text)")
    }
  }

  /// What cannot have happened in that order makes nobody believe the rest.
  @Test func nothingIsDoneBeforeItWasAddedNorUpdatedBeforeItWasDone() async throws {
    let world = World()
    try await world.provider.fillPreview(count: 2_024, now: Moment.base)
    for item in try await world.handler().items() {
      #expect(item.createTimestamp <= item.timestamp && item.timestamp <= Moment.base, "\(item.number) \(item.title)")
      guard let completed = item.completedAt else { continue }
      #expect(item.createTimestamp <= completed && completed <= item.timestamp, "\(item.number) \(item.title)")
    }
  }

  @Test func canNotBeUndone() async throws {
    let world = World()
    try await world.provider.fillPreview(now: Moment.base)
    await #expect(throws: JournalError.nothingToUndo) { try await world.handler().undo() }
    #expect(try await world.handler().log().isEmpty)
  }

  @Test func isTheSameEachTime() async throws {
    let worlds = [World(), World()]
    for world in worlds { try await world.provider.fillPreview(count: 1_500, now: Moment.base) }
    let snapshots = try worlds.map { try $0.snapshot() }
    #expect(snapshots[0].tags == snapshots[1].tags && snapshots[0].lists == snapshots[1].lists)
    #expect(snapshots[0].items.map(\.uid) == snapshots[1].items.map(\.uid))
    #expect(snapshots[0].items.map(\.notes) == snapshots[1].items.map(\.notes))
    #expect(snapshots[0].items.map(\.tags) == snapshots[1].items.map(\.tags))
    #expect(snapshots[0].items.map(\.dueAt) == snapshots[1].items.map(\.dueAt))
  }

  @Test func madeUpItemsAreMixedAsPromised() async throws {
    let world = World()
    try await world.provider.fillPreview(count: 2_024, now: Moment.base)
    let items = try await world.handler().items().filter { $0.number > 24 }
    #expect(items.count == 2_000)
    #expect((500...700).contains(items.count(where: \.isDone)))
    #expect((700...900).contains(items.count { $0.dueAt != nil }))
    #expect(items.allSatisfy { (3...9).contains($0.title.split(separator: " ").count) && $0.tags.count <= 4 })
    #expect(Set(items.compactMap(\.list)).count == 20 && Set(items.flatMap(\.tags)).count == 200)
  }

  @Test @MainActor func countsAreFollowedLive() async throws {
    let world = World()
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      NewItem(title: "a", tags: ["x"], list: "L"), NewItem(title: "b", tags: ["x", "y"]), NewItem(title: "c"),
    ])
    try await handler.saveFilter("mine", query: "#y")
    let counts = try LiveCounts(context: world.container().mainContext)
    let mine = NamedQuery(name: "mine", query: "#y")
    try await until { counts.tagsWithCounts == ["x 2", "y 1"] }
    try await until { counts.listsWithCounts == ["L 1"] }
    try await until { counts.filters.last == mine && counts.count(of: mine) == 1 }
    try await until { counts.count(of: NamedQuery.standard[0]) == 3 }
    try await handler.completeItems(ids: [ids[1]])
    try await until { counts.tagsWithCounts == ["x 1", "y 0"] }
    try await until { counts.count(of: NamedQuery.standard[0]) == 2 && counts.count(of: mine) == 1 }
    #expect(counts.count(of: NamedQuery(name: "odd", query: "due:")) == nil)
  }

  @MainActor private func until(_ condition: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while try !condition() {
      guard ContinuousClock.now < deadline else {
        Issue.record("it did not come true in 20 seconds")
        return
      }
      await Task.yield()
    }
  }
}
