import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// An order by numbers, which run out.
private enum ByNumber {
  @Model
  final class Entry {
    var title: String
    var position: Double
    init(_ title: String, _ position: Double) { (self.title, self.position) = (title, position) }
  }
}

/// The same order by keys.
private enum ByKey {
  @Model
  final class Entry {
    var title: String
    @Attribute(originalName: "position") var orderKey: OrderKey
    init(_ title: String, _ orderKey: OrderKey) { (self.title, self.orderKey) = (title, orderKey) }
  }
}

@Suite("A property that became another one")
final class RenamedPropertyTests {
  private let log = SharedLog()
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("sync-\(UUID()).sqlite")

  deinit { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }

  private func engine(
    _ container: ModelContainer, _ replica: UInt64, isEarlier: Bool = false, snapshotThreshold: Int = .max
  ) -> (SyncEngine, LogRemote) {
    var configuration = SyncConfiguration()
    configuration.snapshotThreshold = snapshotThreshold
    configuration.wallTime = { [log] in log.time }
    configuration.newReplica = { Replica(replica) }
    configuration.bookkeeping = ["Entry": ["orderKey", "position"]]
    // The earlier version knows of no later one.
    if !isEarlier {
      configuration.renamed = [
        "Entry": [
          "position": PropertyRenaming(to: "orderKey") { value in
            if case .real(let number) = value { .text(OrderKey(number).text) } else { value }
          }
        ]
      ]
    }
    let remote = LogRemote(log: log, replica: Replica(replica))
    return (SyncEngine(container: container, configuration: configuration), remote)
  }

  private func newer(_ configuration: ModelConfiguration) throws -> ModelContainer {
    try ModelContainer(for: Schema([ByKey.Entry.self]), configurations: [configuration])
  }

  /// The entries in their order, and the keys.
  private func entries(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<ByKey.Entry>(sortBy: [SortDescriptor(\.orderKey)]))
      .map { "\($0.title) \($0.orderKey.text)" }
  }

  /// Syncs with the earlier version after an edit.
  private func editEarlier(
    leavingSnapshot: Bool = false, _ edit: (ModelContext) throws -> Void
  ) async throws {
    let container = try ModelContainer(
      for: Schema([ByNumber.Entry.self]), configurations: [ModelConfiguration(url: file)])
    let (old, remote) = engine(container, 2, isEarlier: true, snapshotThreshold: leavingSnapshot ? 0 : .max)
    if try await old.status() == nil { try await old.setUp(space: TaskSchema.space) }
    let context = ModelContext(container)
    try edit(context)
    try context.save()
    log.time += 1_000
    try await old.round(with: remote)
    #expect(try await old.status()?.setAside == 0)
  }

  @Test func isWrittenByBothVersionsAndTheLaterWriteIsShown() async throws {
    try await editEarlier { context in
      for (index, title) in ["a", "b", "c"].enumerated() { context.insert(ByNumber.Entry(title, Double(index) + 1)) }
    }
    let container = try newer(ModelConfiguration(isStoredInMemoryOnly: true))
    let (new, remote) = engine(container, 1)
    try await new.setUp(space: TaskSchema.space)
    try await new.round(with: remote)
    #expect(try entries(container) == ["a a1", "b a2", "c a3"])

    // One moves with keys what the other does not see move, and the other one moves two by numbers.
    let context = ModelContext(container)
    for entry in try context.fetch(FetchDescriptor<ByKey.Entry>()) where entry.title != "b" {
      entry.orderKey = try #require(OrderKey("a0V"))
    }
    try context.save()
    log.time += 1_000
    try await new.round(with: remote)
    try await editEarlier { context in
      let moved = try context.fetch(FetchDescriptor<ByNumber.Entry>()).first { $0.title == "a" }
      moved?.position = 2.5
      context.insert(ByNumber.Entry("d", 4))
    }
    try await new.round(with: remote)
    let expected = ["c a0V", "b a2", "a a2V", "d a4"]
    #expect(try entries(container) == expected)

    // Whoever comes later sees the same; so does the earlier one once it is upgraded.
    let third = try newer(ModelConfiguration(isStoredInMemoryOnly: true))
    let (late, lateRemote) = engine(third, 3)
    try await late.setUp(space: TaskSchema.space)
    try await late.round(with: lateRemote)
    #expect(try entries(third) == expected)
    let upgraded = try newer(ModelConfiguration(url: file))
    let (other, otherRemote) = engine(upgraded, 2)
    try await other.round(with: otherRemote)
    #expect(try entries(upgraded) == expected)

    // The upgrade itself had nothing to say; what is moved then arrives.
    #expect(try await new.round(with: remote).pulled == 0)
    let moving = ModelContext(upgraded)
    let moved = try #require(try moving.fetch(FetchDescriptor<ByKey.Entry>()).first { $0.title == "b" })
    moved.orderKey = try #require(OrderKey.between(OrderKey("a4"), nil))
    try moving.save()
    log.time += 1_000
    try await other.round(with: otherRemote)
    try await new.round(with: remote)
    #expect(try entries(container) == ["c a0V", "a a2V", "d a4", "b a5"])
    #expect(try await new.conflicts().isEmpty)
  }

  /// Who comes later gets no batches of the earlier version, but a snapshot of it.
  @Test func isFoundInSnapshotsOfTheEarlierVersion() async throws {
    try await editEarlier { context in
      for (index, title) in ["a", "b", "c"].enumerated() { context.insert(ByNumber.Entry(title, Double(index) + 1)) }
    }
    let container = try newer(ModelConfiguration(isStoredInMemoryOnly: true))
    let (new, remote) = engine(container, 1)
    try await new.setUp(space: TaskSchema.space)
    try await new.round(with: remote)
    let context = ModelContext(container)
    let moved = try #require(try context.fetch(FetchDescriptor<ByKey.Entry>()).first { $0.title == "c" })
    moved.orderKey = try #require(OrderKey("a0V"))
    try context.save()
    log.time += 1_000
    try await new.round(with: remote)
    try await editEarlier(leavingSnapshot: true) { context in
      let moved = try context.fetch(FetchDescriptor<ByNumber.Entry>()).first { $0.title == "a" }
      moved?.position = 2.5
    }
    #expect(log.snapshots.count == 1)
    let expected = ["c a0V", "b a2", "a a2V"]
    let third = try newer(ModelConfiguration(isStoredInMemoryOnly: true))
    let (late, lateRemote) = engine(third, 3)
    try await late.setUp(space: TaskSchema.space)
    try await late.round(with: lateRemote)
    #expect(log.snapshotReads == 1)
    #expect(try entries(third) == expected)
    try await new.round(with: remote)
    #expect(try entries(container) == expected)
    #expect(try await late.conflicts().isEmpty)
    #expect(try await new.conflicts().isEmpty)
    // The snapshot brought nothing that has to be told again.
    #expect(try await late.status()?.unsent == 0)
  }
}
