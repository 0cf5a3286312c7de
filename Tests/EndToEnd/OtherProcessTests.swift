import DocketData
import Foundation
import SwiftData
import Synchronization
import Testing

/// What a program that uses the library sees of the command's saves, each of which is a process of its own.
@Suite("Saves of another process", .takesTurns)
@MainActor
struct OtherProcessTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess
  let container: ModelContainer

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
    container = try DataProvider(storeURL: URL(fileURLWithPath: directory.file("store.sqlite"))).modelContainer()
  }

  private func transactions(after token: DefaultHistoryToken? = nil) throws -> [DefaultHistoryTransaction] {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    if let token { descriptor.predicate = #Predicate { $0.token > token } }
    return try ModelContext(container).fetchHistory(descriptor)
  }

  @Test func areInTheHistory() async throws {
    let context = ModelContext(container)
    context.author = "tests"
    context.insert(Item(title: "ours", timestamp: Date(), createTimestamp: Date()))
    try context.save()
    let token = try #require(try transactions().last?.token)
    try await docket.run("add", "theirs")
    try await docket.run("update", "2", "--title", "renamed")
    try await docket.run("delete", "1")
    let transactions = try transactions(after: token)
    try #require(transactions.count == 3)
    #expect(Set(transactions.map(\.processIdentifier)).count == 3)
    #expect(!transactions.map(\.processIdentifier).contains(String(ProcessInfo.processInfo.processIdentifier)))
    #expect(Set(transactions.map(\.bundleIdentifier)) == ["docket"])
    // The journal is written along.
    let changes = transactions.map { $0.changes.filter { $0.changedPersistentIdentifier.entityName == "Item" } }
    #expect(changes.map { $0.map(\.changedPersistentIdentifier.primaryKey) } == [[2], [2], [1]])
    guard case .update(let update as DefaultHistoryUpdate<Item>) = changes[1].first else {
      Issue.record("not an update: \(transactions[1].changes)")
      return
    }
    #expect(update.updatedAttributes.contains { $0 == \Item.title })
  }

  @Test func areAnnounced() async throws {
    let tokens = Mutex<[DefaultHistoryToken]>([])
    let listener = NotificationCenter.default.addObserver(
      forName: ModelContainer.remoteChange, object: container, queue: nil
    ) { notification in
      let token = notification.userInfo?[ModelContext.NotificationKey.historyTokens] as? DefaultHistoryToken
      tokens.withLock { $0.append(contentsOf: token.map { [$0] } ?? []) }
    }
    defer { NotificationCenter.default.removeObserver(listener) }
    let observer = try HistoryObserver(observedModels: [Item.self], modelContainer: container)
    try await docket.run("add", "theirs")
    let newest = try #require(try transactions().last?.token)
    try await waitUntil { tokens.withLock { $0.last } == newest ? true : nil }
    try await waitUntil { observer.eventCounter > 0 ? true : nil }
  }

  @Test func comeWhileThisProcessLetsGoOfHistory() async throws {
    let results = try ResultsObserver<Item, Never>(modelContext: container.mainContext)
    let container = container
    let trimming = Task.detached {
      while !Task.isCancelled {
        try ModelContext(container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        await Task.yield()
      }
    }
    for number in 1...20 { try await docket.run("add", "item \(number)") }
    try await waitUntil { results.results.count == 20 ? true : nil }
    trimming.cancel()
    try await trimming.value
    #expect(Set(results.results.map(\.title)) == Set((1...20).map { "item \($0)" }))
  }
}
