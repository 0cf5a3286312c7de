import Dispatch
import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

@Suite("A history observer counts new transactions")
@MainActor
struct HistoryObserverTests {
  let store: TemporaryStore
  let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Note.self, Receipt.self)
  }

  /// Waits until the observer has read everything that was saved.
  private func settled(_ observer: HistoryObserver) async throws -> Int {
    let latest = try #require(try ModelContext(container).transactions().last?.token)
    try await waitUntil("the observer has seen everything") {
      observer.historyTokens[latest.storeIdentifier] as? DefaultHistoryToken == latest
    }
    return observer.eventCounter
  }

  @Test func savesOfThisProcessAndOfOthersCount() async throws {
    let observer = try HistoryObserver(modelContainer: container)
    #expect(observer.modelContainer === container)
    #expect(observer.eventCounter == 0)
    try ModelContext(container).save(note: "one")
    try await waitUntil("the save counts") { observer.eventCounter == 1 }
    try ModelContext(try store.container(Note.self)).save(note: "another container's")
    try await waitUntil("the other container's save counts") { observer.eventCounter == 2 }
    try SQLiteProgram.run(
      """
      begin immediate;
      insert into openswiftdata_transaction(timestamp, writer) values(0, 1);
      insert into openswiftdata_change values(last_insert_rowid(), 'Note', 1, 1, 1, 'title');
      commit;
      """, on: store.url)
    try await waitUntil("the other process's commit counts") { observer.eventCounter == 3 }
  }

  @Test func observationIsToldOnTheActorThatMadeIt() async throws {
    let observer = try HistoryObserver(modelContainer: container)
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
    let isOnMain = Lock<Bool?>(nil)
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: {
      isOnMain.withLock { $0 = DispatchQueue.getSpecific(key: key) == true }
    }
    let container = container
    _ = try await Task.detached { try await NoteHandler(modelContainer: container).add("one") }.value
    try await waitUntil("the observer is told") { isOnMain.withLock { $0 } != nil }
    #expect(isOnMain.withLock { $0 } == true)
    try await waitUntil("the save counts") { observer.eventCounter == 1 }
  }

  @Test func onlyTheWantedModelsCount() async throws {
    let receipts = try HistoryObserver(observedModels: [Receipt.self], modelContainer: container)
    let both = try HistoryObserver(observedModels: [Receipt.self, Note.self], modelContainer: container)
    #expect(receipts.observedModels.count == 1)
    let context = ModelContext(container)
    try context.save(note: "one")
    #expect(try await settled(receipts) == 0)
    try await waitUntil("a save of a wanted model counts") { both.eventCounter == 1 }
    context.insert(Receipt(number: 1))
    try context.save()
    try await waitUntil("a save of the wanted model counts") { receipts.eventCounter == 1 }
  }

  @Test func onlyTheWantedAuthorsCount() async throws {
    let observer = try HistoryObserver(
      observedModels: [Note.self], authors: ["sync", "it's"], modelContainer: container)
    #expect(observer.authors == ["sync", "it's"])
    let context = ModelContext(container)
    try context.save(note: "nobody's")
    context.author = "me"
    try context.save(note: "mine")
    #expect(try await settled(observer) == 0)
    context.author = "it's"
    try context.save(note: "wanted")
    try await waitUntil("a save of a wanted author counts") { observer.eventCounter == 1 }
  }

  @Test func anAuthorInAnotherCanonicalFormCounts() async throws {
    let observer = try HistoryObserver(observedModels: [Note.self], authors: ["Andr\u{E9}"], modelContainer: container)
    let context = ModelContext(container)
    context.author = "Andre\u{301}"
    try context.save(note: "wanted")
    try await waitUntil("a save of a wanted author counts") { observer.eventCounter == 1 }
  }

  @Test func whatCameAfterATokenCountsAtOnce() async throws {
    let context = ModelContext(container)
    try context.save(note: "one")
    let token = try #require(try context.transactions().last?.token)
    try context.save(note: "two")
    let behind = try HistoryObserver(historyTokens: [token.storeIdentifier: token], modelContainer: container)
    let upToDate = try HistoryObserver(modelContainer: container)
    try await waitUntil("the save after the token counts") { behind.eventCounter == 1 }
    #expect(try await settled(upToDate) == 0)
  }

  @Test func anExpiredTokenIsRefused() throws {
    let context = ModelContext(container)
    try context.save(note: "one")
    let token = try #require(try context.transactions().last?.token)
    try context.save(note: "two")
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(historyTokens: [token.storeIdentifier: token], modelContainer: container)
    }
  }

  @Test func anObserverWithoutAnActorCountsToo() async throws {
    let observer = try HistoryObserver(modelContainer: container, isolation: nil)
    try ModelContext(container).save(note: "one")
    try await waitUntil("the save counts") { observer.eventCounter == 1 }
  }

  @Test func anObserverThatIsDroppedIsGone() async throws {
    weak var weakObserver: HistoryObserver?
    do {
      let observer = try HistoryObserver(modelContainer: container)
      try ModelContext(container).save(note: "one")
      try await waitUntil("the save counts") { observer.eventCounter == 1 }
      weakObserver = observer
    }
    try await waitUntil("nobody holds it") { weakObserver == nil }
    try ModelContext(container).save(note: "two")
  }
}
