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

  @Test func thereIsAlwaysRoom() async throws {
    let ids = try await add((0..<6).map { "\($0)" })
    var model = (0..<6).map { "\($0)" }
    let handler = try await world.handler()
    // Two take turns to come right after the first, so the gap is halved each time.
    for turn in 0..<300 {
      let mover = 1 + turn % 2
      try await handler.moveItems(ids: [ids[mover]], to: .after(ids[0]))
      model.removeAll { $0 == "\(mover)" }
      model.insert("\(mover)", at: 1)
      #expect(try world.manualOrder() == model)
    }
    // Nothing had to make room.
    let keys = try await handler.items(ids: [ids[0]] + ids[3...]).map(\.orderKey)
    let start = try #require(keys.first)
    #expect(keys == (OrderKey.keys(6, between: start, nil).map { [start] + $0[2...4] } ?? []))
    #expect(try await handler.item(id: ids[1]).orderKey.text.utf8.count < 6 + 300 / 4)
  }

  /// Ascending, as far as they are the last word.
  private static func uid(_ number: Int) -> UUID {
    let digits = String(number)
    let zeros = String(repeating: "0", count: 12 - digits.count)
    return UUID(uuidString: "00000000-0000-4000-8000-\(zeros)\(digits)") ?? UUID()
  }

  /// What two machines made that had not heard of each other: the identity is the last word, and there is room again.
  @Test func itemsOfOneKeyCanBeTakenApart() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems(
      (0..<30).map { NewItem(title: "\($0)", uid: Self.uid($0), orderKey: OrderKey(7)) })
    try await handler.moveItems(ids: [ids[29]], to: .before(ids[10]))
    try await handler.moveItems(ids: [ids[0]], to: .after(ids[28]))
    let expected = (1..<10).map(String.init) + ["29"] + (10..<29).map(String.init) + ["0"]
    #expect(try world.manualOrder() == expected)
  }

  @Test func ofOneKeyOnlyWhatFollowsMakesRoom() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems(
      [1, 2, 2, 3].enumerated().map { NewItem(title: "\($0)", uid: Self.uid($0), orderKey: OrderKey($1)) })
    let new = try await handler.newItem(title: "new")
    try await handler.moveItems(ids: [new], to: .after(ids[1]))
    #expect(try world.manualOrder() == ["0", "1", "new", "2", "3"])
    let keys = try await handler.items(ids: ids).map(\.orderKey)
    #expect(keys[0] == OrderKey(1) && keys[1] == OrderKey(2) && keys[3] == OrderKey(3))
    #expect(try await handler.undo() == ["move “new”"])
    #expect(try world.manualOrder() == ["0", "1", "2", "3", "new"])
  }

  /// One past the other, though they have one key.
  @Test func itemsOfOneKeyPassEachOther() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems(
      (0..<3).map { NewItem(title: "\($0)", uid: Self.uid($0), orderKey: OrderKey(2)) })
    let all = try ItemQuery("", Berlin.reference)
    #expect(try await handler.shiftItems(ids: [ids[0]], .later, among: all))
    #expect(try world.manualOrder() == ["1", "0", "2"])
    #expect(try await handler.shiftItems(ids: [ids[2]], .earlier, among: all))
    #expect(try world.manualOrder() == ["1", "2", "0"])
    #expect(try await !handler.shiftItems(ids: [ids[0]], .later, among: all))
  }

  /// Another program may have stored anything.
  @Test func besideWhatIsNoKeyThereIsRoomToo() async throws {
    let handler = try await world.handler()
    let keys = [OrderKey(1), OrderKey(stored: "b"), OrderKey(stored: "c!"), OrderKey(stored: "é")]
    let ids = try await handler.newItems(
      keys.enumerated().map { NewItem(title: "\($0)", uid: Self.uid($0), orderKey: $1) })
    try await handler.moveItems(ids: [ids[3]], to: .after(ids[1]))
    #expect(try world.manualOrder() == ["0", "1", "3", "2"])
    try await handler.moveItems(ids: [ids[0]], to: .before(ids[2]))
    #expect(try world.manualOrder() == ["1", "3", "0", "2"])
    try await handler.newItem(title: "last")
    #expect(try world.manualOrder().last == "last")
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
