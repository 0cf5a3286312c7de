import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("A circle is cut where it was written last")
struct CutCircleTests {
  private let log = SharedLog()

  private func sync(_ replicas: [StoreReplica]) async throws {
    for replica in replicas + replicas { try await replica.engine.round(with: replica.remote) }
    #expect(try await replicas[0].rows() == replicas[1].rows())
  }

  /// The tasks with the ones above them.
  private func tree(_ replica: StoreReplica) throws -> [String] {
    try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>(sortBy: [SortDescriptor(\.title)]))
      .map { "\($0.title) < \($0.parent?.title ?? "-")" }
  }

  private func move(_ title: String, below parent: String?, _ replica: StoreReplica) throws {
    let context = ModelContext(replica.container)
    let tasks = try context.fetch(FetchDescriptor<StoredTask>())
    try #require(tasks.first { $0.title == title }).parent = tasks.first { $0.title == parent }
    try context.save()
    log.time += 1
  }

  @Test func andWhatWasCutIsBackOnceAMoveEndsIt() async throws {
    let replicas = [try StoreReplica(1, log: log, drains: true), try StoreReplica(2, log: log, drains: true)]
    let context = ModelContext(replicas[0].container)
    for title in ["garage", "house"] { context.insert(StoredTask(title)) }
    try context.save()
    for replica in replicas { try await replica.engine.setUp(space: TaskSchema.space) }
    try await sync(replicas)

    try move("garage", below: "house", replicas[0])
    try await replicas[0].engine.drain()
    try move("house", below: "garage", replicas[1])
    try await replicas[1].engine.drain()
    try await sync(replicas)
    #expect(try tree(replicas[0]) == ["garage < house", "house < -"])

    try move("garage", below: nil, replicas[1])
    try await sync(replicas)
    #expect(try tree(replicas[0]) == ["garage < -", "house < garage"])
    #expect(try tree(replicas[1]) == ["garage < -", "house < garage"])
  }
}
