import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// A store that was away for long hears what became of a shared list by a snapshot of the own space.
@Suite("Who hears by a snapshot that a list was left takes nothing away from the others")
struct NoticeInSnapshotTests {
  private let garden: SharedGarden

  init() async throws { garden = try await SharedGarden(snapshotThreshold: 500) }

  /// Has Anna write until a snapshot takes the place of all that she told.
  private func writeUntilASnapshot() async throws {
    let log = garden.remotes.log(of: SyncIdentity(namespace: TaskSchema.space, name: "Anna"))
    for number in 10..<60 {
      try garden.add("Flower \(number)", uid: "\(number)", to: "Flowers", at: garden.anna)
      try await garden.sync([garden.anna])
      if log.batches.allSatisfy({ log.pruned.covers($0.header.id) }) { return }
    }
    Issue.record("there is no snapshot")
  }

  private func expectAll() async throws {
    #expect(try garden.ben.items() == SharedGarden.all)
    #expect(try garden.laptop.items() == garden.anna.items())
    #expect(try garden.laptop.items().filter { !$0.contains("Flower") } == SharedGarden.all)
  }

  @Test func whenItWasLeft() async throws {
    try await garden.leave(garden.anna)
    try await writeUntilASnapshot()
    try await garden.syncAll()
    #expect(try await garden.laptop.own.sharedSpaces().isEmpty)
    try await expectAll()
  }

  @Test func whenItWasLeftAndJoinedAgain() async throws {
    try await garden.leave(garden.anna)
    try await garden.sync([garden.anna])
    try await garden.join(garden.anna)
    try await writeUntilASnapshot()
    try await garden.syncAll()
    #expect(try await garden.laptop.own.sharedSpaces().count == 1)
    try await expectAll()
  }

  @Test func andWhatItHadNotSentStays() async throws {
    try garden.setTitle(of: "1", "Apple tree", at: garden.laptop)
    try await garden.leave(garden.anna)
    try await writeUntilASnapshot()
    try await garden.syncAll()
    for store in [garden.anna, garden.laptop] {
      let shown = try store.items().filter { !$0.contains("Flower") }
      #expect(shown == ["-: Apple tree/Hole", "Garden: Apple tree #spring", "Garden: Bench"])
    }
    #expect(try garden.ben.items() == SharedGarden.all)
  }

  /// It is drained before what the snapshot has is shown.
  @Test func andWhatWasTypedIntoAnItemThatIsMovedOffTheListIsKept() async throws {
    try garden.setTitle(of: "3", "Stone bench", at: garden.laptop)
    try garden.anna.edit { context in
      let flowers = SharedList("Flowers")
      context.insert(flowers)
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "3" { item.list = flowers }
    }
    try await writeUntilASnapshot()
    try await garden.syncAll()
    for store in [garden.anna, garden.laptop, garden.ben] {
      let shared = try #require(try await store.own.sharedSpaces().first)
      let kept = try await store.engine(of: shared).conflicts().flatMap(\.kept).map(\.value)
      #expect(kept.contains(.text("Stone bench")), "\(kept)")
    }
  }
}
