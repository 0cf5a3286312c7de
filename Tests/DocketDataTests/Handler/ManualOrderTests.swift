import DocketData
import Foundation
import SwiftData
import Testing

@Suite("The manual order")
struct ManualOrderTests {
  let world = World()

  private func add(_ titles: [String]) async throws -> [PersistentIdentifier] {
    try await world.handler().newItems(titles.map { NewItem(title: $0) })
  }

  @Test func itemsMoveNextToOthersAndToTheEnds() async throws {
    let ids = try await add(["a", "b", "c", "d", "e"])
    let handler = try await world.handler()
    try await handler.moveItems(ids: [ids[4]], to: .before(ids[1]))
    #expect(try world.manualOrder() == ["a", "e", "b", "c", "d"])
    try await handler.moveItems(ids: [ids[0], ids[1]], to: .after(ids[3]))
    #expect(try world.manualOrder() == ["e", "c", "d", "a", "b"])
    try await handler.moveItems(ids: [ids[3], ids[2]], to: .first)
    #expect(try world.manualOrder() == ["d", "c", "e", "a", "b"])
    try await handler.moveItems(ids: [ids[3]], to: .last)
    #expect(try world.manualOrder() == ["c", "e", "a", "b", "d"])
    try await handler.moveItems(ids: [ids[0]], to: .after(ids[0]))
    #expect(try world.manualOrder() == ["c", "e", "a", "b", "d"])
  }

  @Test func roomIsMadeWhereThereIsNone() async throws {
    let ids = try await add((0..<6).map { "\($0)" })
    var model = (0..<6).map { "\($0)" }
    let handler = try await world.handler()
    // Two take turns to come right after the first, so the gap is halved each time.
    for turn in 0..<150 {
      let mover = 1 + turn % 2
      try await handler.moveItems(ids: [ids[mover]], to: .after(ids[0]))
      model.removeAll { $0 == "\(mover)" }
      model.insert("\(mover)", at: 1)
      #expect(try world.manualOrder() == model)
    }
  }

  @Test func itemsAtOnePlaceCanBeTakenApart() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems((0..<30).map { NewItem(title: "\($0)", position: 7) })
    try await handler.moveItems(ids: [ids[29]], to: .before(ids[10]))
    try await handler.moveItems(ids: [ids[0]], to: .after(ids[28]))
    let expected = (1..<10).map(String.init) + ["29"] + (10..<29).map(String.init) + ["0"]
    #expect(try world.manualOrder() == expected)
  }

  @Test(arguments: 0..<3) func randomMovesEqualThoseOfAnArray(_ seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let ids = try await add((0..<12).map { "\($0)" })
    var model = Array(0..<12)
    let handler = try await world.handler()
    for _ in 0..<60 {
      let moved = Array((0..<12).shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
      let target = (0..<12).filter { !moved.contains($0) }.randomElement(using: &random) ?? 0
      let isBefore = Bool.random(using: &random)
      try await handler.moveItems(ids: moved.map { ids[$0] }, to: isBefore ? .before(ids[target]) : .after(ids[target]))
      model.removeAll { moved.contains($0) }
      let place = (model.firstIndex(of: target) ?? 0) + (isBefore ? 0 : 1)
      model.insert(contentsOf: moved, at: place)
      #expect(try world.manualOrder() == model.map(String.init))
    }
  }
}
