import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("A store that goes on under another name")
struct RenamedReplicaTests {
  /// Another process has noticed that the store was restored, while this one still has the remote of the old name.
  @Test func refusesTheRemoteOfItsOldName() async throws {
    let log = SharedLog()
    let replica = try StoreReplica(0, log: log, drains: true)
    var configuration = SyncConfiguration()
    let new = Replica(77)
    configuration.newReplica = { new }
    let other = SyncEngine(container: replica.container, configuration: configuration)
    try await replica.engine.setUp(space: TaskSchema.space)
    #expect(try await other.takeNewReplica(insteadOf: replica.remote.replica) == new)
    let context = ModelContext(replica.container)
    for title in ["one", "two", "three", "four"] { context.insert(StoredTask(title)) }
    try context.save()
    // More than the old name has ever sent.
    while try await other.drain() > 0 {}
    await #expect(throws: SyncError.otherReplica(new)) { try await replica.engine.round(with: replica.remote) }
  }
}
