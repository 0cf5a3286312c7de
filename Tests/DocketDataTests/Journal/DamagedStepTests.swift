import Foundation
import SwiftData
import Testing

@testable import DocketData

@Suite("A damaged step of the journal is refused, and never ends the program")
struct DamagedStepTests {
  let world = World()

  /// The offset of the first field in a step whose first batch has fewer than 128 fields: behind the version, the number
  /// of batches, the entity, the kind and the number of fields.
  private static let firstField = 5

  /// The newest step.
  private func newest(_ context: ModelContext) throws -> JournalStep {
    var steps = FetchDescriptor<JournalStep>(sortBy: [SortDescriptor(\.number, order: .reverse)])
    steps.fetchLimit = 1
    return try #require(try context.fetch(steps).first)
  }

  @Test func aFieldOfAnotherEntityIsDamage() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "a")
    try await handler.updateItem(id: id, title: "b")
    var data = try newest(ModelContext(world.container())).changes
    #expect(data[Self.firstField] == JournalField.title.rawValue)
    data[Self.firstField] = JournalField.name.rawValue
    #expect(throws: JournalError.damaged) { try JournalCoder.decode(data) }
  }

  @Test func aFieldThatComesTwiceIsDamage() throws {
    let batch = JournalBatch(.item, .update, [.title, .title], keys: [])
    #expect(throws: JournalError.damaged) {
      try JournalCoder.decode(JournalCoder.encode(JournalChanges(batches: [batch])))
    }
  }

  @Test func anEntityHasTheFieldsOfItsModel() {
    #expect(JournalEntity.item.fields.contains(.title) && !JournalEntity.item.fields.contains(.name))
    #expect(JournalEntity.tag.fields == [.name] && JournalEntity.list.fields == [.name])
    #expect(JournalEntity.filter.fields == [.name, .query, .position])
  }

  /// Each step is played forwards and backwards, after each of its bytes was changed in several ways.
  @Test(arguments: [0x01, 0x04, 0x0c, 0x80, 0xff] as [UInt8])
  func oneWithADamagedByteIsAnErrorOrAResult(_ mask: UInt8) async throws {
    for step in try await steps() {
      for index in step.indices {
        var data = step
        data[index] ^= mask
        for direction in [JournalPlayer.Direction.undo, .redo] { try play(data, direction) }
      }
    }
  }

  /// The bytes of steps of each kind, of which the last is not undone.
  private func steps() async throws -> [Data] {
    let handler = try await world.handler()
    let recurrence = Recurrence(.week)
    let ids = try await handler.newItems([
      NewItem(title: "a", dueAt: Moment.base, recurrence: recurrence, tags: ["x", "y"], list: "L"),
      NewItem(title: "b", parent: .added(0)),
    ])
    try await handler.updateItems(
      ids: ids, ItemChanges(notes: "n", priority: .high, list: .value("M"), addedTags: ["z"]))
    try await handler.completeItems(ids: ids, at: Moment.after(5))
    try await handler.renameTag("x", to: "w")
    try await handler.deleteList("M")
    try await handler.saveFilter("Mine", query: "#w")
    _ = try await handler.deleteItems(ids: [ids[0]])
    let context = ModelContext(try world.container())
    return try context.fetch(FetchDescriptor<JournalStep>(sortBy: [SortDescriptor(\.number)])).map(\.changes)
  }

  private struct PlayedToTheEnd: Error {}

  /// Plays a step, and leaves the store as it was.
  private func play(_ data: Data, _ direction: JournalPlayer.Direction) throws {
    let context = ModelContext(try world.container())
    #expect(throws: (any Error).self) {
      try context.exclusiveTransaction {
        let changes = try JournalCoder.decode(data)
        try JournalPlayer(context: context, direction: direction).play(
          direction == .undo ? changes.inverse : changes)
        throw PlayedToTheEnd()
      }
    }
  }
}
