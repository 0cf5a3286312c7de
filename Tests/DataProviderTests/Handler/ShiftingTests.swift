import DataProvider
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
        return NewItem(title: title, parent: parent, position: Double(index))
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
}
