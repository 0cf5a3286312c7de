import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("Rows keep their own name and members while names and deletions pass between them")
struct PassedOnNameTests {
  private let log = SharedLog()

  /// Two stores that have synced; batches of the first one have three changes.
  private func replicas() async throws -> (StoreReplica, StoreReplica) {
    let replicas = (try StoreReplica(1, log: log, drains: true), try StoreReplica(2, log: log, drains: true))
    for replica in [replicas.0, replicas.1] { try await replica.engine.setUp(space: TaskSchema.space) }
    try await sync(replicas)
    return replicas
  }

  private func sync(_ replicas: (StoreReplica, StoreReplica)) async throws {
    for replica in [replicas.0, replicas.1, replicas.0] { try await replica.engine.round(with: replica.remote) }
    #expect(try await replicas.0.rows() == replicas.1.rows())
  }

  /// What the tasks are called, and their tags.
  private func tasks(_ replica: StoreReplica) throws -> [String] {
    try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>(sortBy: [SortDescriptor(\.title)]))
      .map { "\($0.title): \($0.tags.map(\.name).sorted().joined(separator: " "))" }
  }

  @Test(arguments: 0..<8) func eachTagTakesTheNameOfTheNext(_ shift: Int) async throws {
    let replicas = try await replicas()
    let names = (0..<8).map { "tag \($0)" }
    let context = ModelContext(replicas.0.container)
    let tags = names.map(StoredTag.init)
    for (index, tag) in tags.enumerated() {
      let task = StoredTask("task \(index)")
      context.insert(task)
      task.tags = [tag]
    }
    try context.save()
    try await sync(replicas)

    // In one drain, one after the other, so that no two have one name; the first batch has no room for all of them.
    tags[shift].name = "free"
    try context.save()
    for step in 1..<8 {
      tags[(shift + 8 - step) % 8].name = names[(shift + 9 - step) % 8]
      try context.save()
    }
    let shown = try tasks(replicas.0)
    #expect(Set(shown).count == 8)
    try await sync(replicas)
    #expect(try tasks(replicas.0) == shown)
    #expect(try tasks(replicas.1) == shown)
  }

  @Test func aTaskThatIsBackHasTheTagsThatOthersGaveItMeanwhile() async throws {
    let replicas = try await replicas()
    let context = ModelContext(replicas.0.container)
    let task = StoredTask("task")
    context.insert(task)
    task.tags = [StoredTag("errand")]
    try context.save()
    try await sync(replicas)

    context.undoManager = UndoManager()
    context.delete(task)
    try context.save()
    let other = ModelContext(replicas.1.container)
    let theirs = try #require(try other.fetch(FetchDescriptor<StoredTask>()).first)
    theirs.tags.append(StoredTag("home"))
    try other.save()
    try await sync(replicas)
    #expect(try tasks(replicas.0).isEmpty && tasks(replicas.1).isEmpty)

    context.undoManager?.undo()
    try context.save()
    try await sync(replicas)
    #expect(try tasks(replicas.0) == ["task: errand home"])
    #expect(try tasks(replicas.1) == ["task: errand home"])
  }
}
