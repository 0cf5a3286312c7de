import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Renaming tags, lists and saved filters")
struct RenamingTests {
  /// What has a name: how two of them are made, one of them is renamed, and what they are called.
  struct Named: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (DataHandler) async throws -> Void
    let makeAnother: @Sendable (DataHandler, String) async throws -> Void
    let rename: @Sendable (DataHandler, String, String) async throws -> Void
    let names: @Sendable (Snapshot) -> [String]
  }

  static let all = [
    Named(testDescription: "tags") {
      try await $0.newItem(NewItem(title: "x", tags: ["one", "Two"]))
    } makeAnother: {
      try await $0.newItem(NewItem(title: "y", tags: [$1]))
    } rename: {
      try await $0.renameTag($1, to: $2)
    } names: {
      $0.tags.map { String($0.split(separator: " ")[1]) }
    },
    Named(testDescription: "lists") {
      try await $0.newItems([NewItem(title: "x", list: "one"), NewItem(title: "y", list: "Two")])
    } makeAnother: {
      try await $0.newItem(NewItem(title: "z", list: $1))
    } rename: {
      try await $0.renameList($1, to: $2)
    } names: {
      $0.lists.map { String($0.split(separator: " ")[1]) }
    },
    Named(testDescription: "filters") {
      try await $0.saveFilter("one", query: "#1")
      try await $0.saveFilter("Two", query: "#2")
    } makeAnother: {
      try await $0.saveFilter($1, query: "#3")
    } rename: {
      try await $0.renameFilter($1, to: $2)
    } names: {
      $0.filters.map { String($0.split(separator: ":")[0]) }
    },
  ]

  @Test(arguments: all) func aNameThatAnotherOneHasIsRefused(_ kind: Named) async throws {
    let world = World()
    let handler = try await world.handler()
    try await kind.make(handler)
    let before = try world.snapshot()
    for name in ["Two", "two", "TWO"] {
      await #expect(throws: ItemError.nameTaken("Two")) { try await kind.rename(handler, "one", name) }
    }
    await #expect(throws: ItemError.self) { try await kind.rename(handler, "three", "four") }
    await #expect(throws: ItemError.self) { try await kind.rename(handler, "one", "") }
    #expect(try world.snapshot() == before)
  }

  @Test(arguments: all) func aNameMayChangeItsCaseAndBeUndone(_ kind: Named) async throws {
    let world = World()
    let handler = try await world.handler()
    try await kind.make(handler)
    let before = try world.snapshot()
    try await kind.rename(handler, "ONE", "One")
    #expect(Set(kind.names(try world.snapshot())) == ["One", "Two"])
    try await handler.undo()
    #expect(try world.snapshot() == before)
    try await handler.redo()
    #expect(Set(kind.names(try world.snapshot())) == ["One", "Two"])
  }

  @Test(arguments: all) func aNameThatWasTakenMeanwhileDoesNotComeBack(_ kind: Named) async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    try await kind.make(try await mine.handler())
    try await kind.rename(try await mine.handler(), "one", "three")
    try await kind.makeAnother(try await hers.handler(), "ONE")
    let before = try mine.snapshot()
    let refusal = await #expect(throws: JournalError.self) { try await mine.handler().undo() }
    let reason = try #require(refusal?.description)
    #expect(reason.contains("has taken the name since: Zoë did"), "\(reason)")
    #expect(try mine.snapshot() == before)
  }

  @Test func aDeletedFilterDoesNotTakeThePlaceOfItsNamesake() async throws {
    let directory = try TemporaryDirectory()
    let (mine, hers) = (World(directory.store), World(directory.store, author: "Zoë"))
    try await mine.handler().saveFilter("soon", query: "due:<+3d")
    try await mine.handler().deleteFilter("soon")
    try await hers.handler().saveFilter("Soon", query: "is:today")
    await #expect(throws: JournalError.self) { try await mine.handler().undo() }
    #expect(try mine.snapshot().filters == ["Soon: is:today"])
  }
}
