import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

private enum FirstVersion {
  @Model
  final class Plan {
    @Attribute(.unique) var name: String
    var text: String
    init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
  }
}

/// A property more.
private enum SecondVersion {
  @Model
  final class Plan {
    @Attribute(.unique) var name: String
    var text: String
    var estimate: Int?
    init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
  }
}

@Suite("What was deleted offline about an upgrade keeps the values that it had at last")
final class DeletedAboutUpgradeTests {
  private let log = SharedLog()
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("sync-\(UUID()).sqlite")

  deinit { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }

  private func engine(_ container: ModelContainer, _ replica: UInt64) -> (SyncEngine, LogRemote) {
    var configuration = SyncConfiguration()
    configuration.wallTime = { [log] in log.time }
    configuration.newReplica = { Replica(replica) }
    // Images are needed for several transactions.
    configuration.transactionLimit = 1
    let remote = LogRemote(log: log, replica: Replica(replica))
    return (SyncEngine(container: container, configuration: configuration), remote)
  }

  /// Opens the store with the first version, and closes it.
  private func useEarlier(_ body: (SyncEngine, LogRemote, ModelContext) async throws -> Void) async throws {
    let container = try ModelContainer(
      for: Schema([FirstVersion.Plan.self]), configurations: [ModelConfiguration(url: file)])
    let (engine, remote) = engine(container, 2)
    try await body(engine, remote, ModelContext(container))
  }

  private func upgraded() throws -> ModelContainer {
    try ModelContainer(for: Schema([SecondVersion.Plan.self]), configurations: [ModelConfiguration(url: file)])
  }

  /// Another machine, which has the second version.
  private func other() async throws -> (SyncEngine, LogRemote) {
    let container = try ModelContainer(
      for: Schema([SecondVersion.Plan.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    let (engine, remote) = engine(container, 1)
    try await engine.setUp(space: TaskSchema.space)
    return (engine, remote)
  }

  private func identity(_ name: String) -> SyncIdentity {
    SyncIdentity(space: TaskSchema.space, entity: "Plan", name: name)
  }

  /// Brings rows back on one machine, and reads what both have of them.
  private func restore(
    _ names: [String], _ first: (SyncEngine, LogRemote), _ second: (SyncEngine, LogRemote)
  ) async throws -> [String] {
    #expect(try await first.0.ledgerRows() == second.0.ledgerRows())
    try await first.0.write(names.map { .restore(identity($0)) })
    for (engine, remote) in [first, second, first] { try await engine.round(with: remote) }
    let plans = try [first, second].map { engine, _ in
      try ModelContext(engine.modelContainer).fetch(FetchDescriptor<SecondVersion.Plan>())
        .map { "\($0.name): \($0.text), \($0.estimate.map(String.init) ?? "none")" }.sorted()
    }
    #expect(plans[0] == plans[1])
    return plans[0]
  }

  @Test func beforeAndAfterIt() async throws {
    let (other, otherRemote) = try await other()
    try await useEarlier { engine, remote, context in
      try await engine.setUp(space: TaskSchema.space)
      for name in ["a", "b", "c"] { context.insert(FirstVersion.Plan(name, "old")) }
      try context.save()
      try await engine.round(with: remote)
      try await other.round(with: otherRemote)
      log.time += 1_000
      // Offline: nothing of this is drained.
      let plan = try #require(try context.fetch(FetchDescriptor<FirstVersion.Plan>()).first { $0.name == "a" })
      plan.text = "typed before"
      try context.save()
      context.delete(plan)
      try context.save()
    }
    let container = try upgraded()
    let context = ModelContext(container)
    for plan in try context.fetch(FetchDescriptor<SecondVersion.Plan>()) {
      plan.text = "typed after"
      plan.estimate = 4
    }
    try context.save()
    let plan = try #require(try context.fetch(FetchDescriptor<SecondVersion.Plan>()).first { $0.name == "b" })
    context.delete(plan)
    try context.save()
    let (engine, remote) = engine(container, 2)
    for (engine, remote) in [(engine, remote), (other, otherRemote)] { try await engine.round(with: remote) }
    // The estimate of what was deleted before the first round with the new schema is no more known than if it had not
    // been typed: the trigger that kept the row knew of no such column.
    #expect(
      try await restore(["a", "b"], (engine, remote), (other, otherRemote)) == [
        "a: typed before, none", "b: typed after, none", "c: typed after, 4",
      ])
  }

  /// The engine knows of the new columns, and what was kept before has none of them.
  @Test func andBetweenTwoTransactionsOfTheFirstRound() async throws {
    let (other, otherRemote) = try await other()
    try await useEarlier { engine, remote, context in
      try await engine.setUp(space: TaskSchema.space)
      for name in ["a", "b", "c", "d"] { context.insert(FirstVersion.Plan(name, "old")) }
      try context.save()
      try await engine.round(with: remote)
      try await other.round(with: otherRemote)
      log.time += 1_000
      for plan in try context.fetch(FetchDescriptor<FirstVersion.Plan>()) where ["a", "b"].contains(plan.name) {
        context.delete(plan)
      }
      try context.save()
    }
    let container = try upgraded()
    let (engine, remote) = engine(container, 2)
    // One of the two: the other one's image stays, in a table that has the new column now.
    #expect(try await engine.drain() == 1)
    let context = ModelContext(container)
    let plan = try #require(try context.fetch(FetchDescriptor<SecondVersion.Plan>()).first { $0.name == "c" })
    (plan.text, plan.estimate) = ("typed after", 4)
    try context.save()
    context.delete(plan)
    try context.save()
    for (engine, remote) in [(engine, remote), (other, otherRemote)] { try await engine.round(with: remote) }
    #expect(
      try await restore(["a", "b", "c"], (engine, remote), (other, otherRemote)) == [
        "a: old, none", "b: old, none", "c: typed after, 4", "d: old, none",
      ])
  }

  /// A name that was given away before the upgrade decides what a row with that name is after it.
  @Test func andSoDoesWhatWasRenamed() async throws {
    let (other, otherRemote) = try await other()
    try await useEarlier { engine, remote, context in
      try await engine.setUp(space: TaskSchema.space)
      context.insert(FirstVersion.Plan("a", "first"))
      try context.save()
      try await engine.round(with: remote)
      try await other.round(with: otherRemote)
      log.time += 1_000
      let plan = try #require(try context.fetch(FetchDescriptor<FirstVersion.Plan>()).first)
      plan.name = "b"
      try context.save()
    }
    let container = try upgraded()
    let context = ModelContext(container)
    context.insert(SecondVersion.Plan("a", "second"))
    try context.save()
    let (engine, remote) = engine(container, 2)
    for (engine, remote) in [(engine, remote), (other, otherRemote)] { try await engine.round(with: remote) }
    #expect(try await restore([], (engine, remote), (other, otherRemote)) == ["a: second, none", "b: first, none"])
  }
}
