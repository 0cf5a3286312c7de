import DocketData
import Foundation
import SwiftData
import Testing

/// One command may change an item more than once; its step has one row for it all the same.
@Suite("Items that a command changes twice")
struct OneRowPerModelTests {
  let world = World()

  /// Does something as one step, and expects to come back and forth exactly.
  private func roundTrip(_ command: (DataHandler) async throws -> Void) async throws {
    let handler = try await world.handler()
    let before = try world.snapshot()
    try await command(handler)
    let after = try world.snapshot()
    #expect(after != before)
    try await handler.undo()
    #expect(try world.snapshot() == before)
    try await handler.redo()
    #expect(try world.snapshot() == after)
    try await handler.undo()
    #expect(try world.snapshot() == before)
  }

  @Test func whatIsDoneAndComesAlongOpenAgainWasNeverDone() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      NewItem(title: "trip", recurrence: Recurrence(.week)), NewItem(title: "pack", parent: .added(0)),
      NewItem(title: "socks", parent: .added(1)),
    ])
    try await roundTrip { try await $0.completeItems(ids: [ids[0], ids[2]]) }
    #expect(try await handler.item(id: ids[2]).isDone == false)
  }

  @Test func aPartThatTwoRoundsComeByIsUndone() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      NewItem(title: "trip", dueAt: Moment.base, recurrence: Recurrence(.week)),
      NewItem(title: "pack", dueAt: Moment.base, recurrence: Recurrence(.week), parent: .added(0)),
      NewItem(title: "socks", dueAt: Moment.base, parent: .added(1)),
    ])
    try await roundTrip { try await $0.completeItems(ids: [ids[0], ids[1]], at: Moment.after(60)) }
  }

  @Test func anItemThatIsNamedTwiceHasOneRow() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([NewItem(title: "a"), NewItem(title: "b")])
    try await roundTrip { try await $0.updateItems(ids: [ids[0], ids[1], ids[0]], ItemChanges(priority: .high)) }
    try await handler.updateItems(ids: [ids[0], ids[0]], ItemChanges(priority: .low))
    #expect(try await handler.log(limit: 1).map(\.rowCount) == [1])
  }

  @Test func anItemThatIsCompletedTwiceHasOneNextItemAndLeavesOthersTheirSeries() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      NewItem(title: "a", dueAt: Moment.base, recurrence: Recurrence(.week)),
      NewItem(title: "b", dueAt: Moment.base, recurrence: Recurrence(.month)),
    ])
    try await roundTrip { try await $0.completeItems(ids: [ids[0], ids[0], ids[1]], at: Moment.after(60)) }
    let next = try await handler.completeItems(ids: [ids[0], ids[0], ids[1]], at: Moment.after(60))
    var items: [String] = []
    for id in next {
      let item = try await handler.item(id: id)
      items.append("\(item.title) \(item.recurrence?.rawValue ?? "")")
    }
    #expect(items == ["a week", "b month"])
  }

  private func load(_ text: String) async throws {
    _ = try await world.handler().importItems(
      Data(text.utf8), format: .json, options: ImportOptions(now: Moment.base))
  }

  @Test func aFileThatNamesAnItemTwiceIsUndone() async throws {
    let uid = UUID()
    try await world.handler().newItem(NewItem(title: "old", uid: uid))
    let text = #"[{"uid":"\#(uid)","title":"one","priority":"high"},{"uid":"\#(uid)","title":"two","notes":"n"}]"#
    try await roundTrip { _ in try await load(text) }
  }

  /// The first says when the item was updated, the second makes it another one and does not.
  @Test func whatChangesAnItemTheSecondTimeUpdatesIt() async throws {
    let uid = UUID()
    let id = try await world.handler().newItem(NewItem(title: "old", timestamp: Moment.after(-100), uid: uid))
    let said = Moment.after(-100).ISO8601Format(.iso8601.year().month().day().time(includingFractionalSeconds: true))
    let text = #"[{"uid":"\#(uid)","title":"old","timestamp":"\#(said)Z"},{"uid":"\#(uid)","title":"two"}]"#
    try await load(text)
    let item = try await world.handler().item(id: id)
    #expect(item.title == "two" && item.timestamp == Moment.base)
  }
}
