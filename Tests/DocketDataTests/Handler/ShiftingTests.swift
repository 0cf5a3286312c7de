import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Moving items past the next one")
struct ShiftingTests {
  let world = World()

  /// Two wholes with parts that lie between each other in the manual order.
  private func fill() async throws -> [String: PersistentIdentifier] {
    let titles = ["A", "B", "a1", "b1", "a2", "b2", "a3", "C"]
    let ids = try await world.handler().newItems(
      titles.enumerated().map { index, title in
        let parent: NewItem.Parent? = title.hasPrefix("a") ? .added(0) : title.hasPrefix("b") ? .added(1) : nil
        return NewItem(title: title, parent: parent, orderKey: OrderKey(Double(index)))
      })
    return Dictionary(uniqueKeysWithValues: zip(titles, ids))
  }

  private func shift(
    _ titles: [String], _ direction: DataHandler.Direction, _ ids: [String: PersistentIdentifier],
    among query: String = ""
  ) async throws -> String {
    try await world.handler().shiftItems(
      ids: titles.compactMap { ids[$0] }, direction, among: ItemQuery(query, Berlin.reference))
    return try world.manualOrder().joined(separator: " ")
  }

  @Test func passesPartsOfTheSameItemOnly() async throws {
    let ids = try await fill()
    #expect(try await shift(["a1"], .later, ids) == "A B b1 a2 a1 b2 a3 C")
    #expect(try await shift(["b2"], .earlier, ids) == "A B b2 b1 a2 a1 a3 C")
    #expect(try await shift(["A"], .later, ids) == "B A b2 b1 a2 a1 a3 C")
    #expect(try await shift(["A"], .later, ids) == "B b2 b1 a2 a1 a3 C A")
  }

  @Test func atTheEndNothingHappens() async throws {
    let ids = try await fill()
    let before = try world.snapshot()
    for title in ["a3", "b2", "C"] { _ = try await shift([title], .later, ids) }
    for title in ["a1", "b1", "A"] { _ = try await shift([title], .earlier, ids) }
    #expect(try world.snapshot() == before)
    #expect(try await world.handler().log().count == 1)
  }

  @Test func severalMoveTogetherPastTheOneThatIsNone() async throws {
    let ids = try await fill()
    #expect(try await shift(["a1", "a2"], .later, ids) == "A B b1 b2 a3 a1 a2 C")
    #expect(try await shift(["A", "B"], .later, ids) == "b1 b2 a3 a1 a2 C A B")
  }

  @Test func whatDoesNotMatchIsPassedOver() async throws {
    let ids = try await fill()
    #expect(try await shift(["A"], .later, ids, among: "-B") == "B a1 b1 a2 b2 a3 C A")
  }

  /// One moves the first past its neighbour, the other one the last: the second of them, whichever it is, meets the
  /// order that the first left.
  @Test func ofTwoAtOnceTheSecondSeesWhatTheFirstDid() async throws {
    let world = World()
    let ids = try await world.handler().newItems(
      ["A", "B", "C"].enumerated().map { NewItem(title: $1, orderKey: OrderKey(Double($0))) })
    for round in 0..<100 {
      let order = try world.manualOrder()
      let byTitle = Dictionary(uniqueKeysWithValues: zip(["A", "B", "C"], ids))
      let (first, last) = (try #require(byTitle[order[0]]), try #require(byTitle[order[2]]))
      let (one, other) = (try await world.handler(), try await world.handler())
      let query = try ItemQuery("", Berlin.reference)
      async let later = one.shiftItems(ids: [first], .later, among: query)
      async let earlier = other.shiftItems(ids: [last], .earlier, among: query)
      _ = try await (later, earlier)
      let possible = [[order[1], order[2], order[0]], [order[2], order[0], order[1]]]
      #expect(possible.contains(try world.manualOrder()), "round \(round): \(order) became something else")
    }
  }
}
