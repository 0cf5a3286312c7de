import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("New rows get their keys in the order in which they were made")
struct ArrivalOrderTests {
  @Test func onEveryMachine() async throws {
    let log = SharedLog()
    let titles = (0..<50).map { "task \($0)" }
    // With several transactions for a batch and with one for all.
    for (number, limit) in [2_000, 7, 2_000].enumerated() {
      let container = try ModelContainer(
        for: Schema([StoredTask.self, StoredTag.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
      )
      let replica = Replica(UInt64(number) + 1)
      var configuration = SyncConfiguration()
      configuration.newReplica = { replica }
      configuration.batchLimit = 10
      configuration.transactionLimit = limit
      let context = ModelContext(container)
      for title in number == 0 ? titles : [] {
        context.insert(StoredTask(title))
        try context.save()
      }
      let engine = SyncEngine(container: container, configuration: configuration)
      try await engine.setUp(space: TaskSchema.space)
      try await engine.round(with: LogRemote(log: log, replica: replica))
      let tasks = try ModelContext(container).fetch(FetchDescriptor<StoredTask>())
      let byKey = tasks.sorted { ($0.persistentModelID.primaryKey ?? 0) < ($1.persistentModelID.primaryKey ?? 0) }
      #expect(byKey.map(\.title) == titles)
    }
  }
}
