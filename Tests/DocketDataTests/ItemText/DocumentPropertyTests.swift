import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Items as texts, whatever they contain")
struct DocumentPropertyTests {
  @Test(arguments: 1...4) func areReadAsTheyWereWritten(_ seed: UInt64) async throws {
    print("seed \(seed)")
    for item in try await Self.items(200, seed) {
      let document = ItemDocument(item, Berlin.reference)
      #expect(try document.edit(document.text).isEmpty, "\(item)")
    }
  }

  /// The text of one item is given to another one, which then is like the first.
  @Test(arguments: 1...2) func carryEverythingOver(_ seed: UInt64) async throws {
    print("seed \(seed)")
    let world = World()
    let handler = try await world.handler()
    let ids = try await handler.newItems(HostileItems.items(80, seed: seed).map(Self.toTheMinute))
    for (from, to) in zip(ids, ids.dropFirst()) {
      let wanted = try await handler.item(id: from)
      let document = ItemDocument(try await handler.item(id: to), Berlin.reference)
      try await handler.editItem(id: to, try document.edit(ItemDocument(wanted, Berlin.reference).text))
      // Completing the one that comes again passes its recurrence on.
      let result = try await handler.item(id: to)
      #expect(Likeness(result) == Likeness(wanted), "\(wanted)")
    }
  }

  @Test(arguments: 1...2) func noGarbageStopsTheReader(_ seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var errors = 0
    for item in try await Self.items(100, seed) {
      let document = ItemDocument(item, Berlin.reference)
      var scalars = Array(document.text.unicodeScalars)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = Int.random(in: 0..<scalars.count, using: &random)
        let end = min(scalars.count, start + Int.random(in: 0...12, using: &random))
        let new: [Unicode.Scalar] =
          [["\""], ["\\"], ["\n"], ["-", "-", "-"], [":"], ["\r"], []]
          .randomElement(using: &random) ?? []
        scalars.replaceSubrange(start..<end, with: new)
      }
      let text = String(String.UnicodeScalarView(scalars))
      let lines = text.unicodeScalars.filter { $0 == "\n" }.count + 1
      do { _ = try document.edit(text) } catch {
        errors += 1
        #expect((1...lines).contains(error.line) && error.column >= 1 && !error.message.isEmpty, "\(error)")
      }
    }
    // The test would say nothing if everything could be read.
    #expect(errors > 20)
  }

  private static func items(_ count: Int, _ seed: UInt64) async throws -> [ItemValues] {
    let handler = try await World().handler()
    try await handler.newItems(HostileItems.items(count, seed: seed))
    return try await handler.items()
  }

  /// A text says nothing about seconds.
  private static func toTheMinute(_ item: NewItem) -> NewItem {
    var item = item
    item.dueAt = item.dueAt.map { Date(timeIntervalSince1970: ($0.timeIntervalSince1970 / 60).rounded() * 60) }
    return item
  }
}

/// What a text says about an item, to the last scalar.
private struct Likeness: Hashable {
  let title: [UInt8]
  let notes: [UInt8]
  let isDone: Bool
  let priority: Priority
  let dueAt: Date?
  let tags: [String]
  let list: [UInt8]?
  let recurrence: Recurrence?

  init(_ item: ItemValues) {
    title = Array(item.title.utf8)
    notes = Array(item.notes.utf8)
    isDone = item.isDone
    priority = item.priority
    dueAt = item.dueAt
    tags = item.tags
    list = item.list.map { Array($0.utf8) }
    recurrence = item.isDone ? nil : item.recurrence
  }
}
