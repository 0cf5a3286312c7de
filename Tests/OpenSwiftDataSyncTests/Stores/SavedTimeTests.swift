import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("What was saved later is shown, whenever it is sent")
struct SavedTimeTests {
  private let log = SharedLog()

  /// Two machines that have the same task.
  private func pair() async throws -> (laptop: StoreReplica, other: StoreReplica) {
    log.time = Int64(Date().timeIntervalSince1970 * 1000) - 60_000
    let (laptop, other) = (try StoreReplica(0, log: log, drains: true), try StoreReplica(1, log: log, drains: true))
    let context = ModelContext(laptop.container)
    context.insert(StoredTask("draft"))
    try context.save()
    for replica in [laptop, other] { try await replica.engine.setUp(space: TaskSchema.space) }
    for replica in [laptop, other] { try await replica.engine.round(with: replica.remote) }
    return (laptop, other)
  }

  private func title(_ replica: StoreReplica) throws -> String? {
    try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>()).first?.title
  }

  private func rename(_ title: String, in replica: StoreReplica) throws {
    let context = ModelContext(replica.container)
    try context.fetch(FetchDescriptor<StoredTask>()).first?.title = title
    try context.save()
  }

  /// The history has the time of each save; the clock has to tell them apart.
  private func waitForTheClock() {
    let moment = Date()
    while Date() < moment.addingTimeInterval(0.005) {}
  }

  /// A laptop that was closed since an edit does not overwrite what was typed elsewhere later.
  @Test func evenIfTheEarlierEditIsSentLast() async throws {
    let (laptop, other) = try await pair()

    try rename("earlier", in: laptop)
    let edit = Date()
    waitForTheClock()
    try rename("later", in: other)
    log.time = Int64(Date().timeIntervalSince1970 * 1000) + 1_000
    try await other.engine.round(with: other.remote)
    log.time += 3_600_000
    for replica in [laptop, other] { try await replica.engine.round(with: replica.remote) }

    #expect(try title(laptop) == "later")
    #expect(try title(other) == "later")
    let conflict = try #require(try await other.engine.conflicts().first)
    let kept = try #require(conflict.kept.first)
    #expect(kept.value == .text("earlier"))
    let written = Date(timeIntervalSince1970: Double(kept.stamp.milliseconds) / 1000)
    #expect(abs(written.timeIntervalSince(edit)) < 1, "when it was saved, not when it was sent")
  }

  /// What else was saved before it is sent makes an edit no later.
  @Test func evenIfSomethingElseWasSavedSince() async throws {
    let (laptop, other) = try await pair()

    try rename("earlier", in: laptop)
    waitForTheClock()
    try rename("later", in: other)
    waitForTheClock()
    let context = ModelContext(laptop.container)
    // Of the same row, too: each property counts as of when it was saved.
    let task = try #require(try context.fetch(FetchDescriptor<StoredTask>()).first)
    task.isDone = true
    context.insert(StoredTask("something else"))
    try context.save()
    log.time = Int64(Date().timeIntervalSince1970 * 1000) + 1_000
    for replica in [laptop, other, laptop] { try await replica.engine.round(with: replica.remote) }
    for replica in [laptop, other] {
      let first = try #require(
        try ModelContext(replica.container).fetch(FetchDescriptor<StoredTask>()).first { $0.title != "something else" })
      #expect(first.title == "later" && first.isDone)
    }
  }
}
