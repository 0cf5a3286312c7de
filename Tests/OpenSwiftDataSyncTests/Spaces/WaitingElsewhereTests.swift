import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// What an item on a shared list waits for, while that is elsewhere.
extension SharedListTests {
  private func data(_ store: SharingStore) throws -> SharedItem? {
    try ModelContext(store.container).fetch(FetchDescriptor<SharedItem>()).first { $0.uid == "7" }
  }

  @Test func anItemDoesNotWaitAgainForWhatWasTakenFromItElsewhere() async throws {
    try await share()
    remotes.time += 10
    try anna.edit { context in
      let items = try context.fetch(FetchDescriptor<SharedItem>())
      let report = try #require(items.first { $0.uid == "1" })
      let data = SharedItem("Data", uid: "7")
      context.insert(data)
      (data.list, data.blockers) = (report.list, [report])
    }
    try await syncAll()
    for store in [anna, laptop, ben] { try #require(try data(store)?.blockers.count == 1) }
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await syncAll()
    remotes.time += 10
    try anna.edit { context in
      let items = try context.fetch(FetchDescriptor<SharedItem>())
      let data = try #require(items.first { $0.uid == "7" })
      try #require(data.blockers.count == 1)
      data.blockers = []
    }
    try await syncAll()
    #expect(try data(anna)?.blockers.isEmpty == true)
    remotes.time += 10
    try move("Report", to: "work", at: anna)
    try await syncAll()
    for (name, store) in [("anna", anna), ("laptop", laptop), ("ben", ben)] {
      #expect(try data(store)?.blockers.isEmpty == true, "\(name)")
    }
  }
}
