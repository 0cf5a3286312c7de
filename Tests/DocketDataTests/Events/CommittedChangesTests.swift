import Foundation
import SwiftData
import Testing

@testable import DocketData

/// What hooks are told of: from the history, whoever wrote it.
@Suite("What one transaction did to items")
struct CommittedChangesTests {
  let provider = DataProvider(storeURL: URL(fileURLWithPath: NSTemporaryDirectory() + "events-\(UUID()).sqlite"))

  private struct Got: Decodable {
    let id: Int
    let title: String?
    let state: String?
    let uid: String?
  }

  /// What happened after a position, in words: "added 1 2".
  private func events(after position: inout HistoryPosition) async throws -> [String] {
    var words: [String] = []
    while let changes = try provider.nextChanges(after: position) {
      for event in ItemEvent.allCases {
        let got = try await items(of: event, in: changes)
        if !got.isEmpty { words.append(([event.rawValue] + got.map { "\($0.id)" }).joined(separator: " ")) }
      }
      position = HistoryPosition(store: position.store, transaction: changes.transaction)
    }
    return words
  }

  private func items(of event: ItemEvent, in changes: CommittedChanges) async throws -> [Got] {
    var (got, key): ([Got], Int64?) = ([], nil)
    repeat {
      let portion = try await handler().portion(of: event, in: changes, after: key)
      let new = try JSONDecoder().decode([Got].self, from: Data(portion.json.utf8))
      #expect(new.count == portion.count)
      got += new
      key = portion.last
    } while key != nil
    return got
  }

  private func handler() async throws -> DataHandler { try await provider.dataHandlerCreator()() }

  @Test func isOneEventForEachItem() async throws {
    defer { try? FileManager.default.removeItem(at: provider.storeURL) }
    var position = try provider.historyEnd()
    let ids = try await handler().newItems([NewItem(title: "One"), NewItem(title: "Two")])
    #expect(try await events(after: &position) == ["added 1 2"])
    try await handler().completeItems(ids: [ids[0]], at: Date())
    #expect(try await events(after: &position) == ["done 1"])
    try await handler().reopenItems(ids: [ids[0]])
    #expect(try await events(after: &position) == ["changed 1"])
    try await handler().deleteItems(ids: ids)
    #expect(try await events(after: &position) == ["deleted 1 2"])
    _ = try await handler().undoSteps(1)
    #expect(try await events(after: &position) == ["added 1 2"])
    _ = try await handler().redoSteps(1)
    #expect(try await events(after: &position) == ["deleted 1 2"])
    #expect(try await events(after: &position) == [])
  }

  /// The next one of a series comes, and its sub-items; the parent of new items is not changed by them.
  @Test func tellsAllThatOneStepDid() async throws {
    defer { try? FileManager.default.removeItem(at: provider.storeURL) }
    var series = NewItem(title: "Water the plants")
    series.dueAt = Date()
    series.rule = RecurrencePhrase.rule(of: "weekly", DateReference())
    let id = try await handler().newItem(series)
    var position = try provider.historyEnd()
    var child = NewItem(title: "The fern")
    child.parent = .item(id)
    _ = try await handler().newItem(child)
    #expect(try await events(after: &position) == ["added 2"])
    _ = try await handler().completeItems(ids: [id], at: Date())
    let words = try await events(after: &position)
    #expect(words.contains { $0.hasPrefix("done 1") } && words.contains { $0.hasPrefix("added 3") })
  }

  @Test func knowsDeletedItemsByTheJournal() async throws {
    defer { try? FileManager.default.removeItem(at: provider.storeURL) }
    let id = try await handler().newItem(NewItem(title: "Gone \u{1B}[2J"))
    let item = try await handler().item(id: id)
    let position = try provider.historyEnd()
    try await handler().deleteItems(ids: [id])
    let changes = try #require(try provider.nextChanges(after: position))
    let got = try #require(try await items(of: .deleted, in: changes).first)
    #expect(got.title == item.title && got.uid == item.uid.uuidString && got.state == "open")
    // What no journal knows has its number only.
    let other = try await handler().newItem(NewItem(title: "Foreign"))
    let end = try provider.historyEnd()
    let context = ModelContext(try provider.modelContainer())
    try context.delete(model: Item.self, where: #Predicate { $0.persistentModelID == other })
    try context.save()
    let foreign = try #require(try provider.nextChanges(after: end))
    let bare = try #require(try await items(of: .deleted, in: foreign).first)
    #expect(bare.title == nil && Int64(bare.id) == other.primaryKey)
  }

  @Test func endsWhereTheHistoryIsAnotherOne() async throws {
    defer { try? FileManager.default.removeItem(at: provider.storeURL) }
    let end = try provider.historyEnd()
    #expect(throws: HistoryGap.self) {
      try provider.nextChanges(after: HistoryPosition(store: "another", transaction: 0))
    }
    #expect(throws: HistoryGap.self) {
      try provider.nextChanges(after: HistoryPosition(store: end.store, transaction: end.transaction + 1))
    }
  }

  @Test func isNotAHooksOwn() async throws {
    defer { try? FileManager.default.removeItem(at: provider.storeURL) }
    let position = try provider.historyEnd()
    let within = DataProvider(storeURL: provider.storeURL, author: provider.author, isWithinHook: true)
    _ = try await within.dataHandlerCreator()().newItem(NewItem(title: "By a hook"))
    #expect(try #require(try provider.nextChanges(after: position)).isFromHook)
    // It is the person's own step all the same.
    #expect(try await handler().log().map(\.author) == [provider.author])
  }
}
