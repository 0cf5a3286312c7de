import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// The first version of a schema.
private enum FirstVersion {
  @Model
  final class Plan {
    @Attribute(.unique) var name: String
    init(_ name: String) { self.name = name }
  }
}

/// The second version: a property more, and an entity that the first one does not know.
private enum SecondVersion {
  @Model
  final class Plan {
    @Attribute(.unique) var name: String
    var estimate: Int?
    var owner: Person?
    init(_ name: String) { self.name = name }
  }

  @Model
  final class Person {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Plan.owner) var plans: [Plan] = []
    init(_ name: String) { self.name = name }
  }
}

@Suite("Stores of two versions of a schema sync")
struct MixedSchemaTests {
  private let log = SharedLog()

  private func engine(_ container: ModelContainer, _ replica: UInt64) -> SyncEngine {
    var configuration = SyncConfiguration()
    configuration.wallTime = { [log] in log.time }
    configuration.newReplica = { Replica(replica) }
    return SyncEngine(container: container, configuration: configuration)
  }

  @Test func andWhatTheOlderOneCouldNotShowAppearsWithItsUpgrade() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("sync-\(UUID()).sqlite")
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
    let newer = try ModelContainer(
      for: Schema([SecondVersion.Plan.self, SecondVersion.Person.self]),
      configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    let (new, newRemote) = (engine(newer, 1), LogRemote(log: log, replica: Replica(1)))
    try await new.setUp(space: TaskSchema.space)
    let context = ModelContext(newer)
    let plan = SecondVersion.Plan("Move")
    (plan.estimate, plan.owner) = (3, SecondVersion.Person("Ann"))
    context.insert(plan)
    try context.save()
    try await new.round(with: newRemote)

    try await useOlderVersion(file)
    try await new.round(with: newRemote)
    #expect(try context.fetch(FetchDescriptor<SecondVersion.Plan>()).map(\.name).sorted() == ["House", "Stay"])

    let upgraded = try ModelContainer(
      for: Schema([SecondVersion.Plan.self, SecondVersion.Person.self]),
      configurations: [ModelConfiguration(url: file)])
    try await engine(upgraded, 2).drain()
    let plans = try ModelContext(upgraded).fetch(FetchDescriptor<SecondVersion.Plan>(sortBy: [SortDescriptor(\.name)]))
    #expect(plans.map(\.name) == ["House", "Stay"])
    #expect(plans.last?.estimate == 3)
    #expect(plans.last?.owner?.name == "Ann")
  }

  /// Syncs with the first version, renames what came, adds something, and syncs again.
  private func useOlderVersion(_ file: URL) async throws {
    let container = try ModelContainer(
      for: Schema([FirstVersion.Plan.self]), configurations: [ModelConfiguration(url: file)])
    let (old, remote) = (engine(container, 2), LogRemote(log: log, replica: Replica(2)))
    try await old.setUp(space: TaskSchema.space)
    try await old.round(with: remote)
    let context = ModelContext(container)
    let plans = try context.fetch(FetchDescriptor<FirstVersion.Plan>())
    #expect(plans.map(\.name) == ["Move"])
    plans.first?.name = "Stay"
    context.insert(FirstVersion.Plan("House"))
    try context.save()
    try await old.round(with: remote)
    #expect(try await old.status()?.setAside == 0)
  }
}
