import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Putting items below others in the manual order")
struct NestingTests {
  let world = World()

  /// An item whose sub-items lie behind everything in the manual order, and others.
  private func fill() async throws -> [String: PersistentIdentifier] {
    let titles = ["first", "second", "third", "one", "two"]
    let ids = try await world.handler().newItems(
      titles.enumerated().map { index, title in
        NewItem(title: title, parent: index > 2 ? .added(0) : nil, orderKey: OrderKey(Double(index)))
      })
    return Dictionary(uniqueKeysWithValues: zip(titles, ids))
  }

  private func subitems(of title: String) throws -> [String] {
    let context = ModelContext(try world.container())
    return try context.fetch(
      FetchDescriptor<Item>(
        predicate: #Predicate { $0.parent?.title == title },
        sortBy: ItemOrder(.manual, isAscending: true).descriptors())
    )
    .map(\.title)
  }

  @Test func itIsTheLastSubitem() async throws {
    let ids = try await fill()
    try await world.handler().nestItem(id: try #require(ids["second"]), below: ids["first"])
    #expect(try subitems(of: "first") == ["one", "two", "second"])
    try await world.handler().nestItem(id: try #require(ids["third"]), below: ids["second"])
    #expect(try subitems(of: "second") == ["third"])
  }

  @Test func movedOutItStandsRightBehindItsParent() async throws {
    let ids = try await fill()
    try await world.handler().nestItem(id: try #require(ids["two"]), below: nil)
    #expect(try world.manualOrder() == ["first", "two", "second", "third", "one"])
    #expect(try subitems(of: "first") == ["one"])
  }

  @Test func oneStepIsUndone() async throws {
    let ids = try await fill()
    let before = try world.snapshot()
    try await world.handler().nestItem(id: try #require(ids["second"]), below: ids["first"])
    #expect(try await world.handler().log().first?.words == "put “second” under another item")
    try await world.handler().undo()
    #expect(try world.snapshot() == before)
  }

  @Test func notBelowItself() async throws {
    let ids = try await fill()
    await #expect(throws: ItemError.partOfItself(1)) {
      try await world.handler().nestItem(id: try #require(ids["first"]), below: ids["one"])
    }
  }
}
