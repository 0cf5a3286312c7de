import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("A large change is drained in portions, and told once")
struct LargeDrainTests {
  private let log = SharedLog()

  /// Two stores that have synced; the first one drains some 7 rows a transaction.
  private func replicas() async throws -> (StoreReplica, StoreReplica) {
    let (first, second) = (try StoreReplica(1, log: log, drains: true), try StoreReplica(2, log: log, drains: true))
    for replica in [first, second] {
      try await replica.engine.setUp(space: TaskSchema.space)
      try await replica.engine.round(with: replica.remote)
    }
    return (first, second)
  }

  private func insert(_ count: Int, into replica: StoreReplica) throws {
    let batch = BatchInsert<StoredTask, Int>(0..<count).set(\.title) { "task \($0)" }
    try ModelContext(replica.container).execute(batch)
  }

  /// Drains to the end.
  ///
  /// - Returns: how many changes each transaction drained.
  private func drain(_ replica: StoreReplica) async throws -> [Int] {
    var counts: [Int] = []
    while true {
      let count = try await replica.engine.drain()
      guard count > 0 else { return counts }
      counts.append(count)
    }
  }

  private func sync(_ replicas: (StoreReplica, StoreReplica)) async throws {
    try await replicas.0.engine.round(with: replicas.0.remote)
    try await replicas.1.engine.round(with: replicas.1.remote)
    #expect(try await replicas.0.rows() == replicas.1.rows())
  }

  @Test func newRows() async throws {
    let replicas = try await replicas()
    try insert(50, into: replicas.0)
    let counts = try await drain(replicas.0)
    #expect(counts.allSatisfy { $0 <= 7 } && counts.reduce(0, +) == 50)
    try await sync(replicas)
  }

  @Test func changesOfOneProperty() async throws {
    let replicas = try await replicas()
    try insert(50, into: replicas.0)
    try await sync(replicas)
    try ModelContext(replicas.0.container).execute(BatchUpdate<StoredTask>().set(\.weight, to: 3))
    let counts = try await drain(replicas.0)
    #expect(counts.allSatisfy { $0 <= 7 } && counts.reduce(0, +) == 50)
    try await sync(replicas)
  }

  @Test func whatIsSavedBetweenPortionsIsToldToo() async throws {
    let replicas = try await replicas()
    try insert(50, into: replicas.0)
    #expect(try await replicas.0.engine.drain() == 7)
    let context = ModelContext(replicas.0.container)
    let tasks = try context.fetch(FetchDescriptor<StoredTask>(sortBy: [SortDescriptor(\.title)]))
    tasks[0].title = "another one"
    tasks[1].parent = tasks[49]
    context.delete(tasks[25])
    try context.save()
    try await sync(replicas)
    #expect(try await replicas.1.rows().count == 49)
    #expect(try await replicas.0.engine.hasUndrained() == false)
  }

  @Test func aRowThatAnotherOneLeadsToIsToldOnce() async throws {
    let replicas = try await replicas()
    let context = ModelContext(replicas.0.container)
    let tasks = (0..<30).map { StoredTask("task \($0)") }
    tasks.forEach(context.insert)
    // The first one takes the last one along, in the first portion.
    tasks[0].parent = tasks[29]
    try context.save()
    let counts = try await drain(replicas.0)
    #expect(counts.reduce(0, +) == 30)
    try await sync(replicas)
  }
}
