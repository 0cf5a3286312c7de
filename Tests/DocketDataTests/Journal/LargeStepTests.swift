import Foundation
import SwiftData
import Testing

@testable import DocketData

/// A large import is recorded in portions; what a later portion creates is there before the items of the first.
@Suite("A step that was recorded in portions")
struct LargeStepTests {
  let world = World()

  @Test func isUndoneAndRedoneWithTheListsAndTagsOfLaterPortions() async throws {
    let items = (0..<5_000).map { index in
      index < 2_500 ? #"{"title":"\#(index)"}"# : #"{"title":"\#(index)","list":"Late","tags":["later"]}"#
    }
    let before = try world.snapshot()
    _ = try await world.handler().importItems(
      Data("[\(items.joined(separator: ","))]".utf8), format: .json, options: ImportOptions(now: Moment.base))
    let after = try world.snapshot()
    #expect(after.items.last?.list == "Late" && after.items.last?.tags == ["later"])
    try await world.handler().undo()
    #expect(try world.snapshot() == before)
    try await world.handler().redo()
    #expect(try world.snapshot() == after)
  }

  /// Only an older version, or damage, can have made such a step.
  @Test func isRefusedIfAnItemComesBeforeTheParentThatItInserts() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([NewItem(title: "a"), NewItem(title: "b", parent: .added(0))])
    let context = ModelContext(try world.container())
    let rows = try JournalRows<Item>([1, 2], Item.journalFields, in: context)
    _ = try await handler.deleteItems(ids: ids)
    func insertion(_ row: Int, _ order: [Int]) -> JournalBatch {
      JournalBatch(
        .item, .insert, order.map { rows.fields[$0] }, keys: [rows.keys[row]], before: [],
        after: order.map { [rows.columns[$0][row]] })
    }
    let order = Array(rows.fields.indices)
    let step = JournalChanges(batches: [insertion(1, order), insertion(0, order.reversed())])
    #expect(throws: JournalObstacle(entity: .item, key: 1, kind: .gone)) {
      try context.exclusiveTransaction { try JournalPlayer(context: context, direction: .redo).play(step) }
    }
    #expect(try await world.handler().itemCount() == 0)
  }
}
